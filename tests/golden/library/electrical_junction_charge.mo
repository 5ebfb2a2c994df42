// stage: simulate
// model: Formola.Examples.Electrical.JunctionCharge
// options: --stop 4e-7
// tolerance: 1e-4
// final: diode.v = -2
// note: The blocking diode takes the whole voltage of the source.
