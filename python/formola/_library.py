"""The C interface of libformola by ctypes; include/formola/formola.h explains every function."""

import ctypes
import os
import pathlib
import signal
import threading
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_int32, c_int64, c_size_t, c_uint32,
                    c_uint64, c_void_p)

OK, MODEL_ERROR, USAGE_ERROR, SIMULATION_FAILED, CANCELLED, OUT_OF_MEMORY = range(6)

Progress = CFUNCTYPE(c_int, c_void_p, c_double, c_double, c_double)
Input = CFUNCTYPE(c_int, c_void_p, c_double, POINTER(c_double))
Say = CFUNCTYPE(None, c_void_p, c_int, c_char_p)
SPEECH_TEXT, SPEECH_MESSAGE, SPEECH_WARNING = range(3)
LINEAR, HOLD = range(2)


class Sized(Structure):
    """A structure that begins with its size."""

    def __init__(self, **values):
        super().__init__(size=ctypes.sizeof(type(self)), **values)


class TranslationOptions(Sized):
    _fields_ = [("size", c_size_t), ("backend", c_char_p), ("modifiers", POINTER(c_char_p)),
                ("modifier_count", c_size_t), ("trusted", POINTER(c_char_p)), ("trusted_count", c_size_t),
                ("use_trust_file", c_int32), ("say", Say), ("say_context", c_void_p)]


class DiagnosticData(Sized):
    _fields_ = [("size", c_size_t), ("severity", c_int), ("code", c_char_p), ("message", c_char_p), ("file", c_char_p),
                ("line", c_uint32), ("column", c_uint32), ("end_line", c_uint32), ("end_column", c_uint32),
                ("instance", c_char_p)]


class VariableData(Sized):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("description", c_char_p), ("unit", c_char_p),
                ("display_unit", c_char_p), ("type", c_int), ("variability", c_int), ("causality", c_int),
                ("changeable", c_int), ("is_state", c_int32), ("has_value", c_int32), ("value", c_double),
                ("min", c_double), ("max", c_double), ("nominal", c_double)]


class RunOptions(Sized):
    _fields_ = [("size", c_size_t), ("method", c_char_p), ("start", POINTER(c_double)), ("stop", POINTER(c_double)),
                ("tolerance", POINTER(c_double)), ("step", c_double), ("intervals", c_int32), ("filter", c_char_p),
                ("progress", Progress), ("progress_context", c_void_p)]


class SignalData(Sized):
    _fields_ = [("size", c_size_t), ("data", POINTER(c_double)), ("stride", c_size_t), ("sign", c_double)]


class SteadyData(Sized):
    _fields_ = [("size", c_size_t), ("iterations", c_int32), ("integrated", c_int32), ("drifting", c_size_t)]


class CalibrationData(Sized):
    _fields_ = [("size", c_size_t), ("over", POINTER(c_char_p)), ("lower", POINTER(c_double)), ("upper", POINTER(c_double)),
                ("over_count", c_size_t), ("times", POINTER(c_double)), ("time_count", c_size_t),
                ("signals", POINTER(c_char_p)), ("values", POINTER(c_double)), ("signal_count", c_size_t),
                ("confidence", c_double), ("iterations", c_int32)]


class OptimizationData(Sized):
    _fields_ = [("size", c_size_t), ("over", POINTER(c_char_p)), ("lower", POINTER(c_double)), ("upper", POINTER(c_double)),
                ("over_count", c_size_t), ("objective", c_char_p), ("maximize", c_int32), ("constraints", POINTER(c_char_p)),
                ("constraint_count", c_size_t), ("evaluations", c_int32)]


class GradientData(Sized):
    _fields_ = [("size", c_size_t), ("objective", c_char_p), ("over", POINTER(c_char_p)), ("over_count", c_size_t),
                ("times", POINTER(c_double)), ("time_count", c_size_t), ("signals", POINTER(c_char_p)),
                ("values", POINTER(c_double)), ("signal_count", c_size_t), ("forward", c_int32), ("most_bytes", c_size_t)]


CaseFailed = ctypes.CFUNCTYPE(None, c_void_p, c_size_t, c_char_p)


class EnsembleData(Sized):
    _fields_ = [("size", c_size_t), ("names", POINTER(c_char_p)), ("name_count", c_size_t), ("values", POINTER(c_double)),
                ("count", c_size_t), ("variables", POINTER(c_char_p)), ("variable_count", c_size_t), ("device", c_char_p),
                ("workers", c_int32), ("options", POINTER(RunOptions)), ("finals", POINTER(c_double)),
                ("statuses", POINTER(c_int)), ("failed", CaseFailed), ("failed_context", c_void_p)]


class StatisticsData(Sized):
    _fields_ = [("size", c_size_t)] + [(name, c_uint64) for name in (
        "steps", "rejected_steps", "newton_iterations", "function_evaluations", "jacobian_evaluations",
        "factorizations", "state_events", "time_events")] + [
        (name, c_double) for name in ("seconds_initialize", "seconds_simulate", "end_time")]


_FUNCTIONS = {
    "formola_version": (c_char_p, []),
    "formola_session_new": (c_void_p, []),
    "formola_session_free": (None, [c_void_p]),
    "formola_session_message": (c_char_p, [c_void_p]),
    "formola_session_add_library_path": (c_int, [c_void_p, c_char_p]),
    "formola_session_load": (c_int, [c_void_p, c_char_p]),
    "formola_session_load_text": (c_int, [c_void_p, c_char_p, c_char_p]),
    "formola_translate": (c_int, [c_void_p, c_char_p, POINTER(TranslationOptions), POINTER(c_void_p)]),
    "formola_model_free": (None, [c_void_p]),
    "formola_model_name": (c_char_p, [c_void_p]),
    "formola_model_message": (c_char_p, [c_void_p]),
    "formola_model_diagnostic_count": (c_size_t, [c_void_p]),
    "formola_model_diagnostic": (c_int, [c_void_p, c_size_t, POINTER(DiagnosticData)]),
    "formola_model_diagnostic_text": (c_char_p, [c_void_p]),
    "formola_model_variable_count": (c_size_t, [c_void_p]),
    "formola_model_variable": (c_int, [c_void_p, c_size_t, POINTER(VariableData)]),
    "formola_model_find": (c_int64, [c_void_p, c_char_p]),
    "formola_model_inspect": (c_char_p, [c_void_p, c_char_p]),
    "formola_model_translations": (c_uint64, [c_void_p]),
    "formola_run_new": (c_void_p, [c_void_p]),
    "formola_run_free": (None, [c_void_p]),
    "formola_run_message": (c_char_p, [c_void_p]),
    "formola_run_set": (c_int, [c_void_p, c_char_p, c_double]),
    "formola_run_set_text": (c_int, [c_void_p, c_char_p, c_char_p]),
    "formola_run_reset": (c_int, [c_void_p]),
    "formola_run_set_input_table": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(c_double), POINTER(c_double), c_int]),
    "formola_run_set_input_function": (c_int, [c_void_p, c_char_p, Input, c_void_p]),
    "formola_run_set_input_file": (c_int, [c_void_p, c_char_p]),
    "formola_run_sample": (c_int, [c_void_p, c_char_p, c_size_t, POINTER(c_double), POINTER(c_double)]),
    "formola_run_start": (c_int, [c_void_p, POINTER(RunOptions)]),
    "formola_run_step": (c_int, [c_void_p, c_double]),
    "formola_run_time": (c_double, [c_void_p]),
    "formola_run_get": (c_int, [c_void_p, c_char_p, POINTER(c_double)]),
    "formola_run_set_state": (c_int, [c_void_p, c_char_p, c_double]),
    "formola_run_save": (c_int, [c_void_p, POINTER(c_void_p)]),
    "formola_run_restore": (c_int, [c_void_p, c_void_p]),
    "formola_state_free": (None, [c_void_p]),
    "formola_run_simulate_sensitivities": (c_int, [c_void_p, POINTER(RunOptions), POINTER(c_char_p), c_size_t]),
    "formola_run_simulate_sensitivities_at": (c_int, [c_void_p, POINTER(RunOptions), POINTER(c_char_p), c_size_t,
                                                      POINTER(c_double), c_size_t]),
    "formola_run_sensitivity": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(SignalData)]),
    "formola_runs_simulate": (c_int, [POINTER(c_void_p), c_size_t, POINTER(RunOptions), c_int32, POINTER(c_int)]),
    "formola_run_ensemble": (c_int, [c_void_p, POINTER(EnsembleData)]),
    "formola_run_steady_state": (c_int, [c_void_p, POINTER(SteadyData)]),
    "formola_run_drifting": (c_char_p, [c_void_p, c_size_t, POINTER(c_double)]),
    "formola_run_linearize": (c_int, [c_void_p, POINTER(c_char_p), c_size_t, POINTER(c_char_p), c_size_t,
                                      POINTER(c_void_p)]),
    "formola_run_linearize_step": (c_int, [c_void_p, c_double, POINTER(c_char_p), c_size_t, POINTER(c_char_p), c_size_t,
                                           POINTER(c_void_p)]),
    "formola_linear_step": (c_double, [c_void_p]),
    "formola_linear_free": (None, [c_void_p]),
    "formola_linear_count": (c_size_t, [c_void_p, c_int]),
    "formola_linear_name": (c_char_p, [c_void_p, c_int, c_size_t]),
    "formola_linear_matrix": (POINTER(c_double), [c_void_p, c_char]),
    "formola_linear_poles": (c_int, [c_void_p, POINTER(c_double), POINTER(c_double)]),
    "formola_linear_zeros": (c_int, [c_void_p, c_size_t, c_size_t, POINTER(c_size_t), POINTER(c_double),
                                     POINTER(c_double)]),
    "formola_linear_response": (c_int, [c_void_p, c_size_t, c_size_t, c_size_t, POINTER(c_double), POINTER(c_double),
                                        POINTER(c_double)]),
    "formola_linear_orders": (c_int, [c_void_p, POINTER(c_size_t), POINTER(c_size_t), POINTER(c_size_t)]),
    "formola_linear_reduce": (c_int, [c_void_p, c_size_t, POINTER(c_void_p), POINTER(c_double), POINTER(c_size_t),
                                      POINTER(c_double)]),
    "formola_run_calibrate": (c_int, [c_void_p, POINTER(RunOptions), POINTER(CalibrationData), POINTER(c_char_p)]),
    "formola_run_optimize": (c_int, [c_void_p, POINTER(RunOptions), POINTER(OptimizationData), POINTER(c_char_p)]),
    "formola_run_gradient": (c_int, [c_void_p, POINTER(RunOptions), POINTER(GradientData), POINTER(c_char_p)]),
    "formola_run_simulate": (c_int, [c_void_p, POINTER(RunOptions)]),
    "formola_run_cancel": (None, [c_void_p]),
    "formola_run_row_count": (c_size_t, [c_void_p]),
    "formola_run_times": (POINTER(c_double), [c_void_p]),
    "formola_run_signal_count": (c_size_t, [c_void_p]),
    "formola_run_signal_name": (c_char_p, [c_void_p, c_size_t]),
    "formola_run_signal": (c_int, [c_void_p, c_char_p, POINTER(SignalData)]),
    "formola_run_statistics": (c_int, [c_void_p, POINTER(StatisticsData)]),
}


def _candidates():
    """Where the library may be: as the environment says, in a checkout, installed, in the system."""
    if "FORMOLA_LIBFORMOLA" in os.environ:
        yield os.environ["FORMOLA_LIBFORMOLA"]
        return
    here = pathlib.Path(__file__).resolve()
    yield str(here.parents[2] / "build/release/src/api/libformola.so")
    for folder in here.parents:
        for name in ("libformola.so", "lib/libformola.so", "lib/x86_64-linux-gnu/libformola.so"):
            if (folder / name).exists():
                yield str(folder / name)
    yield "libformola.so.0"


def _open():
    reasons = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            reasons.append(str(error))
            continue
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        return library
    raise ImportError("libformola.so was not found. In a checkout build it by ./formola --version; else name it in "
                      "FORMOLA_LIBFORMOLA. Tried:\n  " + "\n  ".join(reasons))


lib = _open()


def release(free, handle):
    """Frees a handle for a finalizer, from which no exception gets out: an interrupt in between comes once more."""
    try:
        free(handle)
    except KeyboardInterrupt:
        again = threading.Timer(1e-3, os.kill, (os.getpid(), signal.SIGINT))
        again.daemon = True
        again.start()


def text(value):
    """A text of the library."""
    return value.decode("utf-8") if value else ""
