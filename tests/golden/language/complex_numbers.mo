// stage: simulate
// model: M
// note: (1 + 2j)*(3 - j) = 5 + 5j; -(5 + 5j) + 1 = -4 - 5j; all scaled by time.
// analytic: w.re = 5*time
// analytic: w.im = 5*time
// analytic: v.re = 1 - 5*time
// analytic: v.im = -5*time
// analytic: s.re = 4*time
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
    output Cplx c;
  algorithm
    c := Cplx(a.re + b.re, a.im + b.im);
  end '+';
  encapsulated operator function '-'
    import Cplx;
    input Cplx a;
    output Cplx c;
  algorithm
    c := Cplx(-a.re, -a.im);
  end '-';
  encapsulated operator function '*'
    import Cplx;
    input Cplx a, b;
    output Cplx c;
  algorithm
    c := Cplx(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
  end '*';
  encapsulated operator function '0'
    import Cplx;
    output Cplx z;
  algorithm
    z := Cplx(0, 0);
  end '0';
end Cplx;

model M
  Cplx a = Cplx(time, 2*time);
  Cplx b = Cplx(3, -1);
  Cplx w = a*b;
  Cplx v = -w + 1;
  Cplx s = sum({a, b*time});
end M;
