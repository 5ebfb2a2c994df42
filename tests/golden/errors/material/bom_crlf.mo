model Bom "byte order mark"
  Real x = time;
end Bom;
