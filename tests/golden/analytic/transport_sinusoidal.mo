// stage: simulate
// note: x = 0.6 sin t, so a particle comes out where it entered at the mirrored instant. About the turning points the
// note: values inside of the pipe vary like a root of the place, so that x must be exact.
// options: --stop 7
// follows: 300 1e-4 1e-6 1e-8
// configs: --backend interp; --method cvode; --method dopri5; --method inline:bdf --backend interp; --method inline:radau5
// analytic: out0 = exp(-time/3) if time < 1.5707963267948966 or time > 4.71238898038469 else exp((time - 3.141592653589793)/3) if time < 3.141592653589793 else 1 - 0.6*sin(time) if 0.6*sin(time) > -0.4 else 1.4 + (1.5707963267948966 - asin(min(5/3 + sin(time), 1)))/5
// analytic: out1 = 2 - 0.6*sin(time) if time < 1.5707963267948966 else 1.4 + (time - 1.5707963267948966)/5 if time < 4.71238898038469 else 1.4 + (7.853981633974483 - time)/5
model TransportSinusoidal
  Real x = 0.6*sin(time);
  Real v = 0.6*cos(time);
  Real left(start = 1, fixed = true), right(start = 1.0858407346410207, fixed = true);
  Real out0, out1;
equation
  der(left) = -left/3;
  der(right) = 0.2;
  (out0, out1) = spatialDistribution(left, right, x, v >= 0, {0, 1}, {1, 2});
end TransportSinusoidal;
