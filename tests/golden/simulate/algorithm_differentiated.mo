// stage: simulate
// options: --stop 1
// model: Differentiated.All
// note: what an algorithm assigns is differentiated by index reduction: constant geometry of a volume, and a position that a force follows from
// analytic: volume.T = exp(-time)
// analytic: moved.v = 2 * time + 1
// analytic: moved.f = 2
package Differentiated
  model Geometry
    input Real length = 2;
    Real area, V;
  algorithm
    if length > 1 then
      area := 3;
    else
      area := 1;
    end if;
    V := area*length;
  end Geometry;
  model Volume "the energy is a state, the volume is no parameter"
    Geometry geometry;
    Real T(start = 1, fixed = true), U, m;
  equation
    m = 2*geometry.V;
    U = m*T;
    der(U) = -m*T;
    assert(abs(der(m)) < 1e-12, "the mass is constant");
  end Volume;
  model Moved "index 3"
    Real s, v, f;
  algorithm
    s := time;
    s := s + time*time;
  equation
    v = der(s);
    f = der(v);
  end Moved;
  model All
    Volume volume;
    Moved moved;
  end All;
end Differentiated;
