// stage: check
// model: Tnk
// expect-error: ModelNotFound
model Tank
end Tank;
