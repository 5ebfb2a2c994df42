// stage: check
// options: material/binary.dym
// expect-error: NotATextFile
model M
end M;
