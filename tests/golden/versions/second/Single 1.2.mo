package Single
  constant Real c = 1.2;
end Single;
