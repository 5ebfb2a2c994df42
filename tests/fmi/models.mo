// Models for tests/tools/test_fmi.py.
package Models
  model Ball "State events, reinit, an Integer; h starts at a parameter, v at a number"
    parameter Real e = 0.8 "Restitution";
    parameter Real g(unit = "m/s2") = 9.81;
    parameter Real h0(unit = "m") = 1;
    parameter Real twice = 2*h0;
    input Real u(unit = "m/s2");
    Real h(start = h0, fixed = true, unit = "m");
    Real v(start = 0.5, fixed = true, unit = "m/s");
    Real down = -v;
    Real speed = v;
    Integer n(start = 0, fixed = true);
    output Real y = h + v;
    output Real z = u;
  equation
    der(h) = v;
    der(v) = -g + u;
    when h < 0 then
      reinit(v, -e*pre(v));
      n = pre(n) + 1;
    end when;
    annotation (experiment(StopTime = 1.5));
  end Ball;

  model Stiff "lambda = -1e6"
    parameter Real lambda = -1e6;
    Real x(start = 0, fixed = true);
    Real s(start = 1, fixed = true);
  equation
    der(x) = lambda*(x - cos(time));
    der(s) = -s;
  end Stiff;

  model Sampled "Time events, a clock of sample(), Booleans and an enumeration"
    type Gear = enumeration(low, high);
    discrete Real sum(start = 0, fixed = true);
    Boolean late = time >= 0.35;
    Boolean after = time > 0.35;
    Gear gear = if late then Gear.high else Gear.low;
    Real x(start = 1, fixed = true);
  equation
    when sample(0, 0.1) then
      sum = pre(sum) + x;
    end when;
    der(x) = if late then -x else x;
  end Sampled;

  model Chain "Sparse: each state depends on its neighbours only"
    parameter Integer n = 8;
    parameter Real k = 2;
    Real x[n](start = {1, 0, 0, 0, 0, 0, 0, 0}, each fixed = true);
    input Real left, right;
    output Real first = x[1] + left;
    output Real last = x[n]*right;
    output Real nothing = time;
  equation
    der(x[1]) = k*(x[2] - x[1]) + left;
    for i in 2:n - 1 loop
      der(x[i]) = k*(x[i - 1] - 2*x[i] + x[i + 1]);
    end for;
    der(x[n]) = sin(x[n - 1]) - x[n]^3;
  end Chain;

  model Arrays "Vectors and matrices of all kinds; of mixed only one element is a state"
    parameter Real A[2, 3] = {{1, 2, 3}, {4, 5, 6}};
    parameter Integer n[2] = {3, 4};
    parameter String word[2] = {"one", "two"};
    input Real u[3](start = {0.5, 0, -1});
    output Real y[2] = A*u;
    output Integer sum[2] = {n[1] + n[2], n[1]*n[2]};
    Real x[3](start = {1, 2, 3}, each fixed = true);
    Real twice[3] = 2*x;
    Real same[3] = x;
    Real mixed[2](start = {1, 0}, fixed = {true, false});
    Real alone(start = 2, fixed = true);
    Real others[2] = {alone, mixed[1]} "States of others";
  equation
    der(alone) = -alone;
    der(x) = {-x[1], x[1] - x[2], u[3]};
    der(mixed[1]) = -mixed[1];
    mixed[2] = 3*mixed[1]^3;
  end Arrays;

  connector Bus "Signals in both directions"
    input Real command;
    output Real answer[2];
    annotation (Icon(graphics={Rectangle(extent={{-100,-100},{100,100}}, fillColor={255,204,51}, fillPattern=FillPattern.Solid)}));
  end Bus;

  model Drawn "A bus, a vector and a signal as connectors"
    Bus bus annotation (Placement(transformation(extent={{-10,90},{10,110}})));
    Formola.Interfaces.RealInput u[2] annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Formola.Interfaces.RealOutput y annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    Formola.Interfaces.PositivePin p "Neither input nor output" annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
  equation
    y = u[1] + 2*u[2] + p.v;
    p.v = 3;
    bus.answer = {bus.command, p.i};
    annotation (Icon(graphics={Ellipse(extent={{-80,-80},{80,80}}, lineColor={255,0,0})}));
  end Drawn;

  model Kinds "Factors that are numbers, constant after the initialisation, constant between events, or not"
    parameter Real k = 3;
    Real x(start = 1, fixed = true);
    input Real u(start = 0.5);
    output Real number = 3*x - u/4;
    output Real fixed_ = k*u + x/k;
    output Real switched = (if time > 0.25 then 2 else 1)*x;
    output Real product = x*u;
    output Real curved = sin(x);
    output Real driven = time*k;
    Real p, q;
    output Real solved = p + 2*q;
  equation
    der(x) = -k*x + 2*u;
    p + k*q = x;
    p - q = 3*u;
  end Kinds;

  model Curve "A local array has the size of its binding, also in derivatives of the function"
    function f
      input Real u;
      output Real y;
    protected
      Real a[:] = {1, 2, 3};
    algorithm
      y := a[1] + a[2]*u + a[3]*u^2;
      annotation (smoothOrder=5, Inline=false);
    end f;
    Real x(start = 0.5, fixed = true), y = f(x), v = der(y), w = der(v);
  equation
    der(x) = 1;
  end Curve;

  model Pole "A relation whose difference is infinite at 1 and 4"
    Real x(start = 0, fixed = true), z(start = 0, fixed = true);
    Real u = 1/((x - 1)*(4 - x));
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 1;
    der(z) = if u > 0.5 then 1 else 0;
    when {u > 0.5, not u > 0.5} then
      n = pre(n) + 1;
    end when;
    annotation (experiment(StopTime = 6));
  end Pole;

  model Oscillator
    Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -x;
  end Oscillator;

  model Follower
    input Real u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = u - x;
  end Follower;

  model Stretched "A nonlinear system that changes fast"
    Real x(start = 0, fixed = true), y(start = 1);
  equation
    y + y^3 = 2 + 10*sin(20*time) + x;
    der(x) = y - x^3;
  end Stretched;

  model Amplifier "Inverting, of gain 15000 and with limits: no states, a system that changes fast"
    Real u = 250*time;
    Real i, e, y, r1, r2;
  equation
    r1 = u + e;
    r1 = 1000*i;
    r2 = -2000*i;
    r2 = y + e;
    y = smooth(0, noEvent(if 15000*e > 15 then 15 elseif 15000*e < -15 then -15 else 15000*e));
  end Amplifier;

  model Idle "While it is locked any s satisfies its equation, as in friction that sticks"
    Real y(start = 0, fixed = true), s(start = 0.25), slope;
  equation
    slope = if time < 0.5 then 0 else s - 1;
    slope = 0;
    der(y) = s;
  end Idle;

  model Past "No states: nothing has an error that steps could follow"
    Integer n(start = 0, fixed = true);
    Real y = delay(time^2, 0.25 + 0.5*time, 1), z = delay(y, 0.125);
    Boolean late = y > 0.015625;
  equation
    when {sample(0.3, 0.3), late} then
      n = pre(n) + 1;
    end when;
  end Past;

  model Pipe "A medium that turns round at time 0.6 and carries a jump; a valve opens when that comes out"
    Real x(start = 0, fixed = true);
    Real v = if time < 0.6 then 1.25 else -1;
    Real left = 1 + time^2, right = if time < 0.8 then 3 else 5;
    output Real y, z;
    Boolean open(start = false, fixed = true);
  equation
    der(x) = v;
    (y, z) = spatialDistribution(left, right, x, v >= 0, {0, 0.5, 0.5, 1}, {2, 2, 4, 4});
    when z < 3 then
      open = true;
    end when;
  end Pipe;

  model Partitions "Clocks of a tenth of a second and every third tick of it, one by a parameter, one that begins later"
    parameter Real T = 0.25, k = 2;
    input Real u;
    output Real y, late(start = 1, fixed = true);
    Real us, s(start = 0), third;
    Integer n(start = 0);
  equation
    us = sample(u, Clock(1, 10));
    s = previous(s) + interval(us)*k*us;
    third = subSample(s, 3);
    when Clock(T) then
      n = previous(n) + 1;
    end when;
    y = hold(s) + 10*hold(third);
    when sample(0.05, 0.2) then
      late = u + pre(late);
    end when;
  end Partitions;

  model Loop "A nonlinear and a linear system"
    parameter Real a = 2;
    Real x(start = 0.5, fixed = true);
    Real y(start = 1), z, w;
    input Real u(start = 0.25);
  equation
    y + exp(y) = a + x;
    z + 2*w = x + u;
    a*z - w = y;
    der(x) = z - x;
  end Loop;

  model Derived "Functions, branches, systems inside of systems: derivatives of all of them"
    function square
      input Real x[:];
      output Real y;
    algorithm
      y := 0;
      for i in 1:size(x, 1) loop
        y := y + x[i]*x[i];
      end for;
    end square;
    parameter Real k[3, 3] = [4, 1, 0; 1, 5, 2; 0, 2, 6];
    input Real u(start = 0.3);
    Real x[3](start = {1, 0.5, 0.25}, each fixed = true);
    Real p[3], q(start = 1), r(start = 1), s;
    output Real y = square(x) + q;
    output Real z = -y;
    output Real w = if x[1] > 0.2 then x[1]*p[2] else u;
    output Real mirrored = -u;
    output Real copy = x[2];
    output Real quiet = k[1, 1];
  equation
    k*p = {x[1] + u, x[2]*x[3], sin(x[3])};
    (1 + x[1]^2)*p[1] + q^3 + q*r = 3 + u;
    r + exp(r) = 2 + p[3] + 0.1*q;
    s = exp(-x[2])/(1 + q^2) + square({p[1], q});
    der(x[1]) = -x[1] + s;
    der(x[2]) = q - x[2]^3;
    der(x[3]) = w*r - x[3];
  end Derived;

  model Choices "Parameters of all types: some may change, others shape the model"
    type Law = enumeration(linear, square, none);
    parameter Boolean up = true "Direction";
    parameter Integer count = 3 "Of equal parts";
    parameter Law law = Law.linear;
    parameter Law unset;
    parameter Integer n = 2 "A size";
    parameter Boolean extra = false "An equation more";
    parameter Boolean constrained(final quantity = "") = false annotation (Evaluate = true);
    parameter Real gain = if up then 2 else 3 "Follows from another one";
    parameter Real limit = if extra then 1 else 2;
    final parameter Integer twice = 2*count;
    Real x[n](each start = 1, each fixed = true);
    Real s(start = 0, fixed = true);
    Real e if extra;
  equation
    for i in 1:n loop
      der(x[i]) = (if up then 1 else -1)*gain*(if law == Law.linear then x[i] elseif law == Law.square then x[i]^2 else 1)/count;
    end for;
    der(s) = twice + (if unset == Law.linear then 10 else 0);
    if extra then
      e = time;
    end if;
    annotation (experiment(StopTime = 0.25));
  end Choices;

  model Kink "An event where neither x nor der(x) changes"
    discrete Real slope(start = 1, fixed = true);
    Real x(start = 0, fixed = true);
  equation
    when time >= 0.5 then
      slope = -1;
    end when;
    der(x) = slope*(time - 0.5);
  end Kink;

  model Jumps "A tunnel diode behind a resistor: at the peak of its current the solution ends, at u = 1.524"
    Real v(start = 0), u(start = 1.4, fixed = true);
  equation
    u = 0.5*v + 4*v^3 - 9*v^2 + 6*v;
    der(u) = 0.45;
  end Jumps;

  model Breaks "An assertion ends the simulation at 0.5"
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    assert(x < 0.5, "x is too large");
  end Breaks;

  model Ends "terminate()"
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    when x > 0.5 then
      terminate("x is large enough");
    end when;
  end Ends;

  model Ending "terminal()"
    Real x(start = 0, fixed = true);
    discrete Real last(start = -1, fixed = true);
    Integer n(start = 0, fixed = true);
  equation
    der(x) = 2*time;
    when terminal() then
      last = x;
      n = pre(n) + 1;
    end when;
  end Ending;

  model Texts "Strings that are chosen and compared"
    function length
      input String s;
      output Real n;
    algorithm
      n := if s == "a" then 1 else 2;
    end length;
    parameter String unit = "a";
    parameter String other = unit + "b";
    Real x(start = 0, fixed = true);
    Real y = length(unit) + 10*length(other);
  equation
    der(x) = length(if x > 0.5 then unit else "b") + (if other == "ab" then 1 else 0);
  end Texts;

  package Solving "Functions as arguments"
    partial function Scalar
      input Real u;
      output Real y;
    end Scalar;
    function polynomial
      extends Scalar;
      input Real c[:] = {3, 1};
    algorithm
      y := c[size(c, 1)];
      for i in size(c, 1) - 1:-1:1 loop
        y := y*u + c[i];
      end for;
    end polynomial;
    function root "By halves"
      input Scalar f;
      input Real low, high;
      output Real u;
    protected
      Real a = low, b = high;
    algorithm
      while b - a > 1e-13 loop
        u := (a + b)/2;
        if f(u) > 0 then
          b := u;
        else
          a := u;
        end if;
      end while;
    end root;
  end Solving;

  model Solved "The root of u^3 + p u = 1 + time"
    parameter Real p = 1;
    Real u = Solving.root(function Solving.polynomial(c = {-1 - time, p, 0, 1}), 0, 5);
    Real x(start = 0, fixed = true);
  equation
    der(x) = u;
  end Solved;

  model Solves "Systems by LAPACK's dgesv, as Modelica.Math.Matrices.solve has them"
    function solve
      input Real A[:, size(A, 1)], b[size(A, 1)];
      output Real x[size(A, 1)] = b;
      output Integer info;
    protected
      Real work[size(A, 1), size(A, 1)] = A;
      Integer pivots[size(A, 1)], n = size(A, 1);
      external "FORTRAN 77" dgesv(n, 1, work, n, pivots, x, n, info);
    end solve;
    function solve2
      input Real A[:, size(A, 1)], B[size(A, 1), :];
      output Real X[size(A, 1), size(B, 2)] = B;
      output Integer info;
    protected
      Real work[size(A, 1), size(A, 1)] = A;
      Integer pivots[size(A, 1)], n = size(A, 1);
      external "FORTRAN 77" dgesv(n, size(B, 2), work, n, pivots, X, n, info);
    end solve2;
    Real x[3], Y[2, 2], z[2];
    Integer ok, fine, singular;
    Real w(start = 0, fixed = true);
  equation
    (x, ok) = solve([0, 1, 1; 2, 1, -1; 1, 0, time + 1], {2 + 3, 2*1 + 2 - 3, 1 + 3*(time + 1)});
    (Y, fine) = solve2([1, 2; 3, 4], [1, 2; 3, 4]*[time, 1; 2, -time]);
    (z, singular) = solve([1, 2; 2, 4], {1, time});
    der(w) = x[3];
  end Solves;

  model Parts "Of vectors, as many elements wherever they begin"
    function windows
      input Integer n;
      input Real t;
      output Real y[n];
    algorithm
      y[1:2] := {1, t};
      for i in 3:2:n loop
        y[i:i + 1] := 2*y[i - 2:i - 1] + {t, 1};
      end for;
    end windows;
    Real y[6] = windows(6, time);
    Real x(start = 0, fixed = true);
  equation
    der(x) = y[6];
  end Parts;

  model Words "Strings from outside, and to there"
    input String word(start = "a");
    parameter String last = "z";
    output String told = if time > 0.5 then last else word;
    output Real n(start = 0, fixed = true);
  equation
    der(n) = if told == "b" then 1 else if told == "y" then 10 else 2;
  end Words;

  model Spelled "Strings that are made in a function while it runs"
    function length
      input String s;
      output Real n;
    algorithm
      n := if s + "b" == "ab" then 1 else 2;
    end length;
    Real x(start = 0, fixed = true);
  equation
    der(x) = length(if x > 1 then "a" else "b");
  end Spelled;

  model Sizes "Functions with arrays whose sizes follow from Integers"
    function angles "Recursive; branches for other sizes do not fit"
      input Integer m;
      output Real y[m];
    protected
      Integer half = integer(m/2);
    algorithm
      if mod(m, 2) == 0 then
        if m == 2 then
          y[1] := 0;
          y[2] := 1;
        else
          y[1:half] := angles(half);
          y[half + 1:m] := angles(half) + fill(0.25, half);
        end if;
      else
        y := {k/m for k in 1:m};
      end if;
    end angles;
    function weighted
      input Real x[:];
      output Real y;
    protected
      parameter Integer m = size(x, 1);
      Real a[m] = angles(m);
    algorithm
      y := x*a;
    end weighted;
    parameter Integer n = 3;
    final parameter Real fixed_[n] = angles(n);
    Real x[n](start = {1, 2, 3}, each fixed = true);
    Real y = weighted(x), z = weighted({x[1], x[2], x[3], 1, 2, 3}), w = angles(4)*{x[1], x[2], x[3], 1};
  equation
    der(x) = fixed_ - x;
  end Sizes;

  model Filters "Functions with several arrays whose sizes follow from a parameter, some without elements"
    function split
      input Real single[:];
      input Real pairs[:, 2];
      output Real a[size(single, 1)];
      output Real b[size(pairs, 1)];
    algorithm
      for i in 1:size(single, 1) loop
        a[i] := 2*single[i];
      end for;
      for i in 1:size(pairs, 1) loop
        b[i] := pairs[i, 2]/pairs[i, 1];
      end for;
    end split;
    function poles
      input Integer order;
      input Real f;
      output Real a[mod(order, 2)];
      output Real b[integer(order/2)];
    protected
      Real single[size(a, 1)] = fill(f, size(a, 1));
      Real pairs[size(b, 1), 2];
    algorithm
      for i in 1:size(b, 1) loop
        pairs[i, :] := {f, i + f};
      end for;
      (a, b) := split(single, pairs);
    end poles;
    block Filter
      parameter Integer order = 2 annotation(Evaluate = true);
      parameter Real f = 2;
      final parameter Integer na = mod(order, 2), nb = integer(order/2);
      parameter Real a[na](each fixed = false), b[nb](each fixed = false);
      Real x[na + nb](each start = 1, each fixed = true);
    initial equation
      (a, b) = poles(order, f);
    equation
      der(x) = -cat(1, a, b).*x;
    end Filter;
    parameter Integer order = 3 "Sizes follow from it";
    Filter one(order = 1), two(order = 2), three(order = order, f = 3);
  end Filters;

  model Gears "Inputs that are no continuous Reals"
    input Boolean on;
    input Integer gear;
    output Integer doubled = 2*gear;
    output Boolean off = not on;
    output Real y = x + (if on then 100 else 0);
    Real x(start = 0, fixed = true);
  equation
    der(x) = if on then gear else -1;
  end Gears;

  model Net "A grid of nodes between which resistors are; each has a capacitor behind a resistor"
    constant Integer n = 9;
    parameter Real g = 2;
    input Real u(start = 1);
    Real x[n, n](each start = 0, each fixed = true), v[n, n];
    output Real y = v[n, n];
  equation
    for r in 1:n loop
      for c in 1:n loop
        der(x[r, c]) = v[r, c] - x[r, c];
        0 = (if r == 1 and c == 1 then u else x[r, c]) - v[r, c]
          + (if r > 1 then g*(v[max(r - 1, 1), c] - v[r, c]) else 0) + (if r < n then g*(v[min(r + 1, n), c] - v[r, c]) else 0)
          + (if c > 1 then g*(v[r, max(c - 1, 1)] - v[r, c]) else 0) + (if c < n then g*(v[r, min(c + 1, n)] - v[r, c]) else 0);
      end for;
    end for;
  end Net;

  model Web "The same with resistors that grow"
    constant Integer n = 6;
    parameter Real g = 2;
    input Real u(start = 1);
    Real x[n, n](each start = 0, each fixed = true), v[n, n];
    output Real y = v[n, n];
  protected
    function i
      input Real u;
      output Real i = u + u^3;
      annotation(Inline = true);
    end i;
  equation
    for r in 1:n loop
      for c in 1:n loop
        der(x[r, c]) = v[r, c] - x[r, c];
        0 = (if r == 1 and c == 1 then u else x[r, c]) - v[r, c]
          + (if r > 1 then g*i(v[max(r - 1, 1), c] - v[r, c]) else 0) + (if r < n then g*i(v[min(r + 1, n), c] - v[r, c]) else 0)
          + (if c > 1 then g*i(v[r, max(c - 1, 1)] - v[r, c]) else 0) + (if c < n then g*i(v[r, min(c + 1, n)] - v[r, c]) else 0);
      end for;
    end for;
  end Web;

  model Checked "Functions that only check"
    function positive
      input Real x;
      input String what;
    algorithm
      if x <= 0 then
        fail(what + " is not positive");
      end if;
    end positive;
    function fail
      input String string;
    external "C" ModelicaError(string);
    end fail;
    function all_
      input Real x[:];
    algorithm
      for k in 1:size(x, 1) loop
        positive(2*x[k], "x");
      end for;
    end all_;
    parameter Real least = 1;
    Real x(start = 2, fixed = true);
  equation
    der(x) = -1;
    all_({x - least, 1});
  end Checked;
end Models;
