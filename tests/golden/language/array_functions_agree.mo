// stage: simulate
// options: --stop 2
// note: Array functions in equations, in a function and at translation (t = 2): each element times a weight of its own, written out.
// configs: --backend interp; --method inline:bdf
// analytic: inEquations = fsum([1*time, 2*4, 3*2, 4*5, 5*3, 6*6, 7*(10 - 3*time), 8*(12 - 5*time), 9*(time*time - 8), 11*-3, 12*2, 13*3, 15*(-time), 16*-2, 17*time, 19*3*time, 20*4*time, 21*5*time, 22*6, 23*8, 24*10, 25*time, 26*2, 27*2, 28*4, 29*time, 32*7, 33*time, 34*(time + 2), 35*(time + 4), 36*(time + 6), 37*time, 38*2, 39*3, 40*1, 41*4, 42*5, 43*time, 44*time, 45*time, 48*time, 49*time, 50*time, 51*time, 52*1, 53*time, 54*1, 55*time, 56*(time + 5), 57*6*time, 58*max(time, 1), 59*min(time, 1)])
// analytic: inFunction = fsum([1*time, 2*4, 3*2, 4*5, 5*3, 6*6, 7*(10 - 3*time), 8*(12 - 5*time), 9*(time*time - 8), 11*-3, 12*2, 13*3, 15*(-time), 16*-2, 17*time, 19*3*time, 20*4*time, 21*5*time, 22*6, 23*8, 24*10, 25*time, 26*2, 27*2, 28*4, 29*time, 32*7, 33*time, 34*(time + 2), 35*(time + 4), 36*(time + 6), 37*time, 38*2, 39*3, 40*1, 41*4, 42*5, 43*time, 44*time, 45*time, 48*time, 49*time, 50*time, 51*time, 52*1, 53*time, 54*1, 55*time, 56*(time + 5), 57*6*time, 58*max(time, 1), 59*min(time, 1)])
// analytic: atTranslation = 5301*time
model M
  function digest
    input Real t;
    output Real y;
  algorithm
    y := sum(transpose([t, 2, 3; 4, 5, 6]).*[1, 2; 3, 4; 5, 6])
      + sum(cross({t, 2, 3}, {4, t, 5}).*{7, 8, 9})
      + sum(skew({t, 2, 3}).*[10, 11, 12; 13, 14, 15; 16, 17, 18])
      + sum(outerProduct({t, 2}, {3, 4, 5}).*[19, 20, 21; 22, 23, 24])
      + sum(symmetric([t, 2; 9, 4]).*[25, 26; 27, 28])
      + sum(diagonal({t, 7}).*[29, 30; 31, 32])
      + sum(linspace(t, t + 6, 4).*{33, 34, 35, 36})
      + sum(cat(2, [t; 1], [2, 3; 4, 5]).*[37, 38, 39; 40, 41, 42])
      + sum(fill(t, 2).*{43, 44})
      + sum(identity(2)*t.*[45, 46; 47, 48])
      + sum((ones(2)*t + zeros(2)).*{49, 50})
      + sum(vector([t; 1]).*{51, 52})
      + sum(matrix({t, 1}).*[53; 54])
      + 55*scalar([t])
      + 56*sum({t, 2, 3})
      + 57*product({t, 2, 3})
      + 58*max({t, 1})
      + 59*min({t, 1});
  end digest;
  Real inEquations = sum(transpose([time, 2, 3; 4, 5, 6]).*[1, 2; 3, 4; 5, 6])
    + sum(cross({time, 2, 3}, {4, time, 5}).*{7, 8, 9})
    + sum(skew({time, 2, 3}).*[10, 11, 12; 13, 14, 15; 16, 17, 18])
    + sum(outerProduct({time, 2}, {3, 4, 5}).*[19, 20, 21; 22, 23, 24])
    + sum(symmetric([time, 2; 9, 4]).*[25, 26; 27, 28])
    + sum(diagonal({time, 7}).*[29, 30; 31, 32])
    + sum(linspace(time, time + 6, 4).*{33, 34, 35, 36})
    + sum(cat(2, [time; 1], [2, 3; 4, 5]).*[37, 38, 39; 40, 41, 42])
    + sum(fill(time, 2).*{43, 44})
    + sum(identity(2)*time.*[45, 46; 47, 48])
    + sum((ones(2)*time + zeros(2)).*{49, 50})
    + sum(vector([time; 1]).*{51, 52})
    + sum(matrix({time, 1}).*[53; 54])
    + 55*scalar([time])
    + 56*sum({time, 2, 3})
    + 57*product({time, 2, 3})
    + 58*max({time, 1})
    + 59*min({time, 1});
  Real inFunction = digest(time);
  constant Real k = digest(2);
  Real atTranslation = k*time;
end M;
