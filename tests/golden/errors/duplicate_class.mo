// stage: check
// model: M
model A
end A;
// expect-error@+1: DuplicateClass
model A
end A;
model M
end M;
