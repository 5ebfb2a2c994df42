// stage: simulate
// model: Formola.Examples.Translational.Shaker
// options: --stop 8
// tolerance: 1e-4
// final: mass.s = 1 - 0.23103900675639555
// note: Imaginary part of (c + d*s)/(c + d*s + m*s^2) at s = 2*pi*j, after the transient has decayed.
