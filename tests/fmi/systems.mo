// A controlled drive in parts, and as a whole.
package Systems
  model Motor
    parameter Real R = 0.5, L = 2e-3, k = 0.1;
    input Real u, w;
    output Real tau;
    Real i(start = 0, fixed = true);
  equation
    L*der(i) = u - R*i - k*w;
    tau = k*i;
  end Motor;

  model Load "Two masses on a shaft; the brake holds above a speed"
    parameter Real J1 = 1e-3, J2 = 4e-3, c = 20, d = 1e-2, brake = 0.05, limit = 40;
    input Real tau;
    output Real w = w1;
    Real w1(start = 0, fixed = true), w2(start = 0, fixed = true), twist(start = 0, fixed = true);
  equation
    der(twist) = w1 - w2;
    J1*der(w1) = tau - c*twist - d*(w1 - w2);
    J2*der(w2) = c*twist + d*(w1 - w2) - (if w2 > limit then brake else 0) - (if time > 0.6 then 0.1 else 0);
  end Load;

  model Controller "Of the speed in turns per minute"
    parameter Real wanted = 300, gain = 0.01, Ti = 0.1;
    input Real n;
    output Real u;
    Real x(start = 0, fixed = true);
  equation
    der(x) = (wanted - n)/Ti;
    u = gain*(wanted - n + x);
  end Controller;

  model Whole
    parameter Real factor = 9.549296585513721 "60/(2 pi)";
    Motor motor;
    Load load;
    Controller controller;
    output Real n = controller.n;
  equation
    controller.n = factor*load.w;
    motor.u = controller.u;
    motor.w = load.w;
    load.tau = motor.tau;
  end Whole;
end Systems;
