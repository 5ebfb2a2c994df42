// stage: simulate
// model: Edges
// options: --stop 3 --intervals 3
// note: u and the source are equal, but each has its own pre() at the start: changed is true there
// final: source.y = 0
// final: watch.count = 4
model Edges
  Source source;
  Watch watch;
equation
  connect(source.y, watch.u);
end Edges;

block Source
  BooleanOutput y(start = true, fixed = true);
equation
  when sample(1, 1) then
    y = not pre(y);
  end when;
end Source;

block Watch
  BooleanInput u(start = false, fixed = true);
  Integer count(start = 0, fixed = true);
  Boolean changed = change(u);
algorithm
  when {initial(), changed} then
    if changed then
      count := pre(count) + 1;
    end if;
  end when;
end Watch;

connector BooleanInput = input Boolean;
connector BooleanOutput = output Boolean;
