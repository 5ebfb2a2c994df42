// stage: simulate
// options: --stop 2.45 --intervals 49
// configs: --backend interp; --method inline:bdf; --method rk4
// note: specification 3.6, 17.3.1 and 17.3.5: delayed transitions, one variable given values by two states. By hand: 2, 4, ... 12 is
// note: above 10, so that the next value is 11; down to 0, which is below 1, so that the next one is 2
// analytic: level = [2, 4, 6, 8, 10, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 2, 4, 6, 8, 10, 12, 11][floor(time/0.1 + 1e-9)]
// analytic: rising.active = 1 if time < 0.6 - 1e-9 or 1.8 - 1e-9 < time < 2.4 - 1e-9 else 0
model UpAndDown
  inner Integer level(start = 0);
  block Rising
    outer output Integer level;
  equation
    level = previous(level) + 2;
  end Rising;
  block Falling
    outer output Integer level;
  equation
    level = previous(level) - 1;
  end Falling;
  Rising rising;
  Falling falling;
  Boolean tick = sample(true, Clock(1, 10));
equation
  initialState(rising);
  transition(rising, falling, level > 10 and tick, immediate = false);
  transition(falling, rising, level < 1, immediate = false);
end UpAndDown;
