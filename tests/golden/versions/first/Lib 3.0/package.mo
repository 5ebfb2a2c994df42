package Lib
  constant Real c = 3;
  annotation (version = "3.0", conversion(from(version = {"0.9", "1.0"}, script = "modelica://Lib/convert.mos")));
end Lib;
