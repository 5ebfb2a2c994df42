// stage: simulate
// model: M
// options: --trust . --stop 1 --intervals 2
// note: a text that a Fortran routine gets from a protected variable
// final: same = 1
// final: other = 0
model M
  Real same = isLetter("e");
  Real other = isLetter("x");

  function isLetter
    input String letter;
    output Integer same;
  protected
    String job = if letter == "e" then "E" else "N";
  external "FORTRAN 77" same = lsame(job, "E") annotation (Library = "lapack");
  end isLetter;
end M;
