// stage: simulate
// needs: MSL
// note: a Schmitt trigger without states, whose output jumps without an event where the solution followed so far ends, here at a row of the
//   output. No integrator meets these points; they are looked for between the rows.
// options: --stop 0.2 --tolerance 1e-7 --intervals 200 --filter ^vOut.v$
// final: vOut.v = -15
// assert: state_events >= 1
model BranchWithoutStates
  extends Modelica.Electrical.Analog.Examples.OpAmps.InvertingSchmittTrigger;
end BranchWithoutStates;
