// stage: check
// model: PackageThatIsStillPartial.Test
// message: its package 'PackageThatIsStillPartial\.PartialMedium' is partial: give the component a complete one
// note: one message, not one for each use
package PackageThatIsStillPartial
  partial package PartialMedium
    replaceable partial function density
      input Real T;
      output Real d;
    end density;
    replaceable partial function viscosity
      input Real T;
      output Real mu;
    end viscosity;
  end PartialMedium;
  model Pipe
    replaceable package Medium = PartialMedium;
    // expect-error@+1: PartialFunction
    Real d = Medium.density(time);
    Real mu = Medium.viscosity(time);
  end Pipe;
  model Test
    Pipe pipe;
  end Test;
end PackageThatIsStillPartial;
