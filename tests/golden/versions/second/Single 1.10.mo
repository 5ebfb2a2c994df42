package Single
  constant Real c = 1.1;
end Single;
