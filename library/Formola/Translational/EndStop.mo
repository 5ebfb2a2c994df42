within Formola.Translational;
model EndStop "Contact of two parts: spring and damper while they touch"
  extends Interfaces.TranslationalCompliantWithRelativeState;
  parameter Units.TranslationalStiffness c(start=1e6) "Stiffness of the contact";
  parameter Units.TranslationalDamping d(start=0) "Damping of the contact";
  parameter Units.Position s_rel0 = 0 "The parts touch when s_rel is less";
  Boolean contact "true while the parts touch";
protected
  Units.Force f_c "Force of the spring";
  Units.Force f_d "Force of the damper";
equation
  contact = s_rel < s_rel0;
  f_c = smooth(0, if contact then c*(s_rel - s_rel0) else 0);
  f_d = if contact then d*v_rel else 0;
  // The damper never pulls, and never more than doubles the force of the spring.
  f = smooth(0, if contact then f_c + noEvent(max(min(f_d, -f_c), f_c)) else 0);
  annotation (Icon(graphics={
      Line(points={{-100,0},{-30,0},{-30,40},{-30,-40}}, color={0,127,0}),
      Line(points={{0,40},{0,-40}}, color={0,127,0}),
      Line(points={{0,0},{100,0}}, color={0,127,0})}),
    Documentation(info="<html><p>No force while <code>s_rel &gt; s_rel0</code>. In contact the
spring force is
<code>c*(s_rel - s_rel0)</code> and the damping force is limited by it, so that the force is
continuous
and never pulls.</p></html>"));
end EndStop;
