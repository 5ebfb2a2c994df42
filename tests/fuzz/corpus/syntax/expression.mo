model M
  Real x = -a^2 + b*(c - d)/e .* [1, 2; 3, 4] ./ {i for i in 1:n} - sum(x[end, :]) + .5e-3;
  Boolean p = not a < b and c <> d or e == f;
  Real y = f(a, function g(b = 1), n = 'q r'.s[1].t) + 1e300 + 9223372036854775807;
end M;
