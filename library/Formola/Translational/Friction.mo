within Formola.Translational;
partial model Friction "Coulomb friction with stiction, described by modes"
  type Mode = enumeration(Backward "Sliding backward", Stuck "No relative motion", Forward
    "Sliding forward",
    Free "No normal force", Unknown "Before initialisation");
  parameter Units.Force f_c(min=0) = 1 "Coulomb force at unit normal force";
  parameter Real peak(min=1) = 1 "Ratio of stiction to Coulomb force";
  parameter Units.TranslationalDamping d_v = 0 "Viscous friction at unit normal force";
  parameter Units.Velocity v_small = 1e10
    "Speed below which a reinitialised element may become stuck (only for impulses)";
  Real normal "Normal force relative to that of f_c";
  Boolean isFree "true when there is no normal force";
  Units.Velocity v_rel(start=0) "Relative speed of the friction surfaces";
  Units.Acceleration a_rel(start=0) "Relative acceleration of the friction surfaces";
  Units.Force f "Friction force, against the motion";
  Boolean startForward(start=false, fixed=true) "true when forward sliding begins";
  Boolean startBackward(start=false, fixed=true) "true when backward sliding begins";
  Boolean locked(start=false) "true when stuck and staying so";
  Mode mode(start=Mode.Unknown, fixed=true) "Mode of the element";
protected
  Real s_c "Curve parameter: force when stuck, acceleration when sliding";
  Units.Force f0 "Coulomb force";
  Units.Force f0_max "Stiction force";
  constant Units.Acceleration unitAcceleration = 1;
  constant Units.Force unitForce = 1;
equation
  f0 = f_c*normal;
  f0_max = peak*f0;
  startForward = pre(mode) == Mode.Stuck and (s_c > f0_max/unitForce
    or pre(startForward) and s_c > f0/unitForce)
    or pre(mode) == Mode.Backward and v_rel > v_small or initial() and v_rel > 0;
  startBackward = pre(mode) == Mode.Stuck and (s_c < -f0_max/unitForce
    or pre(startBackward) and s_c < -f0/unitForce)
    or pre(mode) == Mode.Forward and v_rel < -v_small or initial() and v_rel < 0;
  locked = not isFree and not (pre(mode) == Mode.Forward or startForward
    or pre(mode) == Mode.Backward or startBackward);
  a_rel/unitAcceleration = if locked then 0 else if isFree then s_c else
    if startForward then s_c - f0_max/unitForce else
    if startBackward then s_c + f0_max/unitForce else
    if pre(mode) == Mode.Forward then s_c - f0_max/unitForce else s_c + f0_max/unitForce;
  f = if locked then s_c*unitForce else if isFree then 0 else
    if startForward then f0 + d_v*normal*v_rel else
    if startBackward then -f0 + d_v*normal*v_rel else
    if pre(mode) == Mode.Forward then f0 + d_v*normal*v_rel else -f0 + d_v*normal*v_rel;
  mode = if isFree then Mode.Free else
    if (pre(mode) == Mode.Forward or pre(mode) == Mode.Free or startForward) and v_rel > 0 then
      Mode.Forward else
    if (pre(mode) == Mode.Backward or pre(mode) == Mode.Free or startBackward) and v_rel < 0 then
      Mode.Backward else
    Mode.Stuck;
  annotation (Documentation(info="<html>
<p>Sliding force <code>normal*(f_c + d_v*abs(v_rel))</code> against the motion; stuck: any force up
to
<code>peak*normal*f_c</code>. See <code>Formola.Rotational.Friction</code> for the
method.</p></html>"));
end Friction;
