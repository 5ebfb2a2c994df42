// stage: simulate
// options: --stop 2 --tolerance 1e-9
// final: ofTime = 0.5
// final: ofState = 0.693147180559945
// final: ofParameter = 1.5
// final: counted = 3
// tolerance: 1e-4
// configs: --method ida; --method cvode; --method inline:bdf; --method inline:radau5; --method dopri5
// note: differences below 1e-14 count as rounding: the first relation was never true, without a word, and the second was 2 % late
model SmallBounds "Comparisons with small numbers"
  parameter Real level = 4.5e-14;
  Real u = 1e-14*time;
  Real x(start = 1e-12, fixed = true);
  Real w = 2e-14*time^2;
  discrete Real ofTime(start = 0, fixed = true);
  discrete Real ofState(start = 0, fixed = true);
  discrete Real ofParameter(start = 0, fixed = true);
  Integer counted(start = 0, fixed = true);
  Real s = 1e-13*sin(9*time);
equation
  der(x) = -x;
  when sin(u*1e14)*1e-14 > sin(0.5)*1e-14 then
    ofTime = time;
  end when;
  when x < 5e-13 then
    ofState = time;
  end when;
  when w > level then
    ofParameter = time;
  end when;
  when s > 5e-14 then
    counted = pre(counted) + 1;
  end when;
end SmallBounds;
