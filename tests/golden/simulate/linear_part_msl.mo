// stage: simulate
// model: Modelica.Mechanics.MultiBody.Examples.Elementary.ThreeSprings
// needs: MSL
// options: --stop 1 --filter ^body1.r_0
// configs: --disable-pass=relaxBlocks
// tolerance: 1e-4
// assert: steps_accepted > 0
// note: A linear part inside a nonlinear block: formulas in place of its matrix had been used where the Jacobian needs it.
