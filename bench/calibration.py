"""How often the true parameters lie in the confidence intervals of fits to noisy data.

    PYTHONPATH=python /usr/bin/python3 bench/calibration.py [repetitions] [drive] [stick-slip] [reactions]

A drive (5 parameters, with limiter and friction), a stick-slip oscillator (3 parameters of its friction law) and a reaction network
(8 rate constants), each with data of its own noise. Figures are printed; nothing fails.
"""

import pathlib
import sys
import tempfile
import time

import numpy

import formola as fo

DRIVE = """
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
STICK_SLIP = """
model StickSlip
  parameter Real c = 2;
  parameter Real fs(min = 0) = 1.2 "as long as it sticks";
  parameter Real fc(min = 0) = 0.8;
  parameter Real fv = 0.02 "per speed";
  parameter Real speed = 0.5;
  Real x(start = 0, fixed = true), v(start = 0.5, fixed = true);
  discrete Boolean stuck(start = true, fixed = true);
equation
  der(x) = v;
  der(v) = if stuck then 0 else -c*x + fc - fv*(v - speed);
  when c*x > fs then
    stuck = false;
  elsewhen v > speed and not pre(stuck) then
    stuck = true;
    reinit(v, speed);
  end when;
end StickSlip;
"""
REACTIONS = """
model Reactions
  parameter Real k[8](each min = 0) = {1, 0.5, 2, 0.3, 1.5, 0.2, 0.8, 0.4};
  Real a(start = 1, fixed = true), b(start = 0.5, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true),
       e(start = 0.2, fixed = true);
protected
  Real r[8] = {k[1]*a, k[2]*b, k[3]*b*c, k[4]*d, k[5]*c*e, k[6]*d*d, k[7]*a*e, k[8]*c};
equation
  der(a) = -r[1] + r[2] - r[7];
  der(b) = r[1] - r[2] - r[3] + r[4];
  der(c) = -r[3] + r[4] - r[5] + r[7] - r[8] + r[1]/2;
  der(d) = r[3] - r[4] - 2*r[6] + r[5];
  der(e) = r[6] - r[5] + r[8] - r[7];
end Reactions;
"""
# model, true values, stop time, measurements with their noise
CASES = {
    "drive": (DRIVE, {"load.J": 0.7, "friction.tau_c": 1.4, "motor.R": 0.9, "motor.k": 0.11, "motor.L": 3e-3}, 2,
              {"load.w": 0.05, "motor.p.i": 0.3}),
    "stick-slip": (STICK_SLIP, {"fs": 1.5, "fc": 1.0, "fv": 0.05}, 6, {"x": 0.01, "v": 0.02}),
    "reactions": (REACTIONS, {f"k[{i + 1}]": value for i, value in enumerate((0.8, 0.6, 1.7, 0.35, 1.2, 0.25, 0.9, 0.45))}, 8,
                  {"a": 0.003, "b": 0.003, "c": 0.003, "d": 0.003, "e": 0.003}),
}


def main():
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    chance = numpy.random.default_rng(7)
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, true, stop, noise) in CASES.items():
            if sys.argv[2:] and name not in sys.argv[2:]:
                continue
            file = pathlib.Path(folder) / "model.mo"
            file.write_text(text)
            m = fo.load(file)
            times = numpy.linspace(0, stop, 121)[1:]
            run = m.simulate(stop=stop, set=true, tolerance=1e-9, intervals=120)  # rows at these times: nothing is interpolated
            held, total, failed, runs = 0, 0, 0, 0
            start = time.perf_counter()
            for _ in range(repetitions):
                measured = {key: (times, run(key, times) + chance.normal(0, value, times.size))
                            for key, value in noise.items()}
                try:
                    fit = m.calibrate(measured, list(true))
                except fo.FormolaError as error:
                    failed += 1
                    reason = error
                    continue
                runs += fit.runs
                for p in fit.parameters:
                    total += 1
                    held += p.interval is not None and p.interval[0] <= true[p.name] <= p.interval[1]
            seconds = time.perf_counter() - start
            print(f"{name}: {len(true)} parameters, {len(noise)*times.size} values, {repetitions} repetitions: the truth lies in "
                  f"{100*held/max(total, 1):.1f} % of the 95 % intervals; {failed} fits failed; {runs/max(repetitions - failed, 1):.0f} runs "
                  f"and {seconds/repetitions:.2f} s a fit, derivatives {'exact' if total and fit.exact else 'by differences'}", flush=True)
            if failed:
                print("  one failed because:", str(reason)[:300])


if __name__ == "__main__":
    main()
