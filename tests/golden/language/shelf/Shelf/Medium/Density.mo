within Shelf.Medium;
type Density = Real(start = rho, min = 0);
