package Lib
  constant Real c = 0.7;
  annotation (version = "0.7");
end Lib;
