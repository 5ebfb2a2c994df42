// stage: simulate
// model: Formola.Examples.Electrical.CMOSInverter
// options: --stop 0.5
// tolerance: 1e-6
// final: load.v = 2.49807247791
// note: At half the supply both transistors are saturated with the overdrive 1.8 V: with K = Kp/2*1.8^2 the balance of
// note: currents lambda*K*(5 - 2*v) + Gmin*(5 - 2*v) = v/R gives v.
