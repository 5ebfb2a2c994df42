within Shelf;
package Medium "A package in a folder, with classes in files of their own"
  constant Real rho = 1;
  replaceable function weight
    input Density d;
    output Real w = 10*rho*d;
  algorithm
  end weight;
end Medium;
