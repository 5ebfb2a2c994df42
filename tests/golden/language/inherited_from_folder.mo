// stage: simulate
// options: -L shelf InheritedFromFolder --stop 1 --intervals 2
// note: Classes that have files of their own in the folder of a package are inherited with it, and see the package that inherits them.
// final: w[1] = 10
// final: w[2] = 20000
// final: w[3] = 8000
// final: m = 2000
// analytic: tank.d = 800 + 800*time
// final: again = 8000
model InheritedFromFolder
  package Heavy
    extends Shelf.Oil;
  end Heavy;
  Shelf.Oil.Tank tank;
  Shelf.Water.Density d = 1;
  Real w[3] = {Shelf.Medium.weight(1), Shelf.Water.weight(d), Shelf.Oil.weight(1)};
  Real m = Shelf.Water.mass(d);
  Real again = Heavy.weight(d);
end InheritedFromFolder;
