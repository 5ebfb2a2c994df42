// stage: simulate
// options: --stop 1
// note: libraries made where file names have no case: the file that differs in it alone is found
// analytic: x = time
model ResourceCase
  Real x = time;
  constant Real used = Formola.Constants.pi;
  function full
    input String uri;
    output String path;
  external "C" path = ModelicaInternal_fullPathName(uri);
  end full;
initial equation
  assert(full("modelica://Formola/eXamples/Package.mo") == full("modelica://Formola/Examples/package.mo"),
         "not found");
end ResourceCase;
