// stage: check
// message: it has no elements: its size is given where it is declared
model ElementOfNothing
  connector Port
    Real p;
    flow Real q;
  end Port;
  model Tank
    parameter Integer nPorts = 0;
    Port ports[nPorts];
  equation
    ports.p = fill(1, nPorts);
  end Tank;
  Tank a, b(nPorts = 1);
equation
  // expect-error@+1: IndexOutOfBounds
  connect(a.ports[1], b.ports[1]);
end ElementOfNothing;
