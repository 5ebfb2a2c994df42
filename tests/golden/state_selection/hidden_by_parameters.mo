// stage: simulate
// options: --stop 2 --tolerance 1e-9 --filter ^(windings.(ir.1.|zero)|axes.(a.1.|sum)|gears.[vw])$
// configs: --method inline:bdf; --method cvode; --set windings.n=-0.5; --disable-pass=eliminateAliases
// analytic: windings.ir[1] = 2/(1 + (0.2*pi)^2)*(sin(2*pi*time) - 0.2*pi*cos(2*pi*time) + 0.2*pi*exp(-10*time))
// analytic: windings.zero = 1
// analytic: axes.a[1] = 2/3/(1 + (0.2*pi)^2)*(sin(2*pi*time) - 0.2*pi*cos(2*pi*time) + 0.2*pi*exp(-10*time))
// analytic: axes.sum = 1
// analytic: gears.v = 2*time/(1 + 4*2 + 36*3)
// analytic: gears.w = 6*time/(1 + 4*2 + 36*3)
// tolerance: 1e-7
// note: constraints on states that are sums of equations multiplied by parameters (a ratio of turns, two gears), or by numbers
// note: that nobody can change and that cancel but for rounding (projections on three axes in a plane).
model HiddenByParameters
  constant Real pi = 3.141592653589793;
  model Windings "Three phases in a star: the sum of their currents is zero whatever the ratio n is"
    parameter Real n = 2;
    parameter Real amplitude = 2/abs(n);
    final parameter Real T[2, 3] = 2/3*[1, -0.5, -0.5; 0, sqrt(0.75), -sqrt(0.75)];
    Real i[3], p[3], v[3], star, zero = 1 + i0;
    Real ir[2](each start = 0, each fixed = true), i0(stateSelect = StateSelect.prefer);
  equation
    n*i = p;
    sum(p) = 0;
    3*i0 = sum(i);
    ir = T*i;
    for k in 1:3 loop
      v[k] = abs(n)*(amplitude*sin(2*pi*time - (k - 1)*2*pi/3) - star) - i[k];
    end for;
    0.1*der(ir) = T*v;
    0.05*der(i0) = sum(v)/3;
  end Windings;
  model Axes "Projections on three axes in a plane add up to zero"
    final parameter Real angle[3] = {0, 2, 4}*pi/3;
    final parameter Real c[3] = cos(angle), s[3] = sin(angle);
    Real a[3](start = zeros(3)), x, y, z, common, sum = 1 + a[1] + a[2] + a[3];
  equation
    for k in 1:3 loop
      a[k] = c[k]*x + s[k]*y + (c[k] + 2*s[k])*z;
      0.1*der(a[k]) + a[k] = (if k == 1 then sin(2*pi*time) else 0) + common;
    end for;
    z + z^3 = x + 0.1*common;
  end Axes;
  model Gears "A shaft with three speeds"
    parameter Real r1 = 2, r2 = 3;
    Real u(start = 0, fixed = true), v, w, t1, t2, p, q;
  equation
    p = v + q;
    r1*u = v;
    r2*p - r2*q = w;
    q + q^3 = 3*u + t1;
    1*der(u) = 1 - r1*t1;
    2*der(v) = t1 - r2*t2;
    3*der(w) = t2;
  end Gears;
  Windings windings;
  Axes axes;
  Gears gears;
end HiddenByParameters;
