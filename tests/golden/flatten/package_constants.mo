// stage: flatten
// model: Pkg.Sub.M
// note: Constants of enclosing packages and of packages named by a path, computed at translation.
package Pkg
  constant Real pi = 2*asin(1);
  constant Integer n = 2;
  final constant Real table[n, 2] = [1, 10; 2, 20];
  constant String name = "pkg" + String(n);
  package Sub
    constant Integer m = n + 1;
    model M
      constant Real local = pi/n;
      parameter String s = name;
      Real x[m] = fill(local*time, m);
      Real y = table[n, 2]*time;
      Real z = Pkg.table[1, 2] + Sub.m;
    end M;
  end Sub;
end Pkg;
