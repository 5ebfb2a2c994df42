// stage: simulate
// model: P.M
// options: --stop 1 --intervals 2
// note: Subscripts of a field belong to the field, for every element of an array of records.
// analytic: first[1] = 1 + time
// analytic: first[2] = 2*(1 + time)
// analytic: last[1] = 10*(1 + time)
// analytic: last[2] = 20*(1 + time)
// analytic: slice = 30*(1 + time)
// final: written[1] = 2*2
// final: written[2] = 6
// final: column[1] = 7
// final: column[2] = 8
// final: known[1] = 1
// final: known[2] = 2
// final: wide = 100 + 7
// final: vectors[1,2] = 6
// final: vectors[2,1] = 8
// final: looped = 1 + 2 + 10 + 20
// configs: --backend interp; --disable-pass=compileFunctions
package P
  record R
    Real xy[2];
  end R;
  record S
    R r[3];
  end S;
  function make
    input Real u;
    output R p[2] = {R({u, 10*u}), R({2*u, 20*u})};
  algorithm
  end make;
  function first
    input Real u;
    output Real y[2];
  protected
    R p[2];
  algorithm
    p := make(u);
    y := p.xy[1];
  end first;
  function last
    input Real u;
    output Real y[2] = p.xy[end];
  protected
    R p[2] = make(u);
  algorithm
  end last;
  function slice
    input Real u;
    output Real y;
  protected
    R p[2] = make(u);
  algorithm
    y := sum(p[:].xy[2:2]);
  end slice;
  function written
    input Real u;
    output Real y[2];
  protected
    R p[2];
  algorithm
    p := make(u);
    p.xy[2] := {5, 6};
    y := p[2].xy;
  end written;
  function column
    input S s[2];
    output Real y[2];
  algorithm
    y := s.r[2].xy[1];
  end column;
  function wide
    input Real u;
    output Real y;
  protected
    S s[2];
  algorithm
    for i in 1:3 loop
      s[1].r[i].xy := {i, i};
      s[2].r[i].xy := u*{10*i, 100*i};
    end for;
    s.r[2].xy[1] := {7, 8};
    s[2:2].r[1].xy[2] := {100};
    y := s[2].r[1].xy[2] + s[1].r[2].xy[1];
  end wide;
  function vectors
    input R p[2];
    output Real y[2, 2];
  algorithm
    y := p.xy[{2, 1}];
  end vectors;
  function looped
    output Real y = sum(sum(p[i].xy[j] for i in 1:2) for j in 1:2);
  protected
    R p[2] = make(1);
  algorithm
  end looped;
  model M
    Real first[2] = P.first(1 + time);
    Real last[2] = P.last(1 + time);
    Real slice = P.slice(1 + time);
    Real written[2] = P.written(1 + time);
    Real column[2] = P.column({S({R({1, 1}), R({7, 1}), R({1, time})}), S({R({1, 1}), R({8, 1}), R({1, 1})})});
    constant Real k[2] = P.first(1);
    Real known[2] = k;
    Real wide = P.wide(time);
    Real vectors[2, 2] = P.vectors({R({5 + 0*time, 6}), R({8, 7})})*[0, 1; 1, 0];
    Real looped = P.looped();
  end M;
end P;
