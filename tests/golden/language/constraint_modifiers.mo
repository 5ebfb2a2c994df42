// stage: simulate
// note: modifiers of a constraining clause hold for the declaration and for all that replaces it; those written there come first: specification 7.3.2
// final: plain.a.x = 5
// final: plain.a.y = 7
// final: other.a.x = 5
// final: other.a.y = 8
// final: later.a.x = 9
// final: later.a.y = 8
// final: sized.v[2,3] = 1
// options: --stop 1
model Plant
  model Small
    Real x = 1;
    Real y = 2;
  end Small;
  model Large
    Real x = 3;
    Real y = 4;
    Real z = 5;
  end Large;
  model Host
    replaceable Small a(y = 7) constrainedby Small(x = 5, y = 6);
  end Host;
  model Next
    extends Host(redeclare replaceable Large a constrainedby Small(y = 8));
  end Next;
  model Table
    Real v[:, :] = ones(size(v, 1), size(v, 2));
  end Table;
  Host plain;
  Next other;
  Next later(redeclare Large a(x = 9));
  // with the same type, sizes can be declared anew
  Table sized(redeclare Real v[2, 3]);
end Plant;
