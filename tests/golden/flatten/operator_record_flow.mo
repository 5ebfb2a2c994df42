// stage: flatten
// model: M
// note: Connectors with variables of an operator record: equality of potentials, zero sum of currents.
operator record Phasor
  Real re, im;
  encapsulated operator function '+'
    import Phasor;
    input Phasor a, b;
    output Phasor c = Phasor(a.re + b.re, a.im + b.im);
  algorithm
  end '+';
  encapsulated operator function '-'
    import Phasor;
    input Phasor a;
    output Phasor c = Phasor(-a.re, -a.im);
  algorithm
  end '-';
  encapsulated operator function '0'
    import Phasor;
    output Phasor c = Phasor(0, 0);
  algorithm
  end '0';
end Phasor;

connector Pin
  Phasor v;
  flow Phasor i;
end Pin;

model Source
  Pin p;
equation
  p.v = Phasor(1, 0);
end Source;

model Load
  Pin p;
equation
  p.i.re = 2*p.v.re;
  p.i.im = 2*p.v.im;
end Load;

model M
  Source s;
  Load a, b;
equation
  connect(s.p, a.p);
  connect(s.p, b.p);
end M;
