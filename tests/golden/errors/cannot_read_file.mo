// stage: check
// options: material/no_such_file.mo M
// expect-error: CannotReadFile
model M
end M;
