// stage: simulate
// options: --stop 0.25 --intervals 20 --tolerance 1e-7
// note: signals of time that are faster than the steps of the states: every crossing is an event; closed forms count them
// configs: --method ida; --method cvode; --method dopri5; --method inline:radau5; --method inline:radau5 --step 0.02; --method rk4 --step 0.05
// analytic: sine = floor((2740*time - pi - asin(0.91))/(2*pi)) + floor((2740*time + asin(0.91))/(2*pi)) + 1
// analytic: chirp = floor((900*time^2 - asin(0.5))/(2*pi)) + floor((900*time^2 - pi + asin(0.5))/(2*pi)) + 2
// analytic: folded = floor((1600*time - acos(-0.82))/(2*pi)) + floor((1600*time + acos(-0.82))/(2*pi)) + 1
// analytic: stairs = floor(2.9*sin(700*time))
// analytic: divided = floor((1500*time - asin(0.6))/(2*pi)) + floor((1500*time - pi + asin(0.6))/(2*pi)) + 2
// analytic: never = 0
// analytic: poles = floor((300*time - atan(2))/pi) + floor((300*time - pi/2)/pi) + 2
// analytic: followed = floor((500*time - asin(0.4))/(2*pi)) + floor((500*time - pi + asin(0.4))/(2*pi)) + 2
// analytic: later = 0 if time < 0.205 else floor((600*time - pi/6)/(2*pi)) + floor((600*time - 5*pi/6)/(2*pi)) - floor((123 - pi/6)/(2*pi)) - floor((123 - 5*pi/6)/(2*pi))
// final: pulse = 2e-5*sqrt(log(2))
// tolerance: 2e-4
model fast_signals_of_time
  model Count "How often it changed"
    input Boolean u;
    discrete output Integer n(start = 0, fixed = true);
  equation
    when change(u) then
      n = pre(n) + 1;
    end when;
  end Count;
  Real x(start = 1, fixed = true) "slow";
  Count sineCount(u = sin(2740*time) > -0.91), chirpCount(u = sin(900*time^2) > 0.5),
    foldedCount(u = abs(cos(800*time)) > 0.3), dividedCount(u = v > 1),
    neverCount(u = sin(1000*time) + cos(1313*time) > 2.1), polesCount(u = tan(300*time) > 2),
    followedCount(u = sin(499*time + y) > 0.4), laterCount(u = a*sin(600*time) > 1);
  Integer sine = sineCount.n, chirp = chirpCount.n, folded = foldedCount.n, divided = dividedCount.n,
    never = neverCount.n, poles = polesCount.n, followed = followedCount.n, later = laterCount.n;
  Integer stairs = integer(2.9*sin(700*time));
  Real u = 5*sin(1500*time), i, v "a voltage divider: linear equations";
  Real y(start = 0, fixed = true) "slow, and part of a fast phase";
  discrete Real a(start = 0.2, fixed = true);
  Real pulse(start = 0, fixed = true);
equation
  der(x) = -x;
  der(y) = 1;
  u - v = 2000*i;
  v = 1000*i;
  when time >= 0.205 then
    a = 2;
  end when;
  der(pulse) = if exp(-((time - 0.2223)/1e-5)^2) > 0.5 then 1 else 0;
end fast_signals_of_time;
