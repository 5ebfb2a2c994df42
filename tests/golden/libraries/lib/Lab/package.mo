within;
package Lab "A small library"
  constant Real k = 2;
  annotation(version = "1.0");
end Lab;
