// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: Constants that may be modified are arguments of constructors, final fields are none.
// final: c2 = 20
// final: r6 = 2
// final: r3 = 0.25
// final: r7 = 3
// final: rho = 1.2
// final: found = 1.2
// final: missing = -1
// final: share = 1
// final: standard = 1000
// final: copied = 1.2
// final: named = 10
// analytic: varying = 50*time
// final: placed = 10
// final: local[1] = 5
// final: local[2] = 2
// configs: --backend interp
package P
  record Base
    parameter Real r0 = 0;
  end Base;
  record Record
    extends Base;
    final constant Real c1 = 2.0;
    constant Real c2;
    parameter Integer n1 = 5;
    parameter Integer n2;
    parameter Real r2 = c1/4;
    final parameter Real r3 = r2/2;
    Real r4;
    Real r5 = 5.0;
    Real r6[n1];
    Real r7[n2];
  end Record;
  record Material
    constant Real rho = 1000;
    constant Real share[3] = {1, 2, 3};
    constant String name = "water";
  end Material;
  constant Material all[2] = {Material(), Material(rho = 1.2, share = {0, 0, 1}, name = "air")};
  constant Material air = all[2];
  function density
    input String name;
    output Real rho;
  algorithm
    rho := -1;
    for m in all loop
      if m.name == name then
        rho := m.rho;
      end if;
    end for;
  end density;
  record Mixed
    constant Real a = 1;
    parameter Real b = 2;
    final parameter Real c = 3;
    Real d = 4;
    Material material;
  end Mixed;
  function innerOf
    input Real x;
    output Real y[2];
  protected
    Mixed m = Mixed(7, 8, x);
  algorithm
    m := Mixed(a = 1, d = 2*x - 4, b = 5, material = Material(rho = 3));
    y := {m.b, m.d};
  end innerOf;
  model M
    parameter Record r(n1 = 2, n2 = 3) = Record(1, 20, 2, 3, 0.5, 5, 5, {1, 2}, {1, 2, 3});
    Real c2 = r.c2, r6 = r.r6[2], r3 = r.r3, r7 = r.r7[3];
    Real rho = all[2].rho, found = density("air"), missing = density("steel");
    Real share = all[2].share[3], standard = all[1].rho, copied = air.rho;
    constant Mixed constants = Mixed(a = 10, b = 20, d = 40);
    Mixed positional = Mixed(10, 20, 50*time);
    Real named = constants.a, varying = positional.d, placed = positional.a;
    Real local[2] = innerOf(3);
  end M;
end P;
