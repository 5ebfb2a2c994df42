// stage: simulate
// options: --stop 1
// note: the URI of a folder keeps its slash, behind which libraries put the name of a file
// analytic: x = time
model ResourceFolder
  Real x = time;
  constant Real used = Formola.Constants.pi;
  function full
    input String uri;
    output String path;
  external "C" path = ModelicaInternal_fullPathName(uri);
  end full;
initial equation
  assert(full("modelica://Formola/Examples/") == full("modelica://Formola/Examples") + "/", "the slash is lost");
end ResourceFolder;
