// stage: simulate
// model: Process
// exit: 3
// message: would change the process: setting the environment variable 'PATH'
// expect-error@+1: ProcessChangeRefused
impure function set
  input String name;
  input String value;
  external "C" ModelicaInternal_setenv(name, value, true);
end set;

model Process
algorithm
  when time > 0.5 then
    set("PATH", "/tmp");
  end when;
end Process;
