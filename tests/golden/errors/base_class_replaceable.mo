// stage: check
// model: Plant
// note: a base class is the same whatever is redeclared: specification 7.1.4; 'model extends' is not meant by it
// message: extend a class that is not replaceable
package Parts
  replaceable model Load
    Real i = 1;
  end Load;
end Parts;
model Plant
  replaceable model Source
    Real u = 2;
  end Source;
  // expect-error@+1: BaseClassKind
  extends Source;
  // expect-error@+1: BaseClassKind
  extends Parts.Load;
end Plant;
