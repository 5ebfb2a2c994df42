// stage: flatten
// model: Water.M
// note: A class found through inheritance is printed under the name it was asked for.
package Base
  constant Real rho = 1;
  model M
    Real v = rho*time;
  end M;
end Base;
package Water
  extends Base(rho = 1000);
end Water;
