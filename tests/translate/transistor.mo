model Transistor "Iterated unknowns of stages must not begin at zero"
  extends Formola.Examples.Electrical.CommonEmitter;
end Transistor;
