// stage: simulate
// model: Sampled
// options: --stop 1.05
// final: n = 10
// final: held = 1.0
// tolerance: 1e-9
// configs: --backend interp
// note: sample(0.1, 0.1) fires ten times up to 1.0, exactly at its instants.
model Sampled
  discrete Integer n(start = 0, fixed = true);
  discrete Real held(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
    held = time;
  end when;
end Sampled;
