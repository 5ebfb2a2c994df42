// stage: flatten
// options: -L lib Lab.Own
// note: A file that says it belongs to a library adds a class to it.
within Lab;
model Own
  Parts.Source s(gain = k);
end Own;
