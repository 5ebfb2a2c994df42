// A block with events for SIMULINK, and what it must do there (tests/tools/test_octave_sweep.py).
package Held
  model Block
    input Real u;
    output Real h(start = 1, fixed = true), y;
    output Integer bounces(start = 0, fixed = true), ticks(start = 0, fixed = true);
    output Boolean high;
    Real v(start = 0, fixed = true), x(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h < 0 then
      reinit(v, -0.8*pre(v));
      bounces = pre(bounces) + 1;
    end when;
    when sample(0.1, 0.23) then
      ticks = pre(ticks) + (if u > 0 then 1 else 2);
    end when;
    high = u > 0.5;
    der(x) = u - x + (if x > 0.2 then -0.3 else 0);
    y = x + 2*u + (if high then 1 else 0);
  end Block;

  model Counter "events of discrete inputs"
    input Integer k;
    input Boolean on;
    output Integer n(start = 0, fixed = true);
    output Real x(start = 0, fixed = true), last(start = -1, fixed = true);
  equation
    der(x) = 1;
    when change(k) then
      n = pre(n) + k - pre(k);
      last = time;
    end when;
    when on then
      reinit(x, 0);
    end when;
  end Counter;

  model Test "inputs of a block are held from sample to sample"
    Block b(u = held);
    discrete Real held(start = 0, fixed = true);
  equation
    when sample(0, 0.05) then
      held = sin(3*time);
    end when;
  end Test;
end Held;
