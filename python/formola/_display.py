"""Pictures for notebooks, as SVG and without further packages."""

import html
import typing

import numpy

_COLOURS = ("#0b62c4", "#d1495b", "#2a8f5c", "#8a4fbf", "#d07a00", "#0f8b9d")
_KINDS = {"assign": "#b9c4cf", "linear": "#0b62c4", "nonlinear": "#d1495b", "mixed": "#d07a00"}
_MOST_BLOCKS = 2000


def blocks(found) -> str:
    """The blocks of a sorted model along the diagonal, from its inspection."""
    sizes = [max(int(block["size"]), 1) for block in found["blocks"]][:_MOST_BLOCKS]
    kinds = [block["kind"] for block in found["blocks"]]
    total = sum(sizes)
    if not total:
        return ""
    side = 220
    parts = [f'<svg width="{side}" height="{side}" viewBox="0 0 {total} {total}" preserveAspectRatio="none" role="img">',
             f'<rect width="{total}" height="{total}" fill="none" stroke="#98a5b3" stroke-width="{total/side}"/>']
    at = 0
    for size, kind in zip(sizes, kinds):
        shown = max(size, 1.5*total/side)  # what is smaller than a pixel is seen too
        parts.append(f'<rect x="{at}" y="{at}" width="{shown:g}" height="{shown:g}" fill="{_KINDS.get(kind, "#98a5b3")}">'
                     f'<title>{kind}, {size} unknown{"s" if size > 1 else ""}</title></rect>')
        at += size
    return "".join(parts) + "</svg>"


def model(found, description, parameters) -> str:
    """What there is to know of a model at a glance. found: its inspection."""
    counts: typing.Dict[str, int] = {}
    for block in found["blocks"]:
        counts[block["kind"]] = counts.get(block["kind"], 0) + 1
    kinds = ", ".join(f'<span style="color:{_KINDS.get(kind, "inherit")}">■</span> {count} {kind}'
                      for kind, count in counts.items())
    rows = "".join(f"<tr><td>{html.escape(p.name)}</td><td>{'' if p.value is None else format(p.value, '.6g')}</td>"
                   f"<td>{html.escape(p.unit)}</td><td style='text-align:left'>{html.escape(p.description)}</td></tr>"
                   for p in parameters[:12])
    more = f"<p>and {len(parameters) - 12} more parameters</p>" if len(parameters) > 12 else ""
    table = f"<table><tbody>{rows}</tbody></table>{more}" if rows else ""
    return (f"<div><b>{html.escape(description)}</b><p>{found['equations']} equations, {len(found['states'])} states; "
            f"blocks: {kinds or 'none'}</p><div style='display:flex;gap:24px;flex-wrap:wrap'>{blocks(found)}<div>{table}</div>"
            f"</div></div>")


def sweep(found, most=20) -> str:
    """The first cases of a sweep: their values and the states at the end."""
    good = next((case.result for case in found if case.error is None), None)
    states = [name for name in good.model.states if name in good][:6] if good is not None else []
    names = list(found.values)
    head = "".join(f"<th>{html.escape(each)}</th>" for each in [*names, *states])
    rows = ""
    for case in found.cases[:most]:
        ends = [f"{case.result.final(name):.6g}" for name in states] if case.error is None else [str(case.error).splitlines()[0]]
        rows += "<tr>" + "".join(f"<td>{html.escape(str(each))}</td>" for each in [*(case.values[n] for n in names), *ends]) + "</tr>"
    more = f"<p>and {len(found) - most} more cases</p>" if len(found) > most else ""
    return f"<div><p>{html.escape(repr(found)[1:-1])}</p><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}</div>"


def _thinned(time, values, most=600):
    """At most so many points; peaks stay."""
    if time.size <= most:
        return time, values
    edges = numpy.linspace(0, time.size, most//2 + 1).astype(int)
    places = []
    for a, b in zip(edges, edges[1:]):
        low, high = a + numpy.argmin(values[a:b]), a + numpy.argmax(values[a:b])
        places += sorted({int(low), int(high)})
    return time[places], values[places]


def curves(time, signals) -> str:
    """Signals over time: [(label, values)]."""
    width, height, left, top, bottom = 640, 240, 60, 8, 26
    time = numpy.asarray(time)
    finite = [values[numpy.isfinite(values)] for _label, values in signals]
    finite = [values for values in finite if values.size]
    if time.size < 2 or not finite:
        return ""
    low, high = min(v.min() for v in finite), max(v.max() for v in finite)
    if high - low <= 1e-12*max(abs(low), abs(high)):
        low, high = low - (abs(low) or 1)*0.05, high + (abs(high) or 1)*0.05
    x = lambda t: left + (t - time[0])/((time[-1] - time[0]) or 1)*(width - left - 10)  # noqa: E731
    y = lambda v: height - bottom - (v - low)/(high - low)*(height - bottom - top)  # noqa: E731
    parts = [f'<svg width="{width}" height="{height + 18*((len(signals) + 2)//3)}" role="img" font-family="sans-serif" '
             'font-size="11" fill="#5b6876">']
    for part in (0, 0.25, 0.5, 0.75, 1):
        v, t = low + part*(high - low), time[0] + part*(time[-1] - time[0])
        parts.append(f'<line x1="{left}" x2="{width - 10}" y1="{y(v):.1f}" y2="{y(v):.1f}" stroke="#d8dee5"/>'
                     f'<text x="{left - 6}" y="{y(v) + 4:.1f}" text-anchor="end">{v:.4g}</text>'
                     f'<text x="{x(t):.1f}" y="{height - 10}" text-anchor="middle">{t:.4g}</text>')
    for k, (label, values) in enumerate(signals):
        colour = _COLOURS[k % len(_COLOURS)]
        points = " ".join(f"{x(t):.1f},{y(v):.1f}" for t, v in zip(*_thinned(time, numpy.asarray(values))) if numpy.isfinite(v))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"/>'
                     f'<rect x="{left + 190*(k % 3)}" y="{height + 18*(k//3)}" width="10" height="10" fill="{colour}"/>'
                     f'<text x="{left + 190*(k % 3) + 15}" y="{height + 18*(k//3) + 9}">{html.escape(label)}</text>')
    return "".join(parts) + "</svg>"
