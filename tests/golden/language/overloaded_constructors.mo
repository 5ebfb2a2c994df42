// stage: simulate
// model: Constructors.Use
// final: polar = 2
// final: named = 10
// final: fromInts = 3
// final: fromThree = 4
// final: fromFlag = -1.5
// final: flagNamed = 2.5
// final: text = 3
// final: mixed = 103
// final: vector = 5
// note: the constructors of an operator record come before the one that every record has (specification 14.3), chosen by types and sizes, and
// note: take arguments by name; a call with as many arguments as the record has fields went to the record's own: C(2, pi/2) was 2 + 1.57i.
package Constructors
  operator record C
    Real re;
    Real im;
    encapsulated operator 'constructor'
      import Constructors.C;
      function fromPolar
        input Real r;
        input Real phi;
        output C c;
      algorithm
        c.re := r*cos(phi);
        c.im := r*sin(phi);
      end fromPolar;
      function fromInts
        input Integer parts[2];
        output C c(re = parts[1], im = parts[2]);
      end fromInts;
      function fromThree
        input Real v[3];
        input Real scale = 2;
        output C c(re = sum(v)*scale, im = scale);
      end fromThree;
      function fromName
        input String s;
        output C c(re = if s == "i" then 0 else 7, im = 1);
      end fromName;
      function fromFlag
        input Boolean real;
        input Real value = 1.5;
        output C c(re = if real then value else 0, im = if real then 0 else -value);
      end fromFlag;
    end 'constructor';
    encapsulated operator '+'
      import Constructors.C;
      function add
        input C a;
        input C b;
        output C c;
      algorithm
        c.re := a.re + b.re;
        c.im := a.im + b.im;
      end add;
    end '+';
  end C;

  operator record V
    Real x[3];
    encapsulated operator 'constructor'
      import Constructors.V;
      function fromArray
        input Real a[3];
        output V v(x = a);
      end fromArray;
      function fromScalar
        input Real a;
        output V v(x = fill(a, 3));
      end fromScalar;
    end 'constructor';
    encapsulated operator '*'
      import Constructors.V;
      function scale
        input Real k;
        input V a;
        output V c = V(k*a.x);
      end scale;
      function dot
        input V a;
        input V b;
        output Real y = a.x*b.x;
      end dot;
    end '*';
  end V;

  model Use
    constant Real pi = 3.14159265358979;
    C p = C(2, pi/2);
    Real polar = p.im + p.re;
    C n = C(phi = 0, r = 10*time);
    Real named = n.re;
    C q = C({3, 4});
    Real fromInts = q.re;
    C r = C({3, 1, 2.0}, 4);
    Real fromThree = r.im;
    C s = C(false);
    Real fromFlag = s.im;
    C t = C(value = 2.5, real = true);
    Real flagNamed = t.re;
    C u = C("i") + q;
    Real text = u.re;
    C x = C("k") + C(phi = 0, r = 96*time);
    Real mixed = x.re;
    V v = 2*V({1, 2, 2});
    Real vector = v*V(time) - 5;
  end Use;
end Constructors;
