within Lab.Parts;
package Fine
  constant Integer n = 3;
end Fine;
