// stage: simulate
// options: --stop 1
// model: Unneeded.Volume
// note: functions that call others and do not need all inputs: the pressure is not differentiated with the temperature, which is prescribed
// analytic: Q = 8368
// analytic: h = 4184 * (300 + time)
package Unneeded
  record State
    Real p;
    Real T;
  end State;
  function setState
    input Real p;
    input Real h;
    input Real X[:] = {1};
    output State s;
  algorithm
    s := State(p = p, T = h/4184);
  end setState;
  function temperature
    input State s;
    output Real T;
  algorithm
    T := s.T;
  end temperature;
  function temperature_ph
    input Real p;
    input Real h;
    input Real X[:] = {1};
    output Real T;
  algorithm
    T := temperature(setState(p, h, X));
  end temperature_ph;
  model Volume
    Real p, h, T, U, Q;
  equation
    T = temperature_ph(p, h);
    T = 300 + time;
    U = 2*h;
    der(U) = Q;
    p = 1e5 + 1e-3*Q^3;
  end Volume;
end Unneeded;
