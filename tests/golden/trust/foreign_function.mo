// stage: simulate
// model: ForeignFunction.Test
// exit: 1
// message: would run foreign code: 'getpid' of the system
// message: not trusted: foreign_function.mo
package ForeignFunction
  // expect-error@+1: ForeignCodeRefused
  function number
    output Integer n;
    external "C" n = getpid();
  end number;

  model Test
    Real x = time*number();
  end Test;
end ForeignFunction;
