// stage: check
// options: material/latin1.dym
// expect-error: NotUtf8
model M
end M;
