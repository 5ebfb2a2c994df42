"""What bench/robot and bench/inline share: time at equal achieved error, and the name of the machine."""
import math
import pathlib
import platform


def front(points):
    """Of (error, seconds) those that no other point beats in both, from coarse to fine."""
    kept, best = [], math.inf
    for error, seconds in sorted(points):
        if seconds < best:
            kept.append((error, seconds))
            best = seconds
    return kept[::-1]


def seconds_at(points, error):
    """Time for this error, linear in the logarithms between the points of a front; None where all are coarser."""
    for (e1, s1), (e2, s2) in zip(points, points[1:]):
        if e2 <= error <= e1:
            part = math.log(e1 / error) / math.log(e1 / e2)
            return s1 * (s2 / s1) ** part
    # A method whose coarsest run is better than asked for still has done the job in that time.
    if points and error >= points[0][0]:
        return points[0][1]
    return None


def processor():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
