// stage: structure
// options: --method inline:radau3
// model: Pinned.Use
// assert: any({"h.c", "$1.h.c"} <= set(b.iteration_variables) for b in inline.blocks)
// note: The equations of the loop stand in Triple; a statement residue(h.c) of the model that uses it says what is iterated there, in each stage. Without it that is h.b.
package Pinned
  model Triple
    input Real x;
    Real a, b, c;
  equation
    a + sin(b) = x;
    b + c^2*exp(c) = 2*a;
    c = b - 0.2*a*x;
  end Triple;
  model Use
    Triple h(x = x);
    Real x(start = 1, fixed = true);
  equation
    der(x) = -h.c;
    residue(h.c);
  end Use;
end Pinned;
