// stage: check
// options: --strict
// model: Plant
// note: imported is only from packages, and only what is public: specification 13.2.1
package Library
  model Machine
    constant Real poles = 4;
    encapsulated model Stator
      Real s = 3;
    end Stator;
    encapsulated model Rotor
      Real r = 3;
    end Rotor;
    Real x = 1;
  end Machine;
  package Constants
    constant Real open = 1;
  protected
    constant Real closed = 2;
  end Constants;
end Library;
model Single
  // expect-error@+1: NotAPackage
  import Library.Machine.Stator;
  import M = Library.Machine;
  Stator s;
  M m;
end Single;
model All
  // expect-error@+1: NotAPackage
  import Library.Machine.*;
  Rotor r;
end All;
model Secret
  // expect-error@+1: ProtectedAccess
  import Library.Constants.closed;
  Real x = closed;
end Secret;
model Star
  import Library.Constants.*;
  Real x = open;
  // expect-error@+1: UndefinedName
  Real y = closed;
end Star;
model Plant
  Single a;
  All b;
  Secret c;
  Star d;
end Plant;
