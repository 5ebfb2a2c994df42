package ExecutionBench "Models for bench/execution: the same systems exist in C (bench/rhs) or as circuits for ngspice"
  model CubicLadder "n capacitors with resistors i = u + c u^3 between them"
    parameter Integer n = 1000 annotation(Evaluate = true);
    parameter Real g = 0.5, c = 0.1;
    Real x[n](each start = 0, each fixed = true);
    Real i[n];
  equation
    for k in 1:n - 1 loop
      i[k] = g*(x[k] - x[k + 1] + c*(x[k] - x[k + 1])^3);
    end for;
    i[n] = g*(x[n] + c*x[n]^3);
    der(x[1]) = -i[1];
    for k in 2:n loop
      der(x[k]) = i[k - 1] - i[k];
    end for;
  end CubicLadder;

  model DiodeChain "n capacitors with diodes between them"
    parameter Integer n = 1000 annotation(Evaluate = true);
    parameter Real Is = 0.5;
    Real x[n](each start = 0, each fixed = true);
    Real i[n];
  equation
    for k in 1:n - 1 loop
      i[k] = Is*(exp(x[k] - x[k + 1]) - 1);
    end for;
    i[n] = Is*(exp(x[n]) - 1);
    der(x[1]) = -i[1];
    for k in 2:n loop
      der(x[k]) = i[k - 1] - i[k];
    end for;
  end DiodeChain;

  model HeatGrid "n times n cells, insulated"
    parameter Integer n = 32 annotation(Evaluate = true);
    parameter Real a = 2;
    Real T[n, n](each start = 0, each fixed = true);
    Real east[n, n - 1], north[n - 1, n];
  equation
    for r in 1:n loop
      for c in 1:n - 1 loop
        east[r, c] = a*(T[r, c] - T[r, c + 1]);
        north[c, r] = a*(T[c, r] - T[c + 1, r]);
      end for;
      for c in 1:n loop
        der(T[r, c]) = (if c > 1 then east[r, max(c - 1, 1)] else 0) - (if c < n then east[r, min(c, n - 1)] else 0)
          + (if r > 1 then north[max(r - 1, 1), c] else 0) - (if r < n then north[min(r, n - 1), c] else 0);
      end for;
    end for;
  end HeatGrid;

  model Pendulums "n pendulums in a chain of springs: sine, cosine and squares"
    parameter Integer n = 1000 annotation(Evaluate = true);
    parameter Real k = 0.3, d = 0.1;
    Real phi[n](each start = 0, each fixed = true), w[n](each start = 0, each fixed = true);
    Real torque[n];
  equation
    for j in 1:n loop
      torque[j] = (if j > 1 then k*(phi[max(j - 1, 1)] - phi[j]) else 0)
        + (if j < n then k*(phi[min(j + 1, n)] - phi[j]) else 0);
      der(phi[j]) = w[j];
      der(w[j]) = torque[j]*cos(phi[j]) - sin(phi[j]) - d*w[j]^2;
    end for;
  end Pendulums;

  model DiodeLadder "A sine source pumps n capacitors through n diodes; each capacitor has a load"
    parameter Integer n = 10 annotation(Evaluate = true);
    parameter Real Is = 1e-14, Vt = 0.025864926 "of 300.15 K";
    parameter Real C = 1e-9, R = 1e5, V = 5, f = 1e5, Rs = 50;
    Real v[n](each start = 0, each fixed = true);
    Real u0, i[n];
  equation
    (V*sin(2*3.14159265358979*f*time) - u0)/Rs = i[1];
    i[1] = Is*(exp((u0 - v[1])/Vt) - 1) + 1e-12*(u0 - v[1]);
    for k in 2:n loop
      i[k] = Is*(exp((v[k - 1] - v[k])/Vt) - 1) + 1e-12*(v[k - 1] - v[k]);
    end for;
    for k in 1:n loop
      C*der(v[k]) = i[k] - (if k < n then i[min(k + 1, n)] else 0) - v[k]/R;
    end for;
    annotation(experiment(StopTime = 1e-3));
  end DiodeLadder;

  function drain "Shichman and Hodges' transistor without channel shortening, vds >= 0"
    input Real vgs, vds, beta, vt;
    output Real id;
  algorithm
    if vgs <= vt then
      id := 0;
    elseif vds <= vgs - vt then
      id := beta*(vgs - vt - vds/2)*vds;
    else
      id := beta*(vgs - vt)^2/2;
    end if;
    annotation(Inline = true, smoothOrder = 1);
  end drain;

  model Ring "n (odd) CMOS inverters in a ring, each with a capacitor"
    parameter Integer n = 11 annotation(Evaluate = true);
    parameter Real VDD = 5, beta = 2e-4, vt = 0.8, C = 1e-13;
    Real v[n](start = {if k == 1 then 4.0 elseif mod(k, 2) == 0 then 1.0 else 4.0 for k in 1:n}, each fixed = true);
    Real down[n], up[n];
  equation
    for k in 1:n loop
      down[k] = noEvent(drain(v[if k == 1 then n else k - 1], v[k], beta, vt));
      up[k] = noEvent(drain(VDD - v[if k == 1 then n else k - 1], VDD - v[k], beta, vt));
      C*der(v[k]) = up[k] - down[k];
    end for;
    annotation(experiment(StopTime = 1e-7));
  end Ring;
end ExecutionBench;
