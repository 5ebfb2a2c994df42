// lever.dym by hand.
package Lever
  model Body
    parameter Real m = 2, J = 0.5, d = 0.7;
    Real x, y, fx, fy, xc, yc, phi(start = 0.4), vx, vy, w;
  equation
    der(xc) = vx;
    der(yc) = vy;
    der(phi) = w;
    m*der(vx) = fx;
    m*der(vy) = fy - m*9.81;
    J*der(w) = -fx*d*cos(phi) - fy*d*sin(phi);
    x = xc - d*sin(phi);
    y = yc + d*cos(phi);
  end Body;

  model lever
    Body b;
  equation
    b.x = 0;
    b.y = 0;
  end lever;
end Lever;
