// stage: simulate
// options: --stop 1
// model: Inverted.All
// note: what an algorithm assigns is given, and what it uses is found by iteration
// analytic: square.u = 1 + time
// analytic: sum1.u = 2 * time
// analytic: two.a = time
// analytic: two.b = 3 - time
// analytic: below.x = exp(-time)
package Inverted
  model Square
    Real u(start = 1), y;
  algorithm
    y := u^2;
  equation
    y = (1 + time)^2;
  end Square;
  model Loop "statements that cannot be solved symbolically"
    Real u, y;
  algorithm
    y := 0;
    for i in 1:3 loop
      y := y + i*u;
    end for;
    if y > 100 then
      y := 100;
    end if;
  equation
    y = 12*time;
  end Loop;
  model Two "both of what it uses"
    Real a, b(start = 3), s, d;
  algorithm
    s := a + b;
    d := a - b;
  equation
    s = 3;
    d = 2*time - 3;
  end Two;
  model Below "the derivative of a state is among what is used"
    Real x(start = 1, fixed = true), y;
  algorithm
    y := der(x) + x;
  equation
    y = 0;
  end Below;
  model All
    Square square;
    Loop sum1;
    Two two;
    Below below;
  end All;
end Inverted;
