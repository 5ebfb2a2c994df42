// stage: flatten
// model: P.Q.M
// note: An import in an enclosing package is seen inside; imports are not inherited; names of the loop and of functions' locals win.
package Consts
  constant Real g = 9.81;
  constant Real pi = 3.14;
end Consts;

package P
  import Consts.*;
  package Q
    import PI = Consts.pi;
    model M
      Real x = g*time;
      Real y = PI*time;
      Real z[2] = {pi*k for pi in 1:2};
      parameter Real k = 2;
    end M;
  end Q;
end P;
