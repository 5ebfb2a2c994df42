// stage: flatten
// note: what becomes of a state machine: equations over clocked variables (specification 3.6, 17.3)
model Printed
  inner Integer level(start = 0);
  block Rising
    outer output Integer level;
    Integer n(start = 3);
  equation
    n = previous(n) + 1;
    level = previous(level) + n;
  end Rising;
  block Falling
    outer output Integer level;
  algorithm
    level := previous(level) - ticksInState();
  end Falling;
  Rising rising;
  Falling falling;
equation
  initialState(rising);
  transition(rising, falling, level > 10, immediate = false);
  transition(falling, rising, previous(level) < 1, reset = false);
end Printed;
