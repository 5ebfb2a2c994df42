package Lib
  constant Real c = 2;
  annotation (version = "2.0", conversion(noneFromVersion = "1.9"));
end Lib;
