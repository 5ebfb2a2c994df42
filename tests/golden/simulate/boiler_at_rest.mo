// stage: simulate
// note: A tube in which water boils, at rest from the start: the start values of the states are far from that, other variables have none. At rest as much flows out as in, and takes all the heat with it.
// options: --stop 1 --tolerance 1e-8 --filter ^(outflow|balance)$
// tolerance: 1e-6
// analytic: outflow = 0.3
// analytic: balance = 1
// configs: --backend interp; --method cvode; --method ida
model BoilerAtRest
  function density "that of a liquid that boils; h > 5e5: with steam"
    input Real p, h;
    output Real d;
  algorithm
    assert(h > 1e4 and h < 4e6 and p > 1e3 and p < 2e7, "outside of the range of the medium");
    d := 1000/(1 + 2e-7*h + max(0, h - 5e5)*1e-4*(1e6/p));
  end density;
  function temperature
    input Real p, h;
    output Real T;
  algorithm
    assert(h > 1e4 and h < 4e6 and p > 1e3 and p < 2e7, "outside of the range of the medium");
    T := 392 + 20*log(p/1e5);
    if h < 4200*(T - 273) then
      T := 273 + h/4200;
    elseif h > 4200*(T - 273) + 2e6 then
      T := T + (h - 4200*(T - 273) - 2e6)/2000;
    end if;
  end temperature;
  parameter Integer n=8;
  Real p(start=1e5), h[n](each start=1e6), W[n](each start=400);
  Real outflow=w[n + 1];
  Real balance=0.3*(h[n] - 2e5)/sum(q) "heat that flows out, of that which flows in";
  Real d[n], T[n], q[n], w[n + 1], v[n], k[n];
equation
  w[1] = 0.3;
  for i in 1:n loop
    d[i] = density(p, h[i]);
    T[i] = temperature(p, h[i]);
    v[i] = w[i + 1]/d[i];
    k[i] = 300*(v[i]/1e-3)^0.8;
    q[i] = k[i]*(W[i] - T[i]);
    w[i] - w[i + 1] = 1e-7*(d[i]/1000)*der(p);
    5*d[i]/1000*der(h[i]) = w[i]*((if i == 1 then 2e5 else h[i - 1]) - h[i]) + q[i];
    400*der(W[i]) = 2e5*(900 - W[i])/900 - q[i];
  end for;
  w[n + 1] = 1e-3*sqrt(d[n]*(p - 1e4)/1e3);
initial equation
  der(p) = 0;
  der(h) = zeros(n);
  der(W) = zeros(n);
end BoilerAtRest;
