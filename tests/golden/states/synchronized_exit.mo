// stage: simulate
// options: --stop 0.95 --intervals 19
// configs: --backend interp
// note: specification 3.6, 17.3.1: a transition with synchronize waits for final states of all machines in the state that it leaves; k is
// note: the tick. By hand: the machines of `both` reach their final states at ticks 2 and 4. The delayed transition fires at 5,
// note: the immediate one of the other machine at 4, when the second machine comes to its final state
// analytic: both.active = 1 if time < 0.5 - 1e-9 else 0
// analytic: same.active = 1 if time < 0.4 - 1e-9 else 0
model SynchronizedExit
  block Both
    block S
    end S;
    S first, firstDone, second, secondDone;
    outer Integer k;
  equation
    initialState(first);
    transition(first, firstDone, k >= 2);
    initialState(second);
    transition(second, secondDone, k >= 4);
  end Both;
  block After
  end After;
  Both both, same;
  After after, afterSame;
  inner Integer k(start = -1);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
  initialState(both);
  transition(both, after, true, immediate = false, synchronize = true);
  initialState(same);
  transition(same, afterSame, true, synchronize = true);
end SynchronizedExit;
