within Shelf;
package Oil
  extends Medium(final rho = 800);
  model Tank
    Density d(fixed = true);
  equation
    der(d) = mass(1);
  end Tank;
end Oil;
