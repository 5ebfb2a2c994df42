// stage: simulate
// options: --method inline:be --step 0.025 --stop 40 --intervals 1
// note: the first steps are much longer than the fastest reactions take: predicted from the first derivatives, x4 is beyond the pole of its rate
//   at -0.25, where the equations of a step have another solution.
// origin: final values of ida with tolerance 1e-10
// final: x0 = 0.16317200028622703
// final: x3 = 0.4613289748229757
// final: x4 = 0.0014825559945068
// tolerance: 1e-5
// configs: --method inline:trapezoid; --method inline:bdf; --method inline:bdf2; --method inline:bdf4; --method inline:sdirk4; --method inline:radau3; --method inline:radau5; --method inline:lobatto4
model PredictionBeyondAPole "Mass action and saturated reactions"
  Real x0(start = 0, fixed = true, nominal = 0.4);
  Real x1(start = 0.146469, fixed = true, nominal = 0.1);
  Real x2(start = 0.344975, fixed = true, nominal = 0.3);
  Real x3(start = 0.0067469, fixed = true, nominal = 0.007);
  Real x4(start = 0.133758, fixed = true, nominal = 0.1);
  Real r0 = 1016.32*x2;
  Real r1 = 0.17292*x2*x3;
  Real r2 = 3.9995*x3/(1 + 2.5983*x3);
  Real r3 = 8.80739*x0*x0;
  Real r4 = 140.708*x1;
  Real r5 = 2.26841*x0;
  Real r6 = 2.68559*x4;
  Real r7 = 314.356*x4/(1 + 3.95636*x4);
  Real r8 = 0.646495*x1*x1;
  Real r9 = 1.16493*x4;
equation
  der(x0) = 2*r1 - 2*r3 + r4 - r5;
  der(x1) = r2 - r4 - 2*r8;
  der(x2) = -r0 - r1 + r9;
  der(x3) = r0 - r1 - r2 + r5 + r6 + r7;
  der(x4) = 2*r3 - r6 - r7 + 2*r8 - r9;
end PredictionBeyondAPole;
