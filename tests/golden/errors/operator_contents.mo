// stage: check
// model: Plant
operator record Money
  Real amount;
  encapsulated operator '+'
    import Money;
    // expect-error@+1: ClassRestriction
    constant Real fee = 1;
    function add
      input Money a;
      input Money b;
      output Money c;
    algorithm
      c := Money(a.amount + b.amount - fee);
    end add;
  end '+';
end Money;
model Plant
  Money a(amount = 1);
  Money b(amount = 2);
  Money c = a + b;
end Plant;
