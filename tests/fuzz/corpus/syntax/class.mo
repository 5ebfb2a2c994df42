within A.B;
encapsulated partial model M "c" + "d"
  import A.B; import C = A.B; import A.*; import A.B.{C, D};
  extends Base(x = 1, break y, break connect(a, b), z = break) annotation(a = 1);
  replaceable package P = Q constrainedby R(a = 1) "c";
  type E = enumeration(a "first", b); type F = enumeration(:);
  function g = der(f, x, y);
  connector K = flow input Real[3](unit = "m");
  redeclare model extends N(k = 1) "n" Real x; end N;
  parameter A.B[2] x[n](each start = 1, redeclare replaceable model P = Q constrainedby R) = 3 if c "text";
protected
  operator record Complex
    encapsulated operator function '+'
      input Complex a; output Complex b;
      external "C" b = add(a, 1) annotation(Library = "m");
    end '+';
  end Complex;
end M;
