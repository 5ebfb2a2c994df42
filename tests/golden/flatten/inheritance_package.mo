// stage: flatten
// model: Use
// note: A model inherited into a package sees the constants, types and functions of that package.
package Base
  constant Real rho = 1;
  type Flow = Real(unit = "kg/s");
  replaceable function f
    input Real x;
    output Real y = rho*x;
  end f;
  model M
    Flow w = f(time);
    Real v = rho*w;
  end M;
end Base;

package Water
  extends Base(rho = 1000);
  redeclare function extends f
  algorithm
    y := y + rho;
  end f;
end Water;

model Use
  Water.M water;
  Base.M base;
end Use;
