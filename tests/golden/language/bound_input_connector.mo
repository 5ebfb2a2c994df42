// stage: check
// note: a modifier gives a signal connector its value; that is no imbalance of the component.
model BoundInputConnector
  connector RealInput = input Real;
  model Torque
    RealInput tau;
    Real t;
  equation
    t = tau;
  end Torque;
  Torque drive(tau=cos(time));
  Torque drives[2](tau={1, 2});
  Real w(start=0, fixed=true);
equation
  der(w) = drive.t;
end BoundInputConnector;
