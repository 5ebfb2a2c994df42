within Lab.Parts.Fine;
model Grid
  extends Lab.Parts.Source(gain = n);
  Box box;
end Grid;
