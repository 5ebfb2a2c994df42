// stage: simulate
// options: --method inline:be --step 0.005 --stop 40 --intervals 1 --filter ^x[025]
// note: r2 takes x4 away within a third of the first step. A line or parabola through such points leads beyond the poles of the
//   rates, where the equations of a step have other solutions.
// origin: final values of ida with tolerance 1e-10
// final: x0 = 0.4090895794553031
// final: x2 = 0.005629806829270859
// final: x5 = 0.16726661371542656
// tolerance: 5e-3
// configs: --method inline:trapezoid; --method inline:bdf; --method inline:bdf2; --method inline:bdf4; --method inline:sdirk4; --method inline:radau3; --method inline:radau5; --method inline:lobatto4; --method inline:radau3 --step 0.025; --method inline:radau5 --step 0.025; --method inline:lobatto4 --step 0.025; --step 0.025
model LongFirstSteps "Mass action and saturated reactions"
  Real x0(start=0.12655, fixed=true);
  Real x1(start=0, fixed=true);
  Real x2(start=0, fixed=true);
  Real x3(start=0.132601, fixed=true);
  Real x4(start=0.155634, fixed=true);
  Real x5(start=0.167201, fixed=true);
  Real r0 = 2.18265*x2*x2;
  Real r1 = 0.203307*x5*x4;
  Real r2 = 1699.71*x4/(1+2.51631*x4);
  Real r3 = 2.27489*x1/(1+3.61372*x1);
  Real r4 = 3.7811*x4/(1+2.66057*x4);
  Real r5 = 1.86635*x1*x2;
  Real r6 = 8.56458*x1*x3;
  Real r7 = 2.34275*x4*x4;
  Real r8 = 0.176325*x3*x0;
  Real r9 = 8.74263*x3;
equation
  der(x0) = +r0 +r0 +r4 -r8;
  der(x1) = -r3 -r5 -r6 +r8 +r8;
  der(x2) = -r0 -r0 +r2 -r5 +r7 +r7 +r9;
  der(x3) = -r6 -r8 -r9;
  der(x4) = -r1 +r1 +r1 -r2 +r3 -r4 +r5 +r5 -r7 -r7;
  der(x5) = -r1 +r6 +r6;
end LongFirstSteps;
