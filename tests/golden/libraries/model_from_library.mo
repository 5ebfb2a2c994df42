// stage: flatten
// options: -L lib Lab.Parts.Fine.Grid
// note: The model may come from the library.
model Unused
end Unused;
