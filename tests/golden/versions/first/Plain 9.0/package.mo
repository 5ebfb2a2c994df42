package Plain
  constant Real c = 9;
  annotation (version = "9.0");
end Plain;
