// stage: check
model UnknownEscape
  // expect-warning@+1: UnknownEscape
  parameter String path = "C:\data";
end UnknownEscape;
