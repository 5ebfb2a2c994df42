// Units in which people read and write values: value in the unit of the model = factor * value + offset.
interface Scale {
  factor: number;
  offset?: number;
}

const scales: Record<string, Record<string, Scale>> = {
  rad: { deg: { factor: Math.PI / 180 } },
  "rad/s": { "rev/min": { factor: Math.PI / 30 }, rpm: { factor: Math.PI / 30 }, "1/min": { factor: Math.PI / 30 }, "deg/s": { factor: Math.PI / 180 } },
  K: { degC: { factor: 1, offset: 273.15 }, degF: { factor: 5 / 9, offset: 459.67 * 5 / 9 } },
  Pa: { bar: { factor: 1e5 }, kPa: { factor: 1e3 }, MPa: { factor: 1e6 } },
  m: { mm: { factor: 1e-3 }, cm: { factor: 1e-2 }, km: { factor: 1e3 } },
  m2: { cm2: { factor: 1e-4 }, mm2: { factor: 1e-6 } },
  m3: { l: { factor: 1e-3 }, ml: { factor: 1e-6 } },
  s: { ms: { factor: 1e-3 }, min: { factor: 60 }, h: { factor: 3600 }, d: { factor: 86400 } },
  "m/s": { "km/h": { factor: 1 / 3.6 } },
  "kg/m3": { "g/cm3": { factor: 1000 } },
  kg: { g: { factor: 1e-3 }, t: { factor: 1000 } },
  W: { kW: { factor: 1e3 }, MW: { factor: 1e6 } },
  J: { kJ: { factor: 1e3 }, kWh: { factor: 3.6e6 }, "W.h": { factor: 3600 } },
  A: { mA: { factor: 1e-3 }, kA: { factor: 1e3 } },
  V: { mV: { factor: 1e-3 }, kV: { factor: 1e3 } },
  F: { uF: { factor: 1e-6 }, nF: { factor: 1e-9 } },
  H: { mH: { factor: 1e-3 } },
  N: { kN: { factor: 1e3 } },
  Hz: { kHz: { factor: 1e3 }, MHz: { factor: 1e6 } },
};

// The display unit first, then others that are known.
export function unitsFor(unit: string, display: string): string[] {
  const known = Object.keys(scales[unit] ?? {});
  return display && display !== unit && known.includes(display) ? [display, ...known.filter((k) => k !== display)] : known;
}

// 0.3 and not 0.30000000000000004, but no digit less than the value has.
const tidy = (value: number) => {
  const short = Number(value.toPrecision(15));
  return String(Math.abs(short - value) <= 4e-16 * Math.abs(value) ? short : value);
};

export function shownIn(value: number, unit: string, display: string): string {
  const scale = scales[unit]?.[display];
  return scale ? tidy((value - (scale.offset ?? 0)) / scale.factor) : String(value);
}
export function writtenFrom(value: number, unit: string, display: string): string {
  const scale = scales[unit]?.[display];
  return scale ? tidy(value * scale.factor + (scale.offset ?? 0)) : String(value);
}

// As people write it: kg·m² for kg.m2.
export const pretty = (unit: string) => unit.replace(/\./g, "·").replace(/Ohm/g, "Ω").replace(/2\b/g, "²").replace(/3\b/g, "³").replace(/degC\b/g, "°C").replace(/degF\b/g, "°F").replace(/deg\b/g, "°").replace(/^u(?=[A-Z])/, "µ");

// A number with its noun: 1 event, 2 events.
export const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`;
