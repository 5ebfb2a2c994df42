package Stiff "Models whose steps have several solutions, or hardly one: C programs must find the one of the simulator"
  model Robertson "Three reactions whose rates differ by nine powers of ten"
    Real y1(start = 1, fixed = true), y2(start = 0, fixed = true), y3(start = 0, fixed = true);
  equation
    der(y1) = -0.04*y1 + 1e4*y2*y3;
    der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
    der(y3) = 3e7*y2^2;
  end Robertson;

  model RobertsonDae "The same with the sum of concentrations as an equation"
    Real y1(start = 1, fixed = true), y2(start = 0, fixed = true), y3;
  equation
    der(y1) = -0.04*y1 + 1e4*y2*y3;
    der(y2) = 0.04*y1 - 1e4*y2*y3 - 3e7*y2^2;
    y1 + y2 + y3 = 1;
  end RobertsonDae;

  model Oregonator "The Belousov-Zhabotinskii reaction"
    Real x(start = 1, fixed = true), y(start = 2, fixed = true), z(start = 3, fixed = true);
  equation
    der(x) = 77.27*(y + x*(1 - 8.375e-6*x - y));
    der(y) = (z - (1 + x)*y)/77.27;
    der(z) = 0.161*(x - z);
  end Oregonator;

  model VanDerPol
    parameter Real mu = 1000;
    Real x(start = 2, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = mu*((1 - x^2)*v) - x;
  end VanDerPol;

  model Ignition "A flame that spreads and then is out of fuel; stiff before and after"
    Real y(start = 1e-3, fixed = true);
  equation
    der(y) = 1e3*(y^2 - y^3);
  end Ignition;

  model Autocatalysis "Two reactors one after the other"
    Real a[2](each start = 1, each fixed = true), b[2](each start = 1e-6, each fixed = true);
    Real r[2];
  equation
    for i in 1:2 loop
      r[i] = 1e3*a[i]*b[i]^2/(1 + b[i]);
    end for;
    der(a[1]) = 1 - a[1] - r[1];
    der(b[1]) = r[1] - b[1];
    der(a[2]) = a[1] - a[2] - r[2];
    der(b[2]) = b[1] + r[2] - b[2];
  end Autocatalysis;

  model Diodes "A bridge of exponential diodes with a capacitor behind it"
    parameter Real Is = 1e-12, Vt = 0.025;
    Real v(start = 0, fixed = true), p, n, i[4], u;
  equation
    u = 10*sin(100*time);
    i[1] = Is*(exp(min((u - p)/Vt, 700)) - 1);
    i[2] = Is*(exp(min((-u - p)/Vt, 700)) - 1);
    i[3] = Is*(exp(min((n - u)/Vt, 700)) - 1);
    i[4] = Is*(exp(min((n + u)/Vt, 700)) - 1);
    v = p - n;
    i[1] + i[2] = i[3] + i[4];
    1e-3*der(v) = i[1] + i[2] - v/100;
  end Diodes;

  model Clamp "A diode and a resistor: a nonlinear system without a state in it"
    Real u, v(start = 0), x(start = 0, fixed = true);
  equation
    u = 5*sin(20*time);
    (u - v)/1e3 = 1e-14*(exp(v/0.0258) - 1);
    der(x) = v - x;
  end Clamp;

  model SmoothFriction "A mass on a belt, friction by a steep curve"
    Real x(start = 0, fixed = true), v(start = 0, fixed = true), f;
  equation
    der(x) = v;
    der(v) = f - 10*x - 0.1*v;
    f = 2*tanh(1e3*(1 - v))*(1 + 0.5*exp(-abs(1 - v)/0.1));
  end SmoothFriction;

  model Bristles "Friction by bristles that bend (LuGre)"
    Real x(start = 0, fixed = true), v(start = 0, fixed = true), z(start = 0, fixed = true);
    Real g, f, w;
  equation
    der(x) = v;
    w = v;
    g = 1 + 0.5*exp(-(w/0.001)^2);
    der(z) = w - 1e5*abs(w)/g*z;
    f = 1e5*z + 300*der(z) + 0.4*w;
    der(v) = 1.6*sin(5*time) - f;
  end Bristles;

  model Coulomb "Stick and slip with events"
    Real x(start = 0, fixed = true), v(start = 0.5, fixed = true);
    Real f;
  equation
    der(x) = v;
    f = if v > 0 then 1 + 0.2*exp(-10*v) else -1 - 0.2*exp(10*v);
    der(v) = 3*sin(4*time) - f - 5*x;
  end Coulomb;

  model Pendulum "A pendulum in Cartesian coordinates: its index is reduced"
    Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x - 0.1*vx;
    der(vy) = -F*y - 0.1*vy - 9.81;
    x^2 + y^2 = 1;
  end Pendulum;

  model StiffPendulum "On a spring that hardly gives way"
    Real x(start = 1, fixed = true), y(start = 0, fixed = true);
    Real vx(start = 0, fixed = true), vy(start = 0, fixed = true), L, F;
  equation
    der(x) = vx;
    der(y) = vy;
    L = sqrt(x^2 + y^2);
    F = 1e6*(L - 1);
    der(vx) = -F*x/L;
    der(vy) = -F*y/L - 9.81;
  end StiffPendulum;

  model Tank "Outflow by a square root, filled now and then"
    Real h(start = 1, fixed = true), q, w(start = 0.1);
    discrete Real inflow(start = 0, fixed = true);
  equation
    when sample(0.3, 0.7) then
      inflow = 1.2 - pre(inflow);
    end when;
    w*abs(w) + 0.3*w^3 = h;
    q = 0.8*w;
    0.5*der(h) = inflow - q;
  end Tank;

  model Thermostat "A heater with a switch and radiation"
    Real T(start = 280, fixed = true, nominal = 300), Tw(start = 290, nominal = 300);
    Boolean on(start = true, fixed = true);
  equation
    on = T < (if pre(on) then 320 else 310);
    5.67e-8*0.9*(Tw^4 - T^4) + 10*(Tw - T) = if on then 500 else 0;
    20*der(T) = 10*(Tw - T) + 5.67e-8*0.9*(Tw^4 - T^4) - 5*(T - 280);
  end Thermostat;

  model ManyRoots "Each step has many solutions"
    Real x(start = 0.1, fixed = true), y(start = 0, fixed = true), z(start = 0.3);
  equation
    der(x) = 50*(sin(7*z) - x);
    der(y) = x - y;
    z + 0.9*sin(z + x) = 2*y + time;
  end ManyRoots;

  model Bounded "Unknowns with bounds that an iteration must not pass"
    Real x(start = 0.5, fixed = true, min = 0), w(start = 0.5, min = 1e-3, max = 10);
  equation
    der(x) = -100*w + 1;
    w*log(1 + w) + sqrt(w) = 2*x;
  end Bounded;
end Stiff;
