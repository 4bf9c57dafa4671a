// Package certain computes J, B, the divergences behind them and log R in big floats, with
// a proof: each number comes as two floats, and lies between them. Tests and commands
// compare the float64 results of package exact with them. The two share no code but the
// definition of a kernel, which is one function over any number: the proof is of rounding, and not
// of the rule. From chains it takes the betas, the log densities at both ends and the definitions.
// Their parameters are float64 numbers, taken as exact real numbers.
//
// Read measure.go first, then path.go and operator.go; package numbers has
// the intervals.
//
// # The enclosure
//
// A mass is an interval of two big floats, its lower end computed rounding down and its
// upper end rounding up, operation by operation. So whatever holds of real numbers holds
// of the intervals. Only the exponential and the logarithm, which math/big lacks, need a
// proof of their own (calculator).
//
// An interval grows by a unit in the last place with every operation, and by far more in
// a subtraction. So the laws of both chains are sums of products of numbers that are not
// negative,
//
//	q_t(y)     = sum over x of q_{t-1}(x) T_t(x,y)
//	r_{t-1}(x) = p_t(x) sum over y of T_t(x,y) r_t(y)/p_t(y),
//
// the second by Bayes from the kernel itself, without a reversal, a deviation or Crooks'
// theorem. The weight's steps under these laws have both signs. Their cancellation widens
// the enclosure, and more bits repair it: after T levels an interval is some 20 T 2^-bits
// wide, so that 128 bits leave thirty digits of a mass after a hundred thousand levels.
//
// # Kernels
//
// A kernel is what its chains.Definition says. It is written once over any number, and here that number is an
// interval. The proof is of rounding, and it loses nothing by that: whether a definition is right is held by the
// laws. A kernel that is a program is refused, because only its float64 probabilities are known.
package certain
