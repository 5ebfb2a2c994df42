// stage: simulate
// model: Pump
// options: --stop 1 --intervals 2
// note: arrays of records that leave their sizes open, as arguments, results and locals of functions
// final: top = 4
// final: n = 3
// final: total = 12
// final: average = 2
model Pump
  Curve curve(x = {0, 1, 2}, y = {1, 2, 4});
  parameter Curve generic = makeCurve(2);
  Real top = last(curve);
  Real n = size(generic.y, 1);
  Real total = sum(generic.y);
  Real average = mean(curve);
end Pump;

record Curve
  parameter Real x[:];
  parameter Real y[size(x, 1)];
end Curve;

function makeCurve
  input Real slope;
  output Curve c(x = {1, 2, 3}, y = zeros(n));
protected
  constant Integer n = 3;
algorithm
  for i in 1:n loop
    c.y[i] := slope*c.x[i];
  end for;
end makeCurve;

function last
  input Curve c;
  output Real y;
protected
  Integer n = size(c.y, 1);
algorithm
  y := c.y[n];
end last;

function mean
  input Curve c;
  output Real y;
protected
  Curve shifted(x = c.x, y = c.y .- 1/3);
algorithm
  y := sum(shifted.y)/size(shifted.y, 1);
end mean;
