// Parts of MATLAB programs with events that are the same for every model: what c_event_kernels.cpp,
// c_step_kernels.cpp and c_kernels.cpp do in C.
#include "codegen/text/matlab_events.h"

namespace formola::text {

const std::string_view kMatlabDriver = R"(
function m = empty(time)
  m = sizes();
  m.time = time; m.v = zeros(m.N, 1); m.lambda = 1;
  m.relation = zeros(m.NR, 1); m.live = false; m.starting = false;
  m.reached = -Inf; m.passed = -Inf; % what happens at, and right after, instants up to these has happened
  m.terminated = false; m.message = ''; m.moves = 0; m.reinit = zeros(0, 2); m.factors = {};
  m.sampled = zeros(m.NS, 1); m.ticks = zeros(m.NS, 1);
  m.left = zeros(m.NZ, 1); m.largest = zeros(m.NZ, 1); m.slack = zeros(m.NZ, 1); m.left_time = time;
  m.noise = zeros(m.NZ, 1); m.last_fired = -Inf(m.NZ, 1);
  m.pre = m.v;
end

function m = start(time)
  m = reach_instant(empty(time));
  m.live = true; m.starting = true;
  m = parameters(m);
  m = sample_clocks(m);
  m.pre = m.v;
  m = follow_homotopy(m);
  m.starting = false;
  for i = 1:m.NS
    while m.clock_start(i) + m.ticks(i)*m.clock_interval(i) < time - resolution_(time)
      m.ticks(i) = m.ticks(i) + 1;
    end
  end
  m = start_samples(m);
  m = iterate_event(m);
  m = restart(m);
end

% The initial system, until discrete variables and relations repeat.
function m = solve_initial(m)
  m.moves = 0;
  for pass = 1:100
    before = [m.v(m.DISCRETE + 1:m.UNKNOWNS); m.relation];
    m = initial(m);
    if ~any(differ([m.v(m.DISCRETE + 1:m.UNKNOWNS); m.relation], before)), return; end
  end
  error('the discrete variables of the initial system do not settle');
end

% From the simplified model (lambda 0) to the actual one (lambda 1); each solution starts the next.
function m = follow_homotopy(m)
  if ~m.HOMOTOPY, m = solve_initial(m); return; end
  first = m;
  try
    m.lambda = 0;
    m = solve_initial(m);
    reached = 0; step = 1;
    while reached < 1
      good = m;
      try
        m.lambda = min(1, reached + step);
        m = solve_initial(m);
        reached = m.lambda; step = 2*step;
      catch problem
        m = good; step = step/4;
        if step < 1e-4, rethrow(problem); end
      end
    end
  catch
    m = first;
    m = solve_initial(m);
  end
end

% How near two instants count as one.
function d = resolution_(t)
  d = 8*eps*max(abs(t), 1e-290);
end

% An event at this time.
function m = reach_instant(m)
  m.reached = max(m.reached, m.time + resolution_(m.time));
  m.passed = max(m.passed, m.time - resolution_(m.time));
end

function d = differ(a, b)
  d = a ~= b & ~(isnan(a) & isnan(b));
end

function next = next_event(m)
  next = min([next_instant(m); m.clock_start + m.ticks.*m.clock_interval]);
end

% sample() is true for those that tick now.
function m = start_samples(m)
  for i = 1:m.NS
    if m.clock_start(i) + m.ticks(i)*m.clock_interval(i) <= ...
        m.time + resolution_(abs(m.time) + abs(m.clock_start(i)) + m.ticks(i)*m.clock_interval(i))
      m.sampled(i) = 1;
      m.ticks(i) = m.ticks(i) + 1;
    end
  end
end

% Evaluates everything until discrete variables and relations repeat.
function m = iterate_event(m, inputs, old)
  m = reach_instant(m);
  m.live = true;
  m.moves = 0;
  for pass = 1:1000
    m.pre = m.v;
    jump = pass == 1 && nargin > 1; % of inputs, which were `old`
    if jump, m.pre(inputs) = old; end
    before = m.relation;
    m.reinit = zeros(0, 2);
    m = event_pass(m);
    sampling = any(m.sampled); % true in the first pass only
    m.sampled(:) = 0;
    changed = sampling || ~isempty(m.reinit) || any(before ~= m.relation);
    for i = 1:size(m.reinit, 1), m.v(m.reinit(i, 1)) = m.reinit(i, 2); end
    k = m.DISCRETE + 1:m.UNKNOWNS;
    if changed || jump || any(differ(m.v(k), m.pre(k))), continue; end
    m.live = false;
    return
  end
  error('the event iteration does not end');
end

% Signed distances of the relations from their change; a negative one has been crossed.
function [z, g] = watch(m)
  z = zeros(0, 1); g = z;
  if m.NZ == 0, return; end
  z = crossings(m);
  signs = 2*m.relation(1:m.NZ) - 1;
  g = signs.*z + 1e-12*max(m.largest, 1e-2) + m.slack + m.noise;
end

function m = keep_watch(m, z, g)
  passed = max(m.time - m.left_time, 0);
  m.left_time = m.time;
  if m.NZ == 0, return; end
  % The size of z that lasts, not the peaks of a pole.
  m.largest = max(m.largest, min(min(abs(z), abs(m.left)), ...
                                 max(m.largest, 1e-2)*10^min(passed/m.LASTING, 300)));
  m.left = g;
  m.slack(m.relation(1:m.NZ) == (z > 0)) = 0;
end

% After an event.
function m = restart(m)
  m = outputs(derivatives(m));
  m.slack(:) = 0;
  [z, g] = watch(m);
  if any(g < 0)
    m.slack(g < 0) = 2*abs(z(g < 0));
    [z, g] = watch(m);
  end
  m.left_time = m.time; m.left = g;
  m = keep_watch(m, z, g);
end

% The first crossing in the last step, by the method of false position with interpolated states:
% Illinois, with bisection where it is slow. Leaves everything as it is just behind it.
function m = locate(m, last, g)
  tl = m.left_time; tr = m.time; before = tr - tl; left = m.left; right = g; side = 0;
  now = m;
  resolution = resolution_(max(abs(tl), abs(tr)))/2;
  for k = 0:199
    if tr - tl <= resolution, break; end
    i = right < 0 & left >= 0;
    t = min([tr; tl + (tr - tl)*(left(i)./(left(i) - right(i)))]);
    if mod(k, 3) == 2
      if tr - tl > 0.25*before, t = tl + (tr - tl)/2; end
      before = tr - tl;
    end
    t = min(max(t, tl + resolution/2), tr - resolution/2);
    if t <= tl || t >= tr, break; end
    m.v(1:m.NX) = hermite(last, now, t);
    m.time = t;
    m = derivatives(m);
    [~, g] = watch(m);
    if any(g < 0)
      tr = t; right = g;
      if side == 1, left = left/2; end
      side = 1;
    else
      tl = t; left = g;
      if side == -1, right = right/2; end
      side = -1;
    end
  end
  m.v(1:m.NX) = hermite(last, now, tr);
  m.time = tr;
  m = derivatives(m);
  % A relation that changes again at once is not believed as far as it has gone.
  [z, g] = watch(m);
  again = g < 0 & m.time - m.last_fired <= m.NO_TIME;
  noise = 2*max(m.noise, abs(z));
  small = noise <= 1e-6*max(m.largest, 1);
  m.noise(g < 0 & ~again) = 0;
  m.noise(again & small) = noise(again & small);
  m.last_fired(g < 0) = m.time;
end

% The cubic with the states and derivatives of two points.
function x = hermite(a, b, t)
  k = 1:a.NX;
  h = b.time - a.time;
  slope = (b.v(k) - a.v(k))/h;
  fa = a.v(a.NX + k); fb = b.v(a.NX + k);
  c = (slope - fb)/(-h);
  d = ((slope - fa)/h - c)/(-h);
  x = b.v(k) + (t - b.time)*(fb + (t - b.time)*(c + (t - a.time)*d));
end

function m = runge_kutta_step(m, finish, h)
  k = 1:m.NX;
  x = m.v(k); k1 = m.v(m.NX + k); begin = m.time;
  m.v(k) = x + h/2*k1; m.time = begin + h/2; m = derivatives(m); k2 = m.v(m.NX + k);
  m.v(k) = x + h/2*k2; m = derivatives(m); k3 = m.v(m.NX + k);
  m.v(k) = x + h*k3; m.time = begin + h; m = derivatives(m);
  m.v(k) = x + h/6*(k1 + 2*(k2 + k3) + m.v(m.NX + k));
  m.time = finish;
  m = derivatives(m);
end

% By h, in steps that end at events.
function m = go_on(m, h)
  finish = m.time + h;
  events = 0;
  while m.time < finish && ~m.terminated
    now = m.time; next = next_event(m); crossed = false;
    limit = iff(next <= finish + 1e-9*h, next, finish);
    if limit - now <= 2*resolution_(now) % nothing to integrate
      m.time = max(limit, now);
      m = outputs(derivatives(m));
    else
      last = m;
      m = runge_kutta_step(m, limit, iff(abs(limit - now - h) <= 1e-9*h, h, limit - now));
      [z, g] = watch(m);
      crossed = any(g < 0);
      if crossed
        m = locate(m, last, g);
      else
        m = keep_watch(m, z, g);
      end
    end
    if crossed || next <= m.time
      if ~crossed, m = derivatives(m); end
      m = outputs(m);
      if ~crossed, m = start_samples(m); end
      if ~crossed && next <= m.reached, m.passed = m.reached; end % right after the last event
      m = restart(iterate_event(m));
      events = events + 1;
      if events > 10000, error('too many events in one step'); end
    end
  end
end
)";

const std::string_view kMatlabPacking = R"(
% What stays from sample to sample, as the discrete state of the block.
function x = pack(m)
  x = [m.time; m.terminated; m.left_time; m.reached; m.passed; m.v; m.pre; m.relation; m.ticks; m.left; m.largest; m.slack; ...
       m.noise; m.last_fired];
end

function m = unpack(x)
  m = empty(x(1));
  m.terminated = x(2) ~= 0; m.left_time = x(3); m.reached = x(4); m.passed = x(5);
  part = mat2cell(x(6:end), [m.N m.N m.NR m.NS m.NZ m.NZ m.NZ m.NZ m.NZ], 1);
  [m.v, m.pre, m.relation, m.ticks, m.left, m.largest, m.slack, ...
   m.noise, m.last_fired] = part{:};
  m = sample_clocks(m);
end
)";

const std::string_view kMatlabMixed = R"(
% Equations whose relations and discrete variables (the mode) depend on their solution.
function m = solve_mixed(m, relation, discrete, continuous, modes)
  if ~m.live, m = continuous(m); return; end
  b.relation = relation; b.discrete = discrete; b.continuous = continuous; b.modes = modes;
  first = read_mode(m, b);
  [done, n] = iterate_modes(m, b, first, false);
  if ~done, [done, n] = iterate_modes(m, b, first, true); end
  if ~done, [done, n] = enumerate_modes(m, b, first); end
  if done, m = n; return; end
  if m.moves < 100
    % No mode follows from itself while pre() has these values: the event goes on from the one that
    % the present mode leads to.
    [result, n, next] = try_mode(m, b, first);
    if result == 1
      n.moves = n.moves + 1;
      m = continuous(write_mode(n, b, next));
      return
    end
  end
  error('no consistent mode was found');
end

function mode = read_mode(m, b)
  mode = [m.relation(b.relation); m.v(b.discrete)];
end

function m = write_mode(m, b, mode)
  n = numel(b.relation);
  m.relation(b.relation) = mode(1:n);
  m.v(b.discrete) = mode(n + 1:end);
end

% 0: the mode follows from its solution; 1: another one does; 2: there is no solution.
function [result, m, next] = try_mode(m, b, mode)
  next = mode;
  result = 2;
  try
    m = b.modes(b.continuous(write_mode(m, b, mode)));
  catch
    return
  end
  next = read_mode(m, b);
  result = any(next ~= mode);
end

% Goes on with the mode found last, or changes the first relation that disagrees only.
function [done, m] = iterate_modes(m, b, mode, first_only)
  n = numel(b.relation);
  seen = mode';
  done = false;
  for k = 1:50 + 20*first_only*numel(mode)
    [result, m, next] = try_mode(m, b, mode);
    done = result == 0;
    if result ~= 1, return; end
    if first_only
      i = find(mode(1:n) ~= next(1:n), 1);
      mode(i) = next(i);
      mode(n + 1:end) = next(n + 1:end);
    else
      mode = next;
    end
    if ismember(mode', seen, 'rows'), return; end
    seen(end + 1, :) = mode';
  end
end

% All combinations of the relations, those with few changes first.
function [done, m] = enumerate_modes(m, b, first)
  n = numel(b.relation);
  done = false;
  if n > 10, return; end
  all = dec2bin(0:2^n - 1, max(n, 1)) - '0';
  [~, order] = sort(sum(all, 2));
  for i = order(2:end)'
    mode = first;
    mode(find(all(i, end:-1:1))) = 1 - mode(find(all(i, end:-1:1)));
    for pass = 1:2
      [result, m, next] = try_mode(m, b, mode);
      done = result == 0;
      if done, return; end
      if result == 2 || any(mode(1:n) ~= next(1:n)), break; end
      mode = next;
    end
  end
end
)";

const std::string_view kMatlabNewton = R"(
% Newton's method from the present values, with smaller steps where a full one is no better.
function m = newton(m, unknown, nominal, residual, jacobian)
  first = m;
  try
    m = damped_newton(m, unknown, nominal, residual, jacobian, 0);
  catch
    m = damped_newton(first, unknown, nominal, residual, jacobian, 1);
  end
end

function m = damped_newton(m, unknown, nominal, residual, jacobian, least)
  [m, r] = residual(m);
  last = Inf; smallest = Inf; best = m.v(unknown); found = 0;
  for iteration = 1:500
    u = m.v(unknown);
    J = jacobian(m);
    c = J\r;
    size_ = correction_size(u, nominal, c);
    if ~(size_ <= 1e300), error('the equations could not be solved'); end
    if size_ <= 5e-17 || (size_ > 1e-15 && size_ <= 1e-9 && size_ > 0.5*last), return; end
    if size_ <= 1e-15 % the last place, which other variables may magnify
      m.v(unknown) = u - c;
      m = residual(m);
      return
    end
    if size_ < smallest
      smallest = size_; best = u; found = iteration;
    elseif smallest <= 1e-7 && iteration > found + 20
      break % nothing is left but rounding, at a corner perhaps
    end
    part = 1;
    while true
      m.v(unknown) = u - part*c;
      [m, r] = residual(m);
      better = correction_size(u, nominal, J\r);
      if better < size_ || (better <= 1e-9 && size_ <= 1e-9) || part <= least, break; end
      part = part/2;
      if part < 1e-8, error('the equations could not be solved'); end
    end
    last = size_;
  end
  if ~(smallest <= 1e-7), error('the equations could not be solved'); end
  m.v(unknown) = best;
  m = residual(m);
end

function s = correction_size(u, nominal, c)
  s = max(abs(c)./max(abs(u), nominal));
  if ~isreal(c) || any(isnan(c)), s = Inf; end
end

% The Jacobian by differences.
function J = differences(m, unknown, nominal, residual)
  [~, r] = residual(m);
  J = zeros(numel(unknown));
  for j = 1:numel(unknown)
    n = m;
    d = 1e-8*max(abs(m.v(unknown(j))), nominal(j));
    n.v(unknown(j)) = m.v(unknown(j)) + d;
    d = n.v(unknown(j)) - m.v(unknown(j));
    [~, other] = residual(n);
    J(:, j) = (other - r)/d;
  end
end
)";

const std::string_view kMatlabAffine = R"(
% r = A u - b: -b is r at u = 0, and each unit vector gives a column of A.
function m = solve_affine(m, unknown, residual)
  n = numel(unknown);
  A = zeros(n);
  m.v(unknown) = 0;
  [m, b] = residual(m);
  for j = 1:n
    m.v(unknown) = 0;
    m.v(unknown(j)) = 1;
    [m, r] = residual(m);
    A(:, j) = r - b;
  end
  m.v(unknown) = A\-b;
  m = residual(m);
end
)";

}  // namespace formola::text
