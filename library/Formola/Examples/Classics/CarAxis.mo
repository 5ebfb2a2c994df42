within Formola.Examples.Classics;
model CarAxis "Car axis on a bumpy road, index 3"
  extends Icons.Example;
  parameter Real epsilon = 0.01 "Scale of mass and gravity";
  parameter Real M = 10 "Mass";
  parameter Real L = 1 "Length of the axis";
  parameter Real L0 = 0.5 "Length of the springs at rest";
  parameter Real r = 0.1 "Height of the bumps";
  parameter Real w = 10 "Frequency of the bumps";
  parameter Real g = 1 "Gravity";
  parameter Real reference[10] = {0.493455784275402809122e-1, 0.496989460230171153861,
    1.04174252488542151681, 0.373911027265361256927, -0.770583684040972357970e-1,
    0.744686658723778553466e-2, 0.175568157537232222276e-1, 0.770341043779251976443,
    -0.473688659084893324729e-2, -0.110468033125734368808e-2} "y at time 3";
  Real xb = sqrt(L^2 - yb^2) "Right wheel";
  Real yb = r*sin(w*time) "Right wheel";
  Real xl(start=0) "Left end of the axis";
  Real yl(start=0.5, fixed=true, stateSelect=StateSelect.prefer) "Left end of the axis";
  Real xr(start=1) "Right end of the axis";
  Real yr(start=0.5, fixed=true, stateSelect=StateSelect.prefer) "Right end of the axis";
  Real vxl(start=-0.5);
  Real vyl(start=0, fixed=true, stateSelect=StateSelect.prefer);
  Real vxr(start=-0.5);
  Real vyr(start=0, fixed=true, stateSelect=StateSelect.prefer);
  Real lambda1(nominal=1e-3) "Multiplier of the first constraint";
  Real lambda2(nominal=1e-3) "Multiplier of the second constraint";
  Real Ll = sqrt(xl^2 + yl^2) "Length of the left spring";
  Real Lr = sqrt((xr - xb)^2 + (yr - yb)^2) "Length of the right spring";
  Real y[10] = {xl, yl, xr, yr, vxl, vyl, vxr, vyr, lambda1, lambda2};
protected
  parameter Real k = M*epsilon^2/2;
equation
  der(xl) = vxl;
  der(yl) = vyl;
  der(xr) = vxr;
  der(yr) = vyr;
  k*der(vxl) = (L0 - Ll)*xl/Ll + lambda1*xb + 2*lambda2*(xl - xr);
  k*der(vyl) = (L0 - Ll)*yl/Ll + lambda1*yb + 2*lambda2*(yl - yr) - k*g;
  k*der(vxr) = (L0 - Lr)*(xr - xb)/Lr - 2*lambda2*(xl - xr);
  k*der(vyr) = (L0 - Lr)*(yr - yb)/Lr - 2*lambda2*(yl - yr) - k*g;
  0 = xl*xb + yl*yb;
  0 = (xl - xr)^2 + (yl - yr)^2 - L^2;
  annotation (experiment(StopTime=3, Tolerance=1e-7),
    Documentation(info="<html><p>S. Schneider, Int&eacute;gration de syst&egrave;mes
d'&eacute;quations diff&eacute;rentielles raides et diff&eacute;rentielles-alg&eacute;briques par des
m&eacute;thodes de collocations et m&eacute;thodes g&eacute;n&eacute;rales lin&eacute;aires, thesis,
Geneva, 1994. Four of eight states remain after index reduction.</p></html>"));
end CarAxis;
