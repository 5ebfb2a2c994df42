// stage: flatten
// model: M
// note: An own complex number: constructors, binary and unary operators, mixed with Real, zero.
operator record Cplx
  Real re, im;
  encapsulated operator 'constructor'
    function fromReal
      import Cplx;
      input Real re;
      input Real im = 0;
      output Cplx result(re = re, im = im);
    algorithm
    end fromReal;
  end 'constructor';
  encapsulated operator function '+'
    import Cplx;
    input Cplx a, b;
    output Cplx c = Cplx(a.re + b.re, a.im + b.im);
  algorithm
  end '+';
  encapsulated operator '-'
    function negate
      import Cplx;
      input Cplx a;
      output Cplx c = Cplx(-a.re, -a.im);
    algorithm
    end negate;
    function subtract
      import Cplx;
      input Cplx a, b;
      output Cplx c = Cplx(a.re - b.re, a.im - b.im);
    algorithm
    end subtract;
  end '-';
  encapsulated operator function '*'
    import Cplx;
    input Cplx a, b;
    output Cplx c;
  algorithm
    c := Cplx(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  end '*';
  encapsulated operator function '=='
    import Cplx;
    input Cplx a, b;
    output Boolean r = a.re == b.re and a.im == b.im;
  algorithm
  end '==';
  encapsulated operator function '0'
    import Cplx;
    output Cplx z = Cplx(0, 0);
  algorithm
  end '0';
end Cplx;

model M
  parameter Cplx j = Cplx(0, 1);
  Cplx u = Cplx(time);
  Cplx v = 2*u + j;
  Cplx w = -(v*v) - u;
  Boolean same = j == Cplx(0, 2);
  Cplx a[2] = {u, v};
  Cplx s = sum(a);
  Cplx b[2] = 2*a;
end M;
