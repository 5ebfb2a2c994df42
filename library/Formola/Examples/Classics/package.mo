within Formola.Examples;
package Classics "Stiff and differential-algebraic problems with published end values"
  extends Icons.Package;

  annotation (Documentation(info="<html>
<p>Problems on which integration methods are usually compared, written as Modelica models. Each has
the vector <code>y</code>, in the order of the literature, and the parameter <code>reference</code>:
its published value at the end of the interval. <code>bench/accuracy</code> in Formola's sources runs
them with all methods and tolerances and writes <code>docs/accuracy.md</code>.</p>
<p>Sources:</p>
<ul>
<li>F. Mazzia, C. Magherini, Test Set for Initial Value Problem Solvers, release 2.4, University of
Bari and INdAM, 2008. All end values are its reference solutions.</li>
<li>E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, Springer, 1996, sections IV.10,
VI.1 and VII.7.</li>
</ul>
<p>Problems of index 3 are written with their constraints only; index reduction finds the equations
that are missing. The <code>nominal</code> values give the size at which absolute errors
matter.</p></html>"));
end Classics;
