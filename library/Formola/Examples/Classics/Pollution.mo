within Formola.Examples.Classics;
model Pollution "Air pollution: 25 reactions of 20 species"
  extends Icons.Example;
  parameter Real k[25] = {0.35, 26.6, 12.3e3, 0.86e-3, 0.82e-3, 15e3, 0.13e-3, 24e3, 16.5e3, 9e3,
    0.022, 12e3, 1.88, 16.3e3, 4.8e6, 0.35e-3, 0.0175, 1e8, 4.44e11, 1240, 2.1, 5.78, 0.0474, 1780,
    3.12} "Rate constants";
  parameter Real reference[20] = {0.5646255480022769e-1, 0.1342484130422339,
    0.4139734331099427e-8, 0.5523140207484359e-2, 0.2018977262302196e-6, 0.1464541863493966e-6,
    0.7784249118997964e-1, 0.3245075353396018, 0.7494013383880406e-2, 0.1622293157301561e-7,
    0.1135863833257075e-7, 0.2230505975721359e-2, 0.2087162882798630e-3, 0.1396921016840158e-4,
    0.8964884856898295e-2, 0.4352846369330103e-17, 0.6899219696263405e-2, 0.1007803037365946e-3,
    0.1772146513969984e-5, 0.5682943292316392e-4} "y at time 60";
  Real y[20](start={0, 0.2, 0, 0.04, 0, 0, 0.1, 0.3, 0.01, 0, 0, 0, 0, 0, 0, 0, 0.007, 0, 0, 0},
    each fixed=true, nominal={0.1, 0.1, 1e-8, 1e-2, 1e-7, 1e-7, 0.1, 0.1, 1e-2, 1e-8, 1e-8, 1e-3,
    1e-4, 1e-5, 1e-2, 1e-17, 1e-2, 1e-4, 1e-6, 1e-5}) "Concentrations";
  Real r[25] = k.*{y[1], y[2]*y[4], y[5]*y[2], y[7], y[7], y[7]*y[6], y[9], y[9]*y[6], y[11]*y[2],
    y[11]*y[1], y[13], y[10]*y[2], y[14], y[1]*y[6], y[3], y[4], y[4], y[16], y[16], y[17]*y[6],
    y[19], y[19], y[1]*y[4], y[19]*y[1], y[20]} "Reaction rates";
equation
  der(y[1]) = r[2] + r[3] + r[9] + r[11] + r[12] + r[22] + r[25] - r[1] - r[10] - r[14] - r[23]
    - r[24];
  der(y[2]) = r[1] + r[21] - r[2] - r[3] - r[9] - r[12];
  der(y[3]) = r[1] + r[17] + r[19] + r[22] - r[15];
  der(y[4]) = r[15] - r[2] - r[16] - r[17] - r[23];
  der(y[5]) = 2*r[4] + r[6] + r[7] + r[13] + r[20] - r[3];
  der(y[6]) = r[3] + 2*r[18] - r[6] - r[8] - r[14] - r[20];
  der(y[7]) = r[13] - r[4] - r[5] - r[6];
  der(y[8]) = r[4] + r[5] + r[6] + r[7];
  der(y[9]) = -r[7] - r[8];
  der(y[10]) = r[7] + r[9] - r[12];
  der(y[11]) = r[8] + r[11] - r[9] - r[10];
  der(y[12]) = r[9];
  der(y[13]) = r[10] - r[11];
  der(y[14]) = r[12] - r[13];
  der(y[15]) = r[14];
  der(y[16]) = r[16] - r[18] - r[19];
  der(y[17]) = -r[20];
  der(y[18]) = r[20];
  der(y[19]) = r[23] + r[25] - r[21] - r[22] - r[24];
  der(y[20]) = r[24] - r[25];
  annotation (experiment(StopTime=60, Tolerance=1e-7),
    Documentation(info="<html><p>J. G. Verwer, Gauss-Seidel iteration for stiff ODEs from chemical
kinetics, SIAM J. Sci. Comput. 15, 1994. The species are, in this order, NO2, NO, O(3P), O3, HO2, OH,
HCHO, CO, ALD, MEO2, C2O3, CO2, PAN, CH3O, HNO3, O(1D), SO2, SO4, NO3, N2O5.</p></html>"));
end Pollution;
