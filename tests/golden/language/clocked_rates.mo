// stage: simulate
// options: --stop 1.05
// configs: --backend interp; --method inline:bdf
// note: specification 3.6, 16.5.2: which value each conversion delivers, and when
// analytic: k = floor(time/0.1 + 1e-9) + 1
// analytic: slow = 4*floor(time/0.4 + 1e-9) + 1
// analytic: fast = floor(time/0.1 + 1e-9) + 1
// analytic: ticks = floor(time/0.05 + 1e-9) + 1
// analytic: late = 0 if time < 0.15 else floor((time - 0.05)/0.1 + 1e-9) + 1
// analytic: back = 7 if time < 0.1 else floor(time/0.1 + 1e-9) + 1
// analytic: most = 0 if time < 0.2 else 2*floor(time/0.2 + 1e-9) + 1
// analytic: before = 0 if time < 0.2 else 2*floor(time/0.2 + 1e-9)
model Rates
  Clock c = Clock(1, 10);
  Integer k(start = 0) "every 0.1 s";
  Integer slow "every fourth value";
  Integer fast "every value twice";
  Integer ticks(start = 0) "ticks of the fast clock";
  Integer late "shifted by one and a half intervals";
  Integer shifted(start = 7) "shifted by one interval";
  Integer back "shifted back again: first the start value";
  Integer most(start = 0) "latest value of k";
  Integer before(start = 0) "value of k just before";
equation
  when c then
    k = previous(k) + 1;
  end when;
  slow = subSample(k, 4);
  fast = superSample(k, 2);
  ticks = previous(ticks) + (if fast > 0 then 1 else 0);
  late = shiftSample(k, 3, 2);
  shifted = shiftSample(k, 1);
  back = backSample(shifted, 1);
  when shiftSample(subSample(c, 2), 1) then
    most = noClock(k);
    before = sample(hold(k));
  end when;
end Rates;
