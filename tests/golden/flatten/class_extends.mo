// stage: flatten
// model: M
// note: `redeclare model extends` adds to the inherited class of the same name.
package Base
  replaceable model State
    Real p = time;
    parameter Real k = 1;
  end State;

  model Tank
    State s;
  end Tank;
end Base;

package Water
  extends Base;
  redeclare model extends State(k = 2)
    Real rho = k*p;
  end State;
end Water;

model M
  Base.Tank plain;
  Water.Tank water;
end M;
