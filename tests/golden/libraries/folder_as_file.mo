// stage: flatten
// options: lib/Lab Lab.Parts.Source
// note: A library folder given in place of a file.
model Unused
end Unused;
