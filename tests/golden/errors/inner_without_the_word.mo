// stage: check
// message: write 'inner' in front of this declaration
model InnerWithoutTheWord
  model Site
    parameter Real T = 280;
  end Site;
  model Room
    // expect-error@+1: MissingInner
    outer Site site;
    Real T = site.T;
  end Room;
  Site site(T = 270);
  Room room;
end InnerWithoutTheWord;
