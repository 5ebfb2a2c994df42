// stage: simulate
// options: --stop 2 --intervals 20 --tolerance 1e-8
// note: a field of heat that radiates, solved at every instant: as a sequence through the field errors would grow by a factor of six in each step, and Newton's method would be led astray
// analytic: nearOne = 1
// analytic: corner = 1 + 0.3*sin(36 + time)
// tolerance: 1e-6
// configs: --backend interp; --method ida; --method inline:radau5
model NonlinearField
  parameter Integer m = 12;
  Real wanted[m, m] = {{1 + 0.3*sin(i + 2*j + time) for j in 1:m} for i in 1:m};
  Real T[m, m](each start = 1);
  Real q[m, m] "what is supplied so that the temperatures are the wanted ones";
  Real nearOne = 1 + 1e4*sum((T - wanted).^2);
  Real corner = T[m, m];
  Real heat(start = 0, fixed = true);
equation
  for i in 1:m loop
    for j in 1:m loop
      q[i, j] = 4*wanted[i, j] + 0.1*wanted[i, j]^3 - (if i > 1 then wanted[i - 1, j] else 0) - (if i < m then wanted[i + 1, j] else 0)
        - (if j > 1 then wanted[i, j - 1] else 0) - (if j < m then wanted[i, j + 1] else 0);
      4*T[i, j] - (if i > 1 then T[i - 1, j] else 0) - (if i < m then T[i + 1, j] else 0)
        - (if j > 1 then T[i, j - 1] else 0) - (if j < m then T[i, j + 1] else 0) = q[i, j] - 0.1*T[i, j]^3;
    end for;
  end for;
  der(heat) = sum(q);
end NonlinearField;
