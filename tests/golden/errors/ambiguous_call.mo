// stage: check
// model: M
// message: both fit its arguments
model M
  Point p = Point(1);  // expect-error@+0: AmbiguousCall
end M;

operator record Point
  Real x;
  Real y;
  encapsulated operator 'constructor'
    function fromX
      import Point;
      input Real x;
      output Point p = Point(x, 0);
    algorithm
    end fromX;
    function fromY
      import Point;
      input Real y;
      output Point p = Point(0, y);
    algorithm
    end fromY;
  end 'constructor';
end Point;
