// stage: flatten
// model: M
// note: Strings: concatenation, comparison, String() of every type with its options.
type Color = enumeration(red, green);

model M
  parameter String a = "x" + "y\n\"z\"";
  parameter Boolean less = "a" < "b";
  parameter String b = String(1.5, significantDigits = 3, minimumLength = 8);
  parameter String c = String(7, minimumLength = 4, leftJustified = false);
  parameter String d = String(true) + String(Color.green);
  parameter String e = String(2.5, format = ".3f");
  parameter String names[2] = {"p", "q"} + {a, b};
  parameter Boolean same = a == b or names[1] <> "p";
  String now;
equation
  when sample(0, 1) then
    now = "t = " + String(time);
  end when;
end M;
