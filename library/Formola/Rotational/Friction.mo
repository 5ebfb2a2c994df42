within Formola.Rotational;
partial model Friction "Coulomb friction with stiction, described by modes"
  type Mode = enumeration(Backward "Sliding backward", Stuck "No relative motion", Forward
    "Sliding forward",
    Free "No normal force", Unknown "Before initialisation");
  parameter Units.Torque tau_c(min=0) = 1 "Coulomb torque at unit normal force";
  parameter Real peak(min=1) = 1 "Ratio of stiction to Coulomb torque";
  parameter Units.RotationalDamping d_v = 0 "Viscous friction at unit normal force";
  parameter Units.AngularVelocity w_small = 1e10
    "Speed below which a reinitialised element may become stuck (only for impulses)";
  Real normal "Normal force relative to that of tau_c";
  Boolean isFree "true when there is no normal force";
  Units.AngularVelocity w_rel(start=0) "Relative speed of the friction surfaces";
  Units.AngularAcceleration a_rel(start=0) "Relative acceleration of the friction surfaces";
  Units.Torque tau "Friction torque, against the motion";
  Boolean startForward(start=false, fixed=true) "true when forward sliding begins";
  Boolean startBackward(start=false, fixed=true) "true when backward sliding begins";
  Boolean locked(start=false) "true when stuck and staying so";
  Mode mode(start=Mode.Unknown, fixed=true) "Mode of the element";
protected
  Real s "Curve parameter: torque when stuck, acceleration when sliding";
  Units.Torque tau0 "Coulomb torque";
  Units.Torque tau0_max "Stiction torque";
  constant Units.AngularAcceleration unitAcceleration = 1;
  constant Units.Torque unitTorque = 1;
equation
  tau0 = tau_c*normal;
  tau0_max = peak*tau0;
  // Sliding begins when the torque exceeds the stiction torque. Once begun, it goes on at this
  // event
  // as long as the torque exceeds the Coulomb torque (the acceleration then has the right sign).
  startForward = pre(mode) == Mode.Stuck and (s > tau0_max/unitTorque
    or pre(startForward) and s > tau0/unitTorque)
    or pre(mode) == Mode.Backward and w_rel > w_small or initial() and w_rel > 0;
  startBackward = pre(mode) == Mode.Stuck and (s < -tau0_max/unitTorque
    or pre(startBackward) and s < -tau0/unitTorque)
    or pre(mode) == Mode.Forward and w_rel < -w_small or initial() and w_rel < 0;
  locked = not isFree and not (pre(mode) == Mode.Forward or startForward
    or pre(mode) == Mode.Backward or startBackward);
  a_rel/unitAcceleration = if locked then 0 else if isFree then s else
    if startForward then s - tau0_max/unitTorque else
    if startBackward then s + tau0_max/unitTorque else
    if pre(mode) == Mode.Forward then s - tau0_max/unitTorque else s + tau0_max/unitTorque;
  tau = if locked then s*unitTorque else if isFree then 0 else
    if startForward then tau0 + d_v*normal*w_rel else
    if startBackward then -tau0 + d_v*normal*w_rel else
    if pre(mode) == Mode.Forward then tau0 + d_v*normal*w_rel else -tau0 + d_v*normal*w_rel;
  mode = if isFree then Mode.Free else
    if (pre(mode) == Mode.Forward or pre(mode) == Mode.Free or startForward) and w_rel > 0 then
      Mode.Forward else
    if (pre(mode) == Mode.Backward or pre(mode) == Mode.Free or startBackward) and w_rel < 0 then
      Mode.Backward else
    Mode.Stuck;
  annotation (Documentation(info="<html>
<p>Sliding torque <code>normal*(tau_c + d_v*abs(w_rel))</code> against the motion; stuck: any torque
up to
<code>peak*normal*tau_c</code>. The characteristic is a curve with parameter <code>s</code>; the
mode is a
state machine that changes at events only (Otter, Elmqvist, Mattsson: Hybrid modeling in Modelica
based on the synchronous data flow principle, CACSD 1999).</p></html>"));
end Friction;
