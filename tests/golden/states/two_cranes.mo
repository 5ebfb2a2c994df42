// stage: simulate
// options: --stop 2.95 --intervals 59
// configs: --backend interp; --method inline:bdf
// note: after the example of specification 3.6, 17.3.7: a state with two machines at the same time, left when both are done; a variable
// note: given values on three levels, another one that is of the state and begins anew with it. By hand, tick by tick:
// note: work.lift: load = 2, 4, 6 (>= 6, so that the next state is lower): 5, 4, 3, 2, 1, 0 (== 0: count): rounds = 1, then lift again:
// note: 2, 4, 6, lower 5 ... 0, count: rounds = 2 at tick 19, which leads to done at tick 20 and, the other machine being in its final
// note: state since tick 7 (left = 1 ... 7), to rest at tick 21: load = 5, 10, 15, 20 (>= 20), and at tick 25 work begins anew: 2, 4, ...
// analytic: load = [2, 4, 6, 5, 4, 3, 2, 1, 0, 0, 2, 4, 6, 5, 4, 3, 2, 1, 0, 0, 0, 5, 10, 15, 20, 22, 21, 20, 19, 18][floor(time/0.1 + 1e-9)]
// analytic: work.rounds = ([0]*9 + [1]*10 + [2]*6 + [0]*5)[floor(time/0.1 + 1e-9)]
// analytic: work.wait.left = ([1, 2, 3, 4, 5, 6, 7] + [7]*18 + [1, 2, 3, 4, 5])[floor(time/0.1 + 1e-9)]
// analytic: rest.active = 1 if 21 <= floor(time/0.1 + 1e-9) <= 24 else 0
model TwoCranes
  inner Integer load(start = 0);
  Work work;
  Rest rest;
  Integer k(start = 0);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
  initialState(work);
  transition(work, rest, activeState(work.done) and activeState(work.free), immediate = false);
  transition(rest, work, load >= 20 and k > 0, immediate = false);
public
  block Work
    inner Integer rounds(start = 0);
    inner outer output Integer load;
    block Lift
      outer output Integer load;
    equation
      load = previous(load) + 2;
    end Lift;
    block Lower
      outer output Integer load;
    equation
      load = previous(load) - 1;
    end Lower;
    block Count
      outer output Integer rounds;
    equation
      rounds = previous(rounds) + 1;
    end Count;
    block Nothing
    end Nothing;
    Lift lift;
    Lower lower;
    Count count;
    Nothing done;
    block Wait
      outer input Integer load;
      Integer left(start = 0);
      Integer seen;
    equation
      left = previous(left) + 1;
      seen = load;
    end Wait;
    Wait wait;
    Nothing free;
  equation
    initialState(lift);
    transition(lift, lower, load >= 6, immediate = false);
    transition(lower, count, load == 0, immediate = false);
    transition(count, lift, true, immediate = false, priority = 2);
    transition(count, done, rounds >= 2, immediate = false);
    initialState(wait);
    transition(wait, free, wait.left > 6, immediate = false, reset = false);
  end Work;
  block Rest
    outer output Integer load;
  equation
    load = previous(load) + 5;
  end Rest;
end TwoCranes;
