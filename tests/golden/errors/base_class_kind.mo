// stage: check
// model: Plant
// note: which kind of class may extend which: specification 7.1.3. The right neighbours are in Fine.
// message: a package is no base of other classes; import what is needed from it
// message: write 'model' instead of 'block', or extend a block
// message: a function extends functions only
package Constants
  constant Real c = 2;
end Constants;
model Motor
  Real speed = 1;
end Motor;
block Gain
  input Real u;
  output Real y = 2 * u;
end Gain;
record Point
  Real x = 0;
  Real y = 0;
end Point;
connector Pin
  Real v;
  flow Real i;
end Pin;
function square
  input Real x;
  output Real y = x * x;
algorithm
end square;
type Length = Real(unit = "m");
connector Angle
  Real phi;
end Angle;
expandable connector Bus
end Bus;

model FromPackage
  // expect-error@+1: BaseClassKind
  extends Constants;
  Real z = c;
end FromPackage;
block FromModel
  // expect-error@+1: BaseClassKind
  extends Motor;
end FromModel;
record FromConnector
  // expect-error@+1: BaseClassKind
  extends Angle(phi = 1);
end FromConnector;
connector FromBlock
  // expect-error@+1: BaseClassKind
  extends Gain;
end FromBlock;
model FromType
  // expect-error@+1: BaseClassKind
  extends Length;
end FromType;
function ofRecord
  // expect-error@+1: BaseClassKind
  extends Point;
  output Real z = 1;
algorithm
end ofRecord;
model FromFunction
  // expect-error@+1: BaseClassKind
  extends square(x = 2);
end FromFunction;
package FromRecord
  // expect-error@+1: BaseClassKind
  extends Point;
  constant Real k = 1;
end FromRecord;
connector FromBus
  Real v;
  // expect-error@+1: BaseClassKind
  extends Bus;
end FromBus;

package Fine
  model FromBlock
    extends Gain(u = 1);
  end FromBlock;
  block FromRecord
    extends Point;
  end FromRecord;
  connector Pin2
    extends Pin;
  end Pin2;
  connector Position
    extends Point;
    flow Real f[2];
  end Position;
  connector Signal
    extends Length;
  end Signal;
  partial class Icon
  end Icon;
  package Package
    extends Icon;
    constant Real one = 1;
  end Package;
end Fine;

model Plant
  FromPackage a;
  FromModel b;
  FromConnector c;
  FromBlock d;
  FromType e;
  Real f = ofRecord();
  FromFunction g;
  Real h = FromRecord.k;
  FromBus i;
  Fine.FromBlock ok1;
  Fine.FromRecord ok2;
  Fine.Pin2 ok3;
  Fine.Position ok4;
  Fine.Signal ok5;
  Real ok6 = Fine.Package.one;
end Plant;
