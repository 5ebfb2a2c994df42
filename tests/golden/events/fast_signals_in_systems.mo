// stage: simulate
// options: --stop 0.5 --intervals 20 --tolerance 1e-6
// note: fast signals of time that come through a nonlinear equation or a function: looked at where they turn, all crossings are seen
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --method inline:sdirk4
// analytic: solved = floor((800*time - asin(0.9729))/(2*pi)) + floor((800*time - pi + asin(0.9729))/(2*pi)) + 2
// analytic: called = floor((600*time - asin(0.5))/(2*pi)) + floor((600*time - pi + asin(0.5))/(2*pi)) + 2
// tolerance: 1e-3
model fast_signals_in_systems
  model Count "How often it changed"
    input Boolean u;
    discrete output Integer n(start = 0, fixed = true);
  equation
    when change(u) then
      n = pre(n) + 1;
    end when;
  end Count;
  function wave
    input Real t;
    output Real y;
  protected
    Real phase;
  algorithm
    phase := 600*t;
    y := sin(phase);
    if y < -0.5 then
      y := -0.5;
    end if;
  end wave;
  Real x(start = 1, fixed = true) "slow";
  Real y(start = 0);
  Count solvedCount(u = y > 0.9), calledCount(u = wave(time) > 0.5);
  Integer solved = solvedCount.n, called = calledCount.n;
equation
  der(x) = -x;
  y + 0.1*y^3 = sin(800*time);
end fast_signals_in_systems;
