within Lab;
model Box
  Real v = 7;
end Box;
