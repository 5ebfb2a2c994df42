// stage: simulate
// model: Formola.Examples.Process.Reactor
// options: --stop 50
// tolerance: 1e-3
// final: reactor.c = 500
// final: reactor.T = 350
// note: Published steady state for the coolant at 300 K: 0.5 mol/l and 350 K (Seborg, Edgar, Mellichamp, Process Dynamics and Control, 1989).
