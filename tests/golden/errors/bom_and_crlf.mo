// stage: check
// options: material/bom_crlf.mo M
// note: A byte order mark and carriage returns are no errors.
model M
  Bom b;
end M;
