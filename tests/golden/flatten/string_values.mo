// stage: flatten
// model: M
// note: Strings computed at translation.
type Color = enumeration(red, green, blue);

model M
  constant String a = String(3) + "|" + String(3, minimumLength = 5) + "|"
      + String(3, minimumLength = 5, leftJustified = false) + "|";
  constant String b = String(true) + String(Color.green) + String(Color.red, minimumLength = 5) + "|";
  constant String c = String(0.5) + " " + String(3.14159, significantDigits = 3) + " " + String(-4.0);
  constant String d = String(2.5, format = ".2f") + " " + String(12);
  constant Boolean e = "abc" < "abd" and "B" < "a" and "" < "a" and "a" == "a" and "a" <> "b";
  constant Integer f[2] = {if "x" + "y" == "xy" then 1 else 0, if String(1) <> "1" then 1 else 0};
  constant String g = "quote \" backslash \\ newline \n end";
end M;
