// stage: check
// model: M
// message: there is no 'lengt' in 'P': did you mean 'length'\?
// note: The use of the name gets no second message.
package P
  constant Real length = 1;
end P;
model M
  // expect-error@+1: ImportNotFound
  import P.lengt;
  Real x = lengt;
end M;
