// stage: simulate
// options: --stop 0.75 --intervals 15
// configs: --backend interp
// note: specification 3.6, 17.3.6: outputs of states of one machine are one source; where none of them is active, the value is kept; outputs
// note: inside a state are connected to its own. k is the tick: fast at 0, 1, slow at 2, 3, idle at 4, 5, then fast again. By hand:
// note: fast gives 10*k, slow k by way of a gain in it, idle nothing
// analytic: y = [0, 10, 2, 3, 3, 3, 60, 70][floor(time/0.1 + 1e-9)]
// analytic: gain.y = [0, 20, 4, 6, 6, 6, 120, 140][floor(time/0.1 + 1e-9)]
model MergedConnections
  connector In = input Real;
  connector Out = output Real;
  block Gain
    parameter Real k = 1;
    In u;
    Out y;
  equation
    y = k*u;
  end Gain;
  block Fast
    In u;
    Out y;
  equation
    y = 10*u;
  end Fast;
  block Slow
    In u;
    Out y;
    Gain gain;
  equation
    connect(u, gain.u);
    connect(gain.y, y);
  end Slow;
  block Idle
  end Idle;
  block Source
    Out y;
    Integer k(start = -1);
  equation
    when Clock(1, 10) then
      k = previous(k) + 1;
    end when;
    y = k;
  end Source;
  Source source;
  Fast fast;
  Slow slow;
  Idle idle;
  Gain gain(k = 2);
  Out y;
equation
  connect(source.y, fast.u);
  connect(source.y, slow.u);
  connect(fast.y, y);
  connect(slow.y, y);
  connect(slow.y, gain.u);
  initialState(fast);
  transition(fast, slow, source.k == 2);
  transition(slow, idle, source.k == 4);
  transition(idle, fast, source.k == 6);
end MergedConnections;
