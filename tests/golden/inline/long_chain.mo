// stage: structure
// options: --method inline:bdf
// note: a long chain, iterated at the accelerations of its joints alone, has a full Jacobian; it is cut into segments
//   that see only their own joints and ends. Short ones are not (arm_chain.mo).
// assert: inline.iteration_variables > 310
// assert: inline.iteration_variables < 900
model LongChain
  constant Integer n = 300;
  Real phi[n](each start = 0.1, each fixed = true), w[n](each start = 0, each fixed = true);
  Real a[n] "Carried from the first link to the last";
  Real f[n] "Carried from the last link to the first";
equation
  for i in 1:n loop
    der(phi[i]) = w[i];
    a[i] = (if i == 1 then 0 else a[i - 1]) + cos(phi[i])*der(w[i]) - sin(phi[i])*w[i]^2;
    f[i] = (if i == n then 0 else f[i + 1]) + a[i];
    f[i]*cos(phi[i]) + 0.1*der(w[i]) + 1e4*phi[i] + 300*w[i] = 1;
  end for;
end LongChain;
