// stage: simulate
// model: M
// note: Functions and constants through a replaceable package: 1e5/(287*(300 + time)) and 1000.
// analytic: gas.d = 1e5/(287*(300 + time))
// analytic: water.d = 1000 + 0*time
package Medium
  constant Integer n = 1;
  replaceable partial function density
    input Real p, T;
    output Real d;
  end density;
end Medium;

package Gas
  extends Medium;
  constant Real R = 287;
  redeclare function extends density
  algorithm
    d := p/(R*T);
  end density;
end Gas;

package Water
  extends Medium(n = 2);
  redeclare function extends density
  algorithm
    d := 500*n;
  end density;
end Water;

model Volume
  replaceable package M = Gas constrainedby Medium;
  Real d = M.density(1e5, 300 + time);
end Volume;

model M
  Volume gas;
  Volume water(redeclare package M = Water);
end M;
