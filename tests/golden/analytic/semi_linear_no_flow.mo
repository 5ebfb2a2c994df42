// stage: simulate
// options: --stop 1
// note: a port that nothing is connected to: m_flow = 0 and H_flow = 0 leave h open; the specification's choice is the enthalpy inside (3.6, 3.7.4.5, rule 2)
// analytic: port.h = 100 + time
// analytic: middle.h = 100 + time
// analytic: port.H_flow = 0
// configs: --method inline:bdf; --backend interp
model SemiLinearNoFlow
  connector Port
    Real p;
    flow Real m_flow;
    Real h;
    flow Real H_flow;
  end Port;
  model Volume
    Port port;
    Real h = 100 + time;
  equation
    port.p = 1;
    port.H_flow = semiLinear(port.m_flow, port.h, h);
  end Volume;
  model Pipe
    Port a, b;
  equation
    a.m_flow = a.p - b.p;
    a.m_flow + b.m_flow = 0;
    a.H_flow + b.H_flow = 0;
    a.H_flow = semiLinear(a.m_flow, a.h, b.h);
  end Pipe;
  Port port, middle;
  Real h = 100 + time;
  Volume volume;
  Pipe pipe;
equation
  port.p = 1;
  port.H_flow = semiLinear(port.m_flow, port.h, h);
  connect(volume.port, pipe.a);
  connect(pipe.b, middle);
end SemiLinearNoFlow;
