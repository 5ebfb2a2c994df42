model A
  extends B(break connect(a, f(b)));
end A;
