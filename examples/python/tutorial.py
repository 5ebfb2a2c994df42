"""Formola from Python, from a first run to a fit: PYTHONPATH=python /usr/bin/python3 examples/python/tutorial.py

The tests run this file; what it claims is asserted.
"""

import pathlib
import tempfile

import numpy

import formola as fo

# ---- A model: a motor turns a load through a gear; a controller keeps the speed.
TEXT = """
model Drive
  import Formola.*;
  Blocks.Sources.Step setPoint(height = 20, startTime = 0.1);
  Blocks.Continuous.LimPID controller(k = 2, Ti = 0.1, Td = 0, yMax = 48);
  Electrical.Sources.SignalVoltage source;
  Electrical.DCMotor motor(R = 0.8, L = 2e-3, k = 0.1, J = 1e-3);
  Electrical.Ground ground;
  Rotational.IdealGear gear(ratio = 10);
  Rotational.Inertia load(J = 0.5);
  Rotational.BearingFriction friction(tau_c = 1);
  Rotational.Sensors.SpeedSensor speed;
equation
  connect(setPoint.y, controller.u_s);
  connect(speed.w, controller.u_m);
  connect(controller.y, source.u);
  connect(source.p, motor.p);
  connect(source.n, motor.n);
  connect(source.n, ground.p);
  connect(motor.flange, gear.flange_a);
  connect(gear.flange_b, load.flange_a);
  connect(load.flange_b, friction.flange_a);
  connect(load.flange_b, speed.flange);
end Drive;
"""
folder = tempfile.TemporaryDirectory()
file = pathlib.Path(folder.name) / "drive.mo"
file.write_text(TEXT)
m = fo.load(file, "Drive")
print(m)

# ---- One run. Everything is an array.
r = m.simulate(stop=3)
print(f"speed at the end: {r.final('load.w'):.4f} rad/s, largest voltage {r['controller.y'].max():.1f} V")
assert abs(r.final("load.w") - 20) < 0.05

# ---- Many runs of the same translation.
s = m.sweep({"load.J": [0.2, 0.5, 1.0], "controller.k": [1, 2, 4]}, stop=3)
overshoot = [case.result["load.w"].max() - 20 for case in s]
print("overshoots:", numpy.round(overshoot, 2))
assert len(s) == 9 and not s.failed and m.translations == 1

# ---- At rest, and the linear system there.
x0 = m.steady_state(time=2)
L = m.linearize(at=x0, inputs=[], outputs=["load.w"])
slowest = max(L.poles().real)
print(f"rests at {x0['load.w']:.3f} rad/s; slowest pole {slowest:.3f} 1/s; drifting: {', '.join(x0.drifting) or 'nothing'}")
assert abs(x0["load.w"] - 20) < 1e-6

# ---- Parameters from measurements. These are made up: a run with other values, and noise.
chance = numpy.random.default_rng(1)
times = numpy.linspace(0, 2, 101)
true = {"load.J": 0.7, "friction.tau_c": 1.4, "motor.R": 0.9}
run = m.simulate(stop=2, set=true, tolerance=1e-8)
measured = {"load.w": (times, run("load.w", times) + chance.normal(0, 0.05, times.size)),
            "controller.y": (times, run("controller.y", times) + chance.normal(0, 0.2, times.size))}
fit = m.calibrate(measured, over={"load.J": (0.1, 5), "friction.tau_c": (0, 10), "motor.R": (0.1, 5)})
for p in fit.parameters:
    print(f"{p.name}: {p.value:.4f}, between {p.interval[0]:.4f} and {p.interval[1]:.4f}; truth {true[p.name]}")
    assert abs(p.value - true[p.name]) < 5*p.standard_error

# ---- A better controller.
best = m.optimize("integral((load.w - 20)^2) + 0.01*integral(controller.y^2)", over={"controller.k": (0.2, 20)}, stop=2)
print(best)
assert best.after <= best.before
