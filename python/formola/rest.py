"""The different states in which a model rests."""

from ._checks import pairs
from .errors import SimulationError
from .sweep import grid, together


def _differ(model, one, other, near):
    for name in model.states:
        if name in one.drifting and name in other.drifting:
            continue
        a, b = one[name], other[name]
        if abs(a - b) > near*max(abs(a), abs(b), model.states[name].nominal):
            return True
    return False


def find_steady_states(model, starts, near, side_by_side, fixed, options):
    starts = {name: [float(each) for each in values] for name, values in pairs(starts, "starts")}
    found = []
    error = None
    for case in together(starts) if side_by_side else grid(starts):
        try:
            state = model.steady_state(set={**(fixed or {}), **case}, **options)
        except SimulationError as failed:
            error = error or failed
            continue
        if all(_differ(model, state, other, near) for other in found):
            found.append(state)
    if not found and error is not None:
        raise error
    return found
