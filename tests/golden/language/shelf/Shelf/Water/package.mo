within Shelf;
package Water "Inherits them, with another constant and another function"
  extends Shelf.Medium(rho = 1000);
  redeclare function extends weight
  algorithm
    w := 2*w;
  end weight;
end Water;
