// stage: flatten
// model: M
// options: --scalar
// note: pre, change and edge of arrays that are written out, or of the members of a component array.
model A
  Integer n(start = 0, fixed = true);
  Boolean b = n > 2;
equation
  when sample(0, 1) then
    n = pre(n) + 1;
  end when;
end A;
model M
  A a[2];
  Integer m[2] = pre(a.n);
  Integer k[2] = pre({a[2].n, a[1].n});
  Boolean e[2] = edge(a.b);
  Boolean c[2] = change(a.n);
end M;
