// stage: simulate
// options: --stop 3 --tolerance 1e-7 --filter ^(x|v|vr|vi)$
// final: x = 2.3243896363038625
// final: v = 0.8414063238233425
// final: vr = 0.8141592920353982
// final: vi = -0.21238938053097345
// tolerance: 1e-5
// configs: --method ida; --method cvode; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method dopri5; --method inline:be --step 0.01; --backend interp
// note: v = 0 solves the equations of the load, too, whatever flows. From the low voltage of the fault Newton's method went there when it was cleared, and stayed.
// note: y = 1 - 0.5j: behind both reactances v = 1/((1 + 0.2j*(g + y'))*(1 + 0.1j*y)) with y' = 1/(0.1j + 1/y), g = 0 or 1 - 5j (0.44175 with the fault);
// note: x = 2.5*|v| + 0.5*|v with the fault|.
model LoadAfterAFault
  parameter Real p = 1, q = 0.5 "power at v = 1";
  parameter Real g = 1, b = 5 "conductance and susceptance of the fault";
  Real e(start = 1, fixed = true) "source";
  Real fr(start = 1), fi "voltage at the fault, behind j*0.2 from the source";
  Real vr(start = 1), vi, v "at the load, behind j*0.1 from the fault";
  Real sr(start = 1), si "current of the source";
  Real ir(start = 1), ii "of the load";
  Real x(start = 0, fixed = true);
equation
  der(e) = 1 - e;
  e - fr = -0.2*si;
  -fi = 0.2*sr;
  fr - vr = -0.1*ii;
  fi - vi = 0.1*ir;
  sr = ir + (if time >= 1 and time < 1.5 then g*fr + b*fi else 0);
  si = ii + (if time >= 1 and time < 1.5 then g*fi - b*fr else 0);
  v = sqrt(vr^2 + vi^2);
  p*v^2 = vr*ir + vi*ii;
  q*v^2 = vi*ir - vr*ii;
  der(x) = v;
end LoadAfterAFault;
