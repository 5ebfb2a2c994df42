// stage: structure
// model: Pinned.Use
// assert: [b.iteration_variables for b in blocks if b.kind != "assign"][0] == ["h.b"]
// note: The equations of the loop stand in Pair; a statement residue(h.b) of the model that uses it says what is iterated there. Without it that is h.a.
package Pinned
  model Pair
    input Real x;
    Real a, b;
  equation
    a + 0.1*b^3 = x + 0.8*x^3;
    b + 0.1*a^3 = 2*x + 0.1*x^3;
  end Pair;
  model Use
    Pair h(x = x);
    Real x(start = 1, fixed = true);
  equation
    der(x) = -0.5*h.b;
    residue(h.b);
  end Use;
end Pinned;
