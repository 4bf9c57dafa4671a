// Package programs has inference programs: annealing, importance sampling, particle filters
// and others. Each draws a cell with a log weight. Most can also run in reverse: they take a cell and draw a run that
// might have ended there. All random choices come from chains.Dice. So the same code is sampled by the million and, on
// a tiny space, summed exactly.
//
// # One law
//
// A Problem has an initial density f_1 and a target f_T on one grid. For a model they are the prior and the joint
// density, so that R = Z_T/Z_1 is the marginal likelihood. A program's Forward returns a cell x and log w. Its Reverse
// takes a cell, draws the rest of a run that ended there, and returns the log weight of this run. For every function φ
//
//	E_fwd[w φ(x, w)] = Σ_x f_T(x)/Z_1 E_rev[φ(x, w) | x]
//
// (BREAD, Eq. 14; AIDE, Section 3). All else follows. φ = 1 gives E_fwd[w] = R, and φ = 1/w gives E_rev[1/w] = 1/R. By
// Jensen's inequality the mean of log w is then at most log R forward, and at least log R in reverse. The two
// distributions of log w keep Crooks' relation. Package chaintest compares both sides of the law for every program,
// atom by atom.
//
// A program may weigh a run with 0: log w is then -Inf. In reverse log w is +Inf for a run
// that is never drawn forward. φ(x, ∞) counts as 0, so E_rev[1/w] is then below 1/R.
//
// Catalogue lists the programs by the names that commands take, such as smc:8:ess=0.5.
package programs

import "breadboard/chains"

// An Estimator draws a cell and estimates R. Nested sampling and the BIC have no reverse, so they are Estimators and
// not Programs. Estimators are values that do not change, and goroutines may share them.
type Estimator interface {
	// Forward returns a cell and the log of an estimate of R.
	Forward(d chains.Dice) (x int, logw float64)
	// Cost returns the mean number of log densities that a forward run computes. A run that ends early, because all
	// weights are 0, costs less.
	Cost() float64
}

// A Program is an Estimator that also runs in reverse. It keeps the law of the package.
type Program interface {
	Estimator
	// Reverse draws the rest of a run that ended in x, a cell with mass under the target,
	// and returns the log weight of that run.
	Reverse(x int, d chains.Dice) (logw float64)
}

// A Problem is an annealing, perhaps of a model, at which a program is aimed. An importance sampler uses only the
// initial density and the target; SMC uses all levels of the annealing and its kernel.
type Problem struct {
	// Annealing has the initial density and the target as the ends of its bridge.
	chains.Annealing
	// Observed holds the data of a model's posterior; it is nil for other targets.
	Observed *chains.Observations
}

// stepCost returns the mean number of log densities of a kernel step.
func (p Problem) stepCost() float64 { return p.Kernel.Cost(p.Grid) }
