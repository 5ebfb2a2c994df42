// stage: check
// model: Circuit
// message: has no operator '0'
model Circuit
  Pin p;
  Pin q;
equation
  // expect-error@+1: ConnectIncompatible
  connect(p, q);
end Circuit;

connector Pin
  Phasor v;
  flow Phasor i;
end Pin;

operator record Phasor
  Real re;
  Real im;
  encapsulated operator function '+'
    import Phasor;
    input Phasor a;
    input Phasor b;
    output Phasor c = Phasor(a.re + b.re, a.im + b.im);
  algorithm
  end '+';
  encapsulated operator function '-'
    import Phasor;
    input Phasor a;
    output Phasor c = Phasor(-a.re, -a.im);
  algorithm
  end '-';
end Phasor;
