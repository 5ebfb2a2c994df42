// stage: simulate
// model: CommandTrusted
// options: --trust .
// note: exit status 3 of a command is 3*256 as system() of C gives it
// final: status = 768
impure function run
  input String text;
  output Integer status;
  external "C" status = system(text);
end run;

model CommandTrusted
  Integer status;
algorithm
  when initial() then
    status := run("exit 3");
  end when;
end CommandTrusted;
