// String() of an Integer that follows from time has all its digits.
// stage: simulate
// options: --stop 0.9
// analytic: n = 3 if time < 0.5 else 1
// configs: --method inline:bdf; --backend interp
model StringOfInteger
  discrete String s(start = "", fixed = true);
  Integer n;
equation
  n = if s == "10000000" then 1 elseif s == "1e+07" then 2 else 3;
  when sample(0.5, 0.5) then
    s = String(integer(2e7*time));
  end when;
end StringOfInteger;
