// stage: simulate
// model: Lib.Vehicle
// note: getInstanceName() is the name of the simulated model without its packages, then the path of the instance.
// options: --stop 1
// analytic: same = 1
// configs: --backend interp
package Lib
  block Named
    parameter String text = getInstanceName();
  end Named;
  block Wheel
    extends Named;
    Named hub;
  end Wheel;
  model Vehicle
    Wheel wheel[2];
    Boolean same = wheel[2].text == "Vehicle.wheel[2]" and wheel[1].hub.text == "Vehicle.wheel[1].hub"
        and own == "Vehicle";
    parameter String own = getInstanceName();
  end Vehicle;
end Lib;
