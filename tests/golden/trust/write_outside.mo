// stage: simulate
// model: WriteOutside
// exit: 3
// message: would write '\.\./trust/\.\./no_such_file'
// expect-error@+1: WriteRefused
impure function print
  input String text;
  input String fileName;
  external "C" ModelicaInternal_print(text, fileName);
end print;

model WriteOutside
algorithm
  when time > 0.5 then
    print("x", "../trust/../no_such_file");
  end when;
end WriteOutside;
