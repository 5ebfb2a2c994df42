// stage: simulate
// options: --stop 1
// model: RecordOutputSizes.All
// configs: --backend interp
// note: sizes of records that functions return follow from what their declarations say of one field; fields without a value are zero until they are assigned
// analytic: fromFunction = 3 + 3 + 2
// analytic: redeclared = 2 * 7 + 7
// analytic: modified = 2 * 9 + 9
// analytic: matrix = 9 + 2
// analytic: nested = 8 + 4
// analytic: partly = 7 + time
// analytic: notAssigned = 3
package RecordOutputSizes
  record Coefficients
    parameter Integer n;
    Real L[n];
    Real R;
  end Coefficients;
  record Data
    parameter Integer n(min = 0);
    Real x[n];
  end Data;
  function fromVector
    input Real x[:];
    output Coefficients c(n = size(x, 1));
  algorithm
    c.L := x;
    c.R := sum(x);
  end fromVector;
  function fromData
    input Data p;
    input Integer scale = 1;
    output Coefficients c(n = p.n);
  protected
    final parameter Integer n = p.n;
  algorithm
    c.L := scale*p.x[1:n];
    c.R := sum(p.x);
  end fromData;
  model Machine
    replaceable record MachineData = Data;
    final parameter MachineData par;
    final parameter Integer n = par.n;
    final parameter Coefficients c = fromData(par, 2);
    parameter Real L[n] = c.L;
    Real y = sum(L) + c.R;
  end Machine;
  record Small
    extends Data(n = 2, x = {3, 4});
  end Small;
  record Matrices "sizes that depend on two fields, one of them declared later"
    Real A[n, m];
    parameter Integer n = m + 1;
    parameter Integer m;
    Real b[m];
  end Matrices;
  function matrices
    input Real u[:];
    output Matrices r(m = size(u, 1));
  algorithm
    for i in 1:r.n loop
      for j in 1:r.m loop
        r.A[i, j] := u[j];
      end for;
    end for;
    r.b := ones(r.m);
  end matrices;
  record Outer
    parameter Integer n;
    Coefficients part(n = n);
  end Outer;
  function outerOf
    input Real u;
    input Integer n;
    output Outer r(n = n);
  algorithm
    for i in 1:n loop
      r.part.L[i] := u;
    end for;
    r.part.R := n;
  end outerOf;
  record Mixed
    Real a = 7;
    Real b;
  end Mixed;
  function mixed
    input Real u;
    output Real y;
  protected
    Mixed m;
  algorithm
    m.b := u;
    y := m.a + m.b;
  end mixed;
  function lengthOnly
    input Integer n;
    output Coefficients c(n = n, R = n);
  end lengthOnly;
  model All
    constant Real x[:] = {1, 2};
    parameter Coefficients c = fromVector(x);
    Real fromFunction = sum(c.L) + c.R + c.n;
    Machine m1(redeclare record MachineData = Small);
    Machine m2(redeclare record MachineData = Small(x = {4, 5}));
    Real redeclared = m1.y, modified = m2.y;
    parameter Matrices a = matrices({1, 2});
    Real matrix = sum(a.A) + sum(a.b);
    parameter Outer o = outerOf(2, 4);
    Real nested = sum(o.part.L) + o.part.R;
    Real partly = mixed(time);
    parameter Coefficients z = lengthOnly(3);
    Real notAssigned = z.R + sum(z.L);
  end All;
end RecordOutputSizes;
