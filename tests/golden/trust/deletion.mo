// stage: simulate
// model: Deletion
// exit: 3
// message: would remove 'deletion.mo'
// expect-error@+1: DeletionRefused
impure function remove
  input String fileName;
  external "C" ModelicaInternal_removeFile(fileName);
end remove;

model Deletion
algorithm
  when time > 0.5 then
    remove("deletion.mo");
  end when;
end Deletion;
