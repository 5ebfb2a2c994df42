// stage: simulate
// model: Formola.Examples.Electrical.JunctionVoltage
// tolerance: 1e-5
// final: diode.v = -1.999998
// final: diode.i = 0.005
// assert: states == 1
// note: Before the last pulse the blocking diode takes the voltage of the source but for the drop R*Gp*2 V at the resistor;
// note: at its beginning the source jumps to 3 V, all of whose change falls on the resistor: 5 V/1000 Ohm.
