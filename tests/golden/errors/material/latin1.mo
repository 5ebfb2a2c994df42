model Café "café"
end Café;
