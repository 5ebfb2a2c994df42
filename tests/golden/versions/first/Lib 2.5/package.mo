package Lib
  constant Real c = 2.5;
  annotation (version = "2.5", conversion(noneFromVersion = "2.3", noneFromVersion = "2.4", from(version = {"1.0", "0.9"}, script = "convert.mos"), from(version = "2.2")));
end Lib;
