// stage: check
// model: M
// expect-error@+1: WithinNotFound
within No.Such.Place;
model M
end M;
