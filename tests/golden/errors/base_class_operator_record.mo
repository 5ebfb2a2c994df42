// stage: check
// model: Plant
// note: operator records are extended by a short definition only, packages with one not at all: specification 4.6
operator record Money
  Real amount;
  encapsulated operator function '+'
    import Money;
    input Money a;
    input Money b;
    output Money c;
  algorithm
    c := Money(a.amount + b.amount);
  end '+';
end Money;
operator record Euro = Money(amount(unit = "EUR"));
operator record Wallet
  // expect-error@+1: BaseClassKind
  extends Money;
end Wallet;
package Bank
  constant Real rate = 2;
  operator record Share
    Real part;
  end Share;
end Bank;
package OtherBank
  // expect-error@+1: BaseClassKind
  extends Bank;
end OtherBank;
model Plant
  Euro e(amount = 1);
  Wallet w(amount = 1);
  Real r = OtherBank.rate;
end Plant;
