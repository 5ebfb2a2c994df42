// stage: simulate
// options: --disable-pass=checkUnits --stop 10 --tolerance 1e-10 --filter ^(w[123]|exact[123]|L1|L3|energy|norm)$
// tolerance: 1e-7
// configs: --method inline:bdf; --method inline:radau5
// analytic: w1 = exact1
// analytic: w2 = exact2
// analytic: w3 = exact3
// analytic: energy = 0.5*(1*1.5^2 + 3*2^2)
// analytic: L1 = 1.5
// analytic: L3 = 6
// analytic: norm = 1
// assert: states == 13
// note: Torque-free rotation of an unsymmetric body in Jacobi's elliptic functions: L. D. Landau, E. M. Lifshitz,
// note: Mechanics, section 37, for L^2 > 2*E*I2, with w2 = 0 at the start. The functions are computed by the
// note: arithmetic-geometric mean: M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, 16.4.
model EulerTop
  function amplitude "Jacobi's amplitude am(u | m)"
    input Real u;
    input Real m "0 <= m < 1";
    output Real phi;
  protected
    Real a = 1, b = sqrt(1 - m), c[8], an[8], next;
  algorithm
    for n in 1:8 loop
      c[n] := (a - b)/2;
      next := (a + b)/2;
      b := sqrt(a*b);
      a := next;
      an[n] := a;
    end for;
    phi := 2^8*an[8]*u;
    for n in 8:-1:1 loop
      phi := (phi + asin(c[n]/an[n]*sin(phi)))/2;
    end for;
  end amplitude;
  constant Real I1 = 1, I2 = 2, I3 = 3;
  parameter Real w_start[3] = {1.5, 0, 2};
  parameter Real E2 = I1*w_start[1]^2 + I2*w_start[2]^2 + I3*w_start[3]^2 "Twice the energy";
  parameter Real LL = (I1*w_start[1])^2 + (I2*w_start[2])^2 + (I3*w_start[3])^2 "Squared angular momentum";
  parameter Real k2 = (I2 - I1)*(E2*I3 - LL)/((I3 - I2)*(LL - E2*I1)) "Squared modulus";
  parameter Real rate = sqrt((I3 - I2)*(LL - E2*I1)/(I1*I2*I3));
  inner Formola.MultiBody.World world(g = 0);
  Formola.MultiBody.Joints.FreeMotion motion(v_start = {1, 0, 0}, w_start = w_start, Q_start = {0, 0, 0, 1});
  Formola.MultiBody.Parts.Body body(m = 2, I_11 = I1, I_22 = I2, I_33 = I3);
  Real am = amplitude(rate*time, k2);
  Real w1 = body.w_a[1], w2 = body.w_a[2], w3 = body.w_a[3];
  Real exact1 = sqrt((E2*I3 - LL)/(I1*(I3 - I1)))*cos(am);
  Real exact2 = sqrt((E2*I3 - LL)/(I2*(I3 - I2)))*sin(am);
  Real exact3 = sqrt((LL - E2*I1)/(I3*(I3 - I1)))*sqrt(1 - k2*sin(am)^2);
  Real L_0[3] = Formola.MultiBody.Frames.resolve1(body.frame_a.R, body.I*body.w_a) "Angular momentum in the world";
  Real L1 = L_0[1], L3 = L_0[3];
  Real energy = body.kineticEnergy - body.m/2 "Of the rotation";
  Real norm = motion.Q*motion.Q;
equation
  connect(world.frame_b, motion.frame_a);
  connect(motion.frame_b, body.frame_a);
end EulerTop;
