model Robot "Six axes with drives and controllers"
  extends Formola.Examples.Robot.R3Robot66;
  annotation (experiment(StopTime = 2));
end Robot;
