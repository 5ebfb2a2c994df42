// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: E(i) is the literal with the number i, in functions too.
// final: a = 2
// final: b = 3
// final: c = 3
// final: d = 1
// final: loops = 123
// final: at = 30
// configs: --backend interp; --disable-pass=compileFunctions
package P
  type Color = enumeration(red, green, blue);
  function literal
    input Integer i;
    output Color y = Color(i);
  algorithm
  end literal;
  function back
    input Integer i;
    output Integer y = Integer(Color(i));
  algorithm
  end back;
  function after
    input Color c;
    output Color y;
  algorithm
    y := if Integer(c) < 3 then Color(Integer(c) + 1) else Color.red;
  end after;
  function loops
    output Integer y = 0;
  algorithm
    for i in 1:3 loop
      y := 10*y + Integer(Color(i));
    end for;
  end loops;
  function at
    input Integer i;
    output Real y;
  protected
    Real v[Color] = {10, 20, 30};
  algorithm
    y := v[Color(i)];
  end at;
  model M
    Color a = literal(2);
    Color b = literal(if time > 0.5 then 3 else 1);
    Integer c = back(if time > 0.5 then 3 else 1);
    Color d = after(b);
    Integer loops = P.loops();
    Real at = P.at(if time > 0.5 then 3 else 1);
  end M;
end P;
