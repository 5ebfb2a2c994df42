// stage: simulate
// options: --stop 2 --tolerance 1e-8
// note: the capacitances of a junction come from a function of its parameters and its voltage; one is zero at every voltage, so that the
//   inner voltage w is no state but the solution of an algebraic equation
// assert: states == 1
// analytic: w = (1 + exp(-time))/3
// analytic: v = exp(-time)
// tolerance: 1e-6
// configs: --method inline:bdf; --method cvode
model VanishingCapacitance
  record Card
    parameter Real cj = 0;
    parameter Real phi = 0.8;
    parameter Real ct = 1;
  end Card;
  record Junction
    Real c "depletion";
    Real c2 "transit";
    Real i;
  end Junction;
  function depletion
    input Real cj;
    input Real u;
    input Real phi;
    output Real c;
    output Real q;
  protected
    Real arg;
  algorithm
    if u < 0.5*phi then
      arg := 1 - u/phi;
      c := cj/sqrt(arg);
      q := cj*phi*(1 - arg);
    else
      c := cj*(1 + u/phi);
      q := cj*u^2;
    end if;
  end depletion;
  function junction
    input Card card;
    input Real u[2];
    output Junction y;
  protected
    Real q;
    Real sum;
    Integer k;
  algorithm
    (y.c, q) := depletion(card.cj, u[1] - u[2], card.phi);
    y.c2 := 0;
    sum := 0;
    for i in 1:2 loop
      sum := sum + card.cj*u[i];
    end for;
    k := 0;
    while k < 3 loop
      k := k + 1;
      if k == 2 then
        break;
      end if;
      y.c := y.c + sum;
    end while;
    if card.ct > 0 and u[1] > -100 then
      y.c2 := card.ct;
    end if;
    y.i := u[1] - u[2];
  end junction;
  parameter Card given;
  parameter Card card(cj = given.cj, phi = given.phi, ct = given.ct);
  Real v(start = 1, fixed = true);
  Real w;
  Junction j = junction(card, {v, w});
equation
  j.c2*der(v) = -v;
  // the current through the junction, with its charge, flows on through a conductance of 2 from 1 V
  j.i + j.c*der(w) = 2*w - 1;
end VanishingCapacitance;
