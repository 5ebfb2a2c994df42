// stage: simulate
// model: Command
// exit: 3
// message: would run the command 'true'
// message: to allow it, if you know what it does: --trust command.mo \(docs
// expect-error@+1: CommandRefused
impure function run
  input String text;
  output Integer status;
  external "C" status = system(text);
end run;

model Command
  Integer status;
algorithm
  when time > 0.5 then
    status := run("true");
  end when;
end Command;
