// stage: structure
// options: --method inline:mixed
// assert: len(states) == 8
// assert: inline.explicit_states == ["slow[1]", "slow[2]", "slow[3]", "slow[4]"]
// assert: inline.largest_block <= 3
// note: Four cells whose slow states are coupled with all others, each with a fast one: known slow states leave four small systems.
model MixedStructure
  parameter Integer n = 4;
  Real slow[n](each start = 1, each fixed = true);
  Real fast[n](each start = 1, each fixed = true);
equation
  for i in 1:n loop
    der(slow[i]) = sum(slow)/n - slow[i] - 0.1*slow[i]*fast[i];
    der(fast[i]) = 1e5*(slow[i]^2 - fast[i] - 0.1*fast[i]^3);
  end for;
  annotation(experiment(StopTime = 10));
end MixedStructure;
