// stage: check
// options: material/garbage.mo M
// expect-error: NotATextFile
model M
end M;
