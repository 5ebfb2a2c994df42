package Single
  constant Real c = 9;
end Single;
