// Package certain computes J, B, the divergences behind them and log R in big floats,
// with a proof: each number comes as two floats, and lies between them. The float64
// results of package exact are held against it, and it shares no code with them. From
// chains it takes the betas, the log densities at both ends and the parameters of
// kernels, all float64 numbers taken as the real numbers that they are.
//
// # The enclosure
//
// A mass is an interval of two big floats, its lower end computed rounding down and
// its upper end rounding up, operation by operation (Real). So whatever holds of real
// numbers holds of the intervals, and only the two functions that math/big lacks
// remain to be proved: the exponential is Taylor's series of a small argument with a
// bound for the rest, squared; the logarithm is an estimate put right by the
// exponential.
//
// Intervals grow by a unit in the last place with every operation, and by far more if
// two of them are subtracted. So there are subtractions only where there must be: the
// laws of both chains are sums of products of numbers that are not negative,
//
//	q_t(y)     = sum over x of q_{t-1}(x) T_t(x,y)
//	r_{t-1}(x) = p_t(x) sum over y of T_t(x,y) r_t(y)/p_t(y),
//
// the second by Bayes from the kernel itself, with no reversal written down and no
// use of a deviation or of Crooks' theorem. The expectations of log w are sums of the
// weight's steps under these laws, with terms of both signs; the divergences of paths
// are their distances from log R; the divergences of the final states are sums of
// terms that are not negative. What the subtractions lose shows in the enclosure, and
// more bits make it good: after T levels an interval is some 20 T 2^-bits wide, so
// that 128 bits leave thirty digits of a mass after a hundred thousand levels.
//
// # The precision
//
// Measure doubles the precision until every number agrees to fifteen digits with the
// one before, and is enclosed more narrowly than that. The enclosures would do
// without the agreement; that two precisions agree is evidence that the code keeps
// what the proof assumes. A number whose enclosure lies within 1e-50 of 0 has no
// digits, and is as good as 0.
//
// # Kernels
//
// The kernels of the catalogue are written again from their definitions, and so are
// Cycle, Repeat, Lazy, Mixture, Line and Matrices. A kernel that is a program is
// refused, because only its float64 probabilities are known.
package certain
