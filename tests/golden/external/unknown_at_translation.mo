// stage: simulate
// options: --trust . --start 1000 --stop 2000
// note: what depends on foreign code is not known at translation: neither are comparisons with it
// analytic: t = 31536000
// analytic: v = 7*time
// configs: --backend interp
model UnknownAtTranslation
  impure function span
    output Real y[2];
  external "C" span(y)
    annotation(Include = "static void span(double* y) { y[0] = 0; y[1] = 31536000; }");
  end span;
  final parameter Real s[2] = span();
  parameter Real length = s[2] - s[1];
  parameter Boolean repeats = abs(mod(length, 365*24*3600)) < 0.01;
  parameter Real u = if repeats and length > 1 or not repeats and length > 1e9 then 7 else 8;
  Real v = u*time;
  discrete Real t;
initial equation
  t = if repeats then max(length, 1)*integer(time/length + 1) else time;
equation
  when repeats and time > pre(t) then
    t = pre(t) + length;
  end when;
end UnknownAtTranslation;
