package User
  constant Real c = Lib.c;
  annotation (version = "1.0", uses(Lib(version = "2.0")));
end User;
