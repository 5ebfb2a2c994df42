within Formola.MultiBody;
package Frames "Orientation of frames"
  extends Icons.Package;

  record Orientation "Orientation and velocity of a frame with respect to another"
    Real T[3, 3] "Rows are the axes of the frame: v_frame = T*v_other";
    Units.AngularVelocity w[3] "Angular velocity of the frame, resolved in it";
    Units.Velocity v[3] "Velocity of the origin of the frame, resolved in it";

    encapsulated function equalityConstraint "Zero when both orientations are the same"
      import Formola.MultiBody.Frames;
      input Frames.Orientation R1 "First orientation";
      input Frames.Orientation R2 "Second orientation";
      output Real residue[3] "Small rotation angles from the first to the second";
    algorithm
      // Off-diagonal elements of T1*T2': to first order the angles about the axes of frame 1
      residue := {R1.T[3, :]*R2.T[2, :], R1.T[1, :]*R2.T[3, :], R1.T[2, :]*R2.T[1, :]};
      annotation (Inline=true);
    end equalityConstraint;
    annotation (Documentation(info="<html><p>Nine direction cosines, the angular velocity and the
velocity of the origin. The velocities are resolved in the frame itself: so bodies get their
accelerations without a derivative of the direction cosines, and the equations of motion of a tree
need no quantity that is resolved in the world. In a loop only the directions are
compared.</p></html>"));
  end Orientation;

  function nullRotation "Orientation of a frame parallel to the other and at rest"
    extends Icons.Function;
    output Orientation R "Orientation";
  algorithm
    R := Orientation(T=identity(3), w=zeros(3), v=zeros(3));
    annotation (Inline=true,
      Documentation(info="<html><p>Direction cosines of the identity, velocities
zero.</p></html>"));
  end nullRotation;

  function resolve1 "Components in the other frame of a vector given in the frame"
    extends Icons.Function;
    input Orientation R "Orientation of the frame with respect to the other";
    input Real v2[3] "Vector resolved in the frame";
    output Real v1[3] "Vector resolved in the other frame";
  algorithm
    v1 := transpose(R.T)*v2;
    annotation (derivative(noDerivative=R)=resolve1_der, InlineAfterIndexReduction=true,
      Documentation(info="<html><p>The derivative uses the angular velocity <code>R.w</code>, so
that the direction cosines need not
be differentiated.</p></html>"));
  end resolve1;

  function resolve1_der "Time derivative of resolve1"
    extends Icons.Function;
    input Orientation R "Orientation of the frame with respect to the other";
    input Real v2[3] "Vector resolved in the frame";
    input Real v2_der[3] "Derivative of v2";
    output Real v1_der[3] "Derivative of v1";
  algorithm
    v1_der := resolve1(R, v2_der + cross(R.w, v2));
    annotation (Inline=true,
      Documentation(info="<html><p>Contains the angular velocity in place of the derivative of
the direction cosines.</p></html>"));
  end resolve1_der;

  function resolve2 "Components in the frame of a vector given in the other frame"
    extends Icons.Function;
    input Orientation R "Orientation of the frame with respect to the other";
    input Real v1[3] "Vector resolved in the other frame";
    output Real v2[3] "Vector resolved in the frame";
  algorithm
    v2 := R.T*v1;
    annotation (derivative(noDerivative=R)=resolve2_der, InlineAfterIndexReduction=true,
      Documentation(info="<html><p>The inverse of <code>resolve1</code>.</p></html>"));
  end resolve2;

  function resolve2_der "Time derivative of resolve2"
    extends Icons.Function;
    input Orientation R "Orientation of the frame with respect to the other";
    input Real v1[3] "Vector resolved in the other frame";
    input Real v1_der[3] "Derivative of v1";
    output Real v2_der[3] "Derivative of v2";
  algorithm
    v2_der := resolve2(R, v1_der) - cross(R.w, resolve2(R, v1));
    annotation (Inline=true,
      Documentation(info="<html><p>Contains the angular velocity in place of the derivative of
the direction cosines.</p></html>"));
  end resolve2_der;

  function absoluteRotation "Orientation after two rotations"
    extends Icons.Function;
    input Orientation R1 "From frame 0 to frame 1";
    input Orientation R_rel "From frame 1 to frame 2";
    output Orientation R2 "From frame 0 to frame 2";
  algorithm
    R2 := Orientation(T=R_rel.T*R1.T, w=R_rel.T*R1.w + R_rel.w, v=R_rel.T*R1.v + R_rel.v);
    annotation (Inline=true,
      Documentation(info="<html><p>The velocities add up after they have been resolved in
frame 2.</p></html>"));
  end absoluteRotation;

  function translatedFrame "Frame at a fixed place of another"
    extends Icons.Function;
    input Orientation R1 "Of the frame";
    input Units.Position r[3] "Place, resolved in the frame";
    output Orientation R2 "Of the parallel frame at this place";
  algorithm
    R2 := Orientation(T=R1.T, w=R1.w, v=R1.v + cross(R1.w, r));
    annotation (Inline=true,
      Documentation(info="<html><p>The velocity of its origin has the part <code>cross(w,
r)</code> of the rotation.</p></html>"));
  end translatedFrame;

  function relativeRotation "Rotation between two frames"
    extends Icons.Function;
    input Orientation R1 "From frame 0 to frame 1";
    input Orientation R2 "From frame 0 to frame 2";
    output Orientation R_rel "From frame 1 to frame 2";
  algorithm
    R_rel := Orientation(T=R2.T*transpose(R1.T), w=R2.w - R2.T*(transpose(R1.T)*R1.w),
      v=R2.v - R2.T*(transpose(R1.T)*R1.v));
    annotation (Inline=true,
      Documentation(info="<html><p>The inverse of <code>absoluteRotation</code>.</p></html>"));
  end relativeRotation;

  function planarRotation "Rotation about an axis"
    extends Icons.Function;
    input Real e[3] "Unit vector of the axis";
    input Units.Angle angle "Angle";
    input Units.AngularVelocity der_angle "Derivative of the angle";
    output Orientation R "From the frame before to the frame after the rotation";
  algorithm
    R := Orientation(T=outerProduct(e,
      e) + (identity(3) - outerProduct(e, e))*cos(angle) - skew(e)*sin(angle),
      w=e*der_angle, v=zeros(3));
    annotation (Inline=true, Documentation(info="<html><p>Formula of Rodrigues.</p></html>"));
  end planarRotation;

  function fromQuaternion "Orientation from a quaternion and the angular velocity"
    extends Icons.Function;
    input Real Q[4] "Quaternion, the scalar part last";
    input Units.AngularVelocity w[3] "Angular velocity, resolved in the frame";
    output Orientation R "Orientation";
  algorithm
    R := Orientation(T=(2*Q[4]*Q[4] - 1)*identity(3) + 2*(outerProduct(Q[1:3],
      Q[1:3]) - Q[4]*skew(Q[1:3])), w=w, v=zeros(3));
    annotation (Inline=true,
      Documentation(info="<html><p>For a quaternion of norm one; the velocity of the origin is
zero.</p></html>"));
  end fromQuaternion;

  function quaternionRate "Time derivative of a quaternion"
    extends Icons.Function;
    input Real Q[4] "Quaternion, the scalar part last";
    input Units.AngularVelocity w[3] "Angular velocity, resolved in the frame";
    input Units.Rate k = 10 "Rate with which the norm returns to one";
    output Real Q_der[4] "Derivative";
  algorithm
    Q_der := 0.5*cat(1, Q[4]*w + cross(Q[1:3], w), {-Q[1:3]*w}) + k*(1 - Q*Q)*Q;
    annotation (Inline=true,
      Documentation(info="<html><p>The last term is zero on the unit sphere and keeps numerical
errors from moving the
quaternion away from it.</p></html>"));
  end quaternionRate;

  function normalize "Vector of length one"
    extends Icons.Function;
    input Real v[3] "Vector, not zero";
    output Real e[3] "Unit vector in the same direction";
  algorithm
    e := v/sqrt(v*v);
    annotation (Inline=true,
      Documentation(info="<html><p>For axes, which users give in any length.</p></html>"));
  end normalize;

  function perpendicular "Unit vector perpendicular to an axis, near a wished direction"
    extends Icons.Function;
    input Real e[3] "Axis, a unit vector";
    input Real wish[3] "Wished direction; another one is taken if it is parallel to the axis";
    output Real p[3] "Unit vector perpendicular to e";
  protected
    Real h[3];
  algorithm
    h := wish - (wish*e)*e;
    if h*h < 1e-12*(wish*wish) or wish*wish == 0 then
      h := if abs(e[1]) < 0.9 then {1, 0, 0} - e[1]*e else {0, 1, 0} - e[2]*e;
    end if;
    p := h/sqrt(h*h);
    annotation (Documentation(info="<html><p>For directions that are given roughly, such as the
width of
a box.</p></html>"));
  end perpendicular;

  annotation (Documentation(info="<html>
<p>Functions on orientations. A vector with the components <code>v1</code> in a frame 1 has the
components
<code>v2 = R.T*v1</code> in a frame 2 whose orientation with respect to frame 1 is
<code>R</code>.</p></html>"));
end Frames;
