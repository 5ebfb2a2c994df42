// stage: check
// note: issue 18, point 18: no warning where units agree, where they are inferred, and where nothing can be judged
model UnitsAgree
  function twice
    input Real u(unit = "V");
    output Real y(unit = "V") = 2*u;
  end twice;
  constant Real g(unit = "m/s2") = 9.81;
  constant Real unitTorque(unit = "N.m") = 1;
  parameter Real m(unit = "kg") = 2, R(unit = "Ohm") = 3, Ron(unit = "Ohm") = 1e-5;
  parameter Real k = 4 "a gain of any unit";
  parameter Real eta(unit = "1") = 0.5;
  Real v(unit = "m/s", start = 1, fixed = true), f(unit = "N"), E(unit = "J"), u(unit = "V"), i(unit = "A");
  Real T(unit = "K"), Tc(unit = "degC"), w(unit = "rad/s"), phi(unit = "rad"), vk(unit = "km/h");
  Real signal, amplified, s, x(start = 1, fixed = true), tau(unit = "N.m"), a(unit = "rad/s2");
equation
  f = m*g;
  m*der(v) = f - 0.5*m*v^2/(1 + time)*k;
  E = m*v^2/2;
  u = R*i;
  i = if time > 1 then 2 else 0;
  T = 300 + time;
  Tc = T - 273.15;
  w = 2*3.141592653589793*50;
  phi = sin(0.1*time) + w*0.1;
  vk = 3.6*v;
  signal = twice(u) + u*exp(-time/5);
  amplified = eta*signal;
  tau = amplified;
  a = s - tau/unitTorque;
  u = s*(if time > 1 then 1 else Ron);
  der(x) = -x^3 + cos(x);
end UnitsAgree;
