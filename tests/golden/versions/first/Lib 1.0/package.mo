package Lib
  constant Real c = 1;
  annotation (version = "1.0");
end Lib;
