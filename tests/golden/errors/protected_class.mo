// stage: check
// options: --strict
// model: Plant
// note: what is protected is used inside its class and where it is inherited, not by a name with a dot: specification 4.1
package Parts
  model Public
    Hidden h;
  end Public;
  function visible
    input Real x;
    output Real y = Parts.secret(x);
  algorithm
  end visible;
protected
  model Hidden
    Real x = 1;
  end Hidden;
  package Tables
    constant Real c = 3;
  end Tables;
  function secret
    input Real x;
    output Real y = 2 * x;
  algorithm
  end secret;
end Parts;
model Motor
protected
  function curve
    input Real x;
    output Real y = x;
  algorithm
  end curve;
  constant Real k = 2;
end Motor;
model Derived
  extends Motor;
  Real z = curve(k);
  // expect-error@+1: ProtectedAccess
  Real w = Motor.k;
end Derived;
model Plant
  Parts.Public p;
  // expect-error@+1: ProtectedAccess
  Parts.Hidden h;
  // expect-error@+1: ProtectedAccess
  Real c = Parts.Tables.c;
  Real y = Parts.visible(1);
  // expect-error@+1: ProtectedAccess
  Real s = Parts.secret(1);
  Motor m;
  // expect-error@+1: ProtectedAccess
  Real v = m.curve(2);
  Derived d;
end Plant;
