// stage: check
// options: material/latin1.mo M
// expect-error: NotUtf8
model M
end M;
