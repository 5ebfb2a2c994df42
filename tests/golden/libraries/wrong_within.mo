// stage: check
// options: -L bad M
// note: The within clause of a file of a library folder names the package of the folder (13.4.1).
// expect-error: WithinMismatch
model M
  Wrong.A a;
end M;
