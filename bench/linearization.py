"""Exact linear systems of more than 50 models against extrapolated central differences.

    MODELICAPATH=... PYTHONPATH=python /usr/bin/python3 bench/linearization.py [name ...]

Each model is followed to a hundredth of its experiment, with states that differ from their start values; every column of A and C is
compared with a table of central differences (Ridders' method: step sizes that shrink, extrapolated, the entry with the smallest error
estimate of its own). The error is relative to the largest entry of the row over the units of the states; `unsure`: so many entries differences
do not know to 1e-8; `wrong`: so many differ by more than 1e-7 and ten times what they do not know. Points at which something has a kink (a limiter at its limit)
have no derivative and are wrong in this sense; `--verbose` shows the entries. Models of the Modelica Standard Library are left out
where it is not found. Figures are printed; nothing fails.
"""

import sys
import time

import numpy

import formola as fo

MODELS = """
Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.FullRobot
Modelica.Mechanics.MultiBody.Examples.Systems.RobotR3.OneAxis
Modelica.Electrical.Machines.Examples.ControlledDCDrives.CurrentControlledDCPM
Modelica.Electrical.Machines.Examples.ControlledDCDrives.SpeedControlledDCPM
Modelica.Electrical.Machines.Examples.ControlledDCDrives.PositionControlledDCPM
Modelica.Electrical.Machines.Examples.SynchronousMachines.SMPM_CurrentSource
Modelica.Electrical.Machines.Examples.InductionMachines.IMC_DOL
Modelica.Electrical.Machines.Examples.DCMachines.DCPM_Start
Modelica.Blocks.Examples.PID_Controller
Modelica.Blocks.Examples.Filter
Modelica.Blocks.Examples.InverseModel
Modelica.Electrical.Analog.Examples.CauerLowPassAnalog
Modelica.Electrical.Analog.Examples.ChuaCircuit
Modelica.Electrical.Analog.Examples.AmplifierWithOpAmpDetailed
Modelica.Electrical.Analog.Examples.OvervoltageProtection
Modelica.Mechanics.MultiBody.Examples.Elementary.DoublePendulum
Modelica.Mechanics.MultiBody.Examples.Loops.Engine1a
Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar1
Modelica.Mechanics.MultiBody.Examples.Loops.Fourbar_analytic
Modelica.Mechanics.MultiBody.Examples.Loops.PlanarLoops_analytic
Modelica.Mechanics.MultiBody.Examples.Constraints.PrismaticConstraint
Modelica.Mechanics.Rotational.Examples.CoupledClutches
Modelica.Mechanics.Rotational.Examples.ElasticBearing
Modelica.Mechanics.Rotational.Examples.LossyGearDemo1
Modelica.Mechanics.Rotational.Examples.Friction
Modelica.Mechanics.Rotational.Examples.EddyCurrentBrake
Modelica.Mechanics.Translational.Examples.Accelerate
Modelica.Mechanics.Translational.Examples.EddyCurrentBrake
Modelica.Mechanics.Translational.Examples.Vehicle
Modelica.Thermal.HeatTransfer.Examples.Motor
Modelica.Thermal.FluidHeatFlow.Examples.ParallelCooling
Modelica.Thermal.FluidHeatFlow.Examples.PumpAndValve
Modelica.Fluid.Examples.Tanks.ThreeTanks
Modelica.Fluid.Examples.IncompressibleFluidNetwork
Modelica.Clocked.Examples.SimpleControlledDrive.Continuous
Modelica.Electrical.Analog.Examples.CauerLowPassSC
Modelica.Electrical.Analog.Examples.Rectifier
Modelica.Electrical.Analog.Examples.ResonanceCircuits
Modelica.Electrical.Analog.Examples.HeatingRectifier
Modelica.Electrical.Analog.Examples.SwitchWithArc
Modelica.Electrical.Machines.Examples.DCMachines.DCEE_Start
Modelica.Electrical.Machines.Examples.DCMachines.DCSE_Start
Modelica.Electrical.Machines.Examples.InductionMachines.IMC_YD
Modelica.Electrical.Machines.Examples.InductionMachines.IMS_Start
Modelica.Electrical.Machines.Examples.SynchronousMachines.SMEE_Generator
Modelica.Mechanics.MultiBody.Examples.Elementary.Pendulum
Modelica.Mechanics.MultiBody.Examples.Elementary.ForceAndTorque
Modelica.Mechanics.MultiBody.Examples.Elementary.LineForceWithTwoMasses
Modelica.Mechanics.Rotational.Examples.First
Modelica.Mechanics.Rotational.Examples.RollingWheel
Modelica.Mechanics.Translational.Examples.Damper
Modelica.Mechanics.Translational.Examples.Oscillator
Modelica.Thermal.HeatTransfer.Examples.TwoMasses
Modelica.Thermal.FluidHeatFlow.Examples.SimpleCooling
Modelica.Thermal.FluidHeatFlow.Examples.IndirectCooling
Modelica.Blocks.Examples.FilterWithRiseTime
Formola.Examples.Process.Column
Formola.Examples.Classics.Pollution
Formola.Examples.Robot.R3Robot66
Formola.Examples.Process.SuperheaterEnergy
Formola.Examples.MultiBody.SqueezingMechanism
Modelica.Electrical.Analog.Examples.DifferenceAmplifier
Modelica.Fluid.Examples.HeatExchanger.HeatExchangerSimulation
""".split()
SHRINK, LEVELS, OUTPUTS = 1.6, 7, 20
VERBOSE = False


def ridders(state, name, outputs, first):
    """d outputs / d name, and how much that may be wrong: Ridders (1982), for each output by itself."""
    base = state[name]
    best, error, before = None, None, []
    for level in range(LEVELS):
        step = first/SHRINK**level
        sides = []
        for sign in (1, -1):
            state.set({name: base + sign*step})
            sides.append((state[name] - base, numpy.array([state[output] for output in outputs])))
        row = [(sides[0][1] - sides[1][1])/(sides[0][0] - sides[1][0])]
        power = 1.0
        for column in before:
            power *= SHRINK**2
            row.append((power*row[-1] - column)/(power - 1))
        for k in range(1, len(row)):
            guess = numpy.maximum(numpy.abs(row[k] - row[k - 1]), numpy.abs(row[k] - before[k - 1]))
            if best is None:
                best, error = row[k], guess
            closer = guess < error
            best, error = numpy.where(closer, row[k], best), numpy.where(closer, guess, error)
        before = row
    state.set({name: base})
    return best, error


def compare(name):
    m = fo.load(name)
    state = m.start(tolerance=1e-10)
    length = experiment(m)
    state.step(until=0.01*length)
    outputs = [each for each, v in m.variables.items() if v.type is float and v.variability == "continuous"
               and not each.startswith("der(") and v.causality != "input" and not v.is_state][:OUTPUTS]
    linear = state.linearize(outputs=outputs)
    rates = [f"der({each})" for each in linear.states]
    known = [k for k, each in enumerate(rates) if each in m.variables]
    rows = [rates[k] for k in known] + outputs
    exact = numpy.vstack([linear.A[known], linear.C])
    units = numpy.array([max(abs(state[each]), m.variables[each].nominal, 1e-300) for each in linear.states])
    size = numpy.abs(exact*units).max(axis=1) if len(units) else numpy.zeros(len(rows))
    size = numpy.maximum(size, 1e-9*size.max(initial=0))  # nothing but rounding
    size[size == 0] = numpy.inf
    worst, unsure, unknown = 0.0, 0, 0
    for j, each in enumerate(linear.states):
        column, error = None, None
        for part in (1e-2, 1e-4, 1e-6):
            found, guess = ridders(state, each, rows, part*units[j])
            column = found if column is None else numpy.where(guess < error, found, column)
            error = guess if error is None else numpy.minimum(guess, error)
            if (error*units[j]/size).max(initial=0) < 1e-10:
                break
        error = error*units[j]/size
        off = numpy.abs(exact[:, j] - column)*units[j]/size
        sure = error < 1e-8
        unsure += int((~sure).sum())
        unknown += int((off > 1e-7 + 10*error).sum())
        worst = max(worst, off[sure].max(initial=0))
        if VERBOSE:
            for i in numpy.flatnonzero(off > 1e-7 + 10*error):
                print(f"    d {rows[i]} / d {each}: {exact[i, j]:.12g}, differences {column[i]:.12g} +- {error[i]*size[i]/units[j]:.1g}")
    return len(linear.states), exact.size, worst, unsure, unknown


def experiment(m):
    return m.inspect().get("experiment", {}).get("stop", 1.0) or 1.0


def main():
    print(f"{'model':84}{'states':>7}{'entries':>9}{'error':>10}{'unsure':>8}{'wrong':>7}")
    held = 0
    global VERBOSE
    VERBOSE = "--verbose" in sys.argv
    print(flush=True)
    for name in [each for each in sys.argv[1:] if each != "--verbose"] or MODELS:
        start = time.perf_counter()
        try:
            states, entries, worst, unsure, wrong = compare(name)
        except fo.FormolaError as error:
            print(f"{name:84}{str(error).splitlines()[0][:90]}", flush=True)
            continue
        held += worst < 1e-7 and not wrong
        print(f"{name:84}{states:7}{entries:9}{worst:10.1e}{unsure:8}{wrong:7}{time.perf_counter() - start:7.1f} s", flush=True)
    print(f"{held} models agree to 1e-7")


if __name__ == "__main__":
    main()
