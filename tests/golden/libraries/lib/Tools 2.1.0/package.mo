within;
package Tools
  function twice
    input Real x;
    output Real y;
  algorithm
    y := 2*x;
  end twice;
end Tools;
