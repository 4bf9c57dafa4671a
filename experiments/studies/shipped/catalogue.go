package shipped

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
)

// A bug is a wrong program that a public thread reports, beside the right one, on a tiny problem.
type bug struct {
	name, short    string // the thread's project and number, and what is wrong
	thread         string
	right, wrongly subject
	// hides says where no law shows the bug, and hidden is the program there.
	hides  string
	hidden subject
}

// A subject is a program that is aimed at a problem.
type subject struct {
	programs.Estimator
	problem programs.Problem
}

// on2 is a problem of two cells, and on3 one of three.
func on2(levels int) programs.Problem { return chaintest.Tilted(kernels.Metropolis{}, levels) }
func on3(levels int) programs.Problem { return chaintest.Problems(kernels.Metropolis{}, levels)[0] }

// ending is a problem without its last move.
func ending(p programs.Problem) programs.Problem {
	p.SkipLast = true
	return p
}

// still is a problem whose kernel does not move.
func still(p programs.Problem) programs.Problem {
	p.Kernel = kernels.Identity{}
	return p
}

// halfDead has a cell in which the target is 0. It has a third of p_1.
func halfDead() programs.Problem {
	p, dead := on3(2), math.Inf(-1)
	p.Grid = grid.New(3).WallsWhere(func(x int) bool { return x == 1 })
	p.Bridge = chains.Geometric{From: []float64{0, 0, 0}, To: []float64{0.3, dead, 2.2}}
	return p
}

var always = math.Inf(1)

func filtering(p programs.Problem, particles int, share float64, s steps) subject {
	return subject{newFilter(p, particles, share, s), p}
}

func annealing(p programs.Problem) programs.AIS { return programs.AIS{Problem: p} }

func together(p programs.Problem, k int, combined func([]float64) float64) subject {
	return subject{several{annealing(p), k, combined}, p}
}

func tempering(p programs.Problem, particles int, slope float64) subject {
	return subject{adaptive{p, particles, 0.8, slope}, p}
}

// shipped are in the order of the report.
var shipped = []bug{
	{name: "Turing.jl 2855", short: "offspring of the kept particle replay it",
		thread: "https://github.com/TuringLang/Turing.jl/pull/2855",
		right:  filtering(ending(on2(3)), 3, always, right), wrongly: filtering(ending(on2(3)), 3, always, replaying()),
		hides: "with two levels: a replayed step has no weight after it", hidden: filtering(on2(2),
			3, always, replaying())},
	{name: "Turing.jl 1598", short: "the reference particle is not kept",
		thread:  "https://github.com/TuringLang/Turing.jl/issues/1598",
		right:   filtering(on2(3), 2, always, right),
		wrongly: subject{unkept{newFilter(on2(3), 2, always, right)}, on2(3)},
		hides:   "in forward runs, which it leaves alone",
		hidden:  subject{forwardOnly{unkept{newFilter(on2(3), 2, always, right)}}, on2(3)}},
	{name: "MacroEconometricModels.jl 131", short: "incoming weights are taken for uniform",
		thread: "https://github.com/FriedmanJP/MacroEconometricModels.jl/issues/131",
		right:  filtering(on2(4), 2, 0.75, right), wrongly: filtering(on2(4), 2, 0.75, uniformIncrement()),
		hides: "if every level resamples", hidden: filtering(on2(3), 2, always, uniformIncrement())},
	{name: "treeppl 64", short: "the weight at the last resampling is lost",
		thread: "https://github.com/treeppl/treeppl/issues/64",
		right:  filtering(on2(3), 2, always, right), wrongly: filtering(on2(3), 2, always, lastLost(3, always)),
		hides: "without resampling, as the thread says", hidden: filtering(on2(3), 2, 0, lastLost(3, 0))},
	{name: "rbms 6", short: "moves at the new parameters, then weighs",
		thread: "https://github.com/DsysDML/rbms/issues/6",
		right:  subject{annealing(on2(3)), on2(3)}, wrongly: subject{late{annealing(on2(3))}, on2(3)},
		hides: "if the kernel does not move", hidden: subject{late{annealing(still(on2(3)))}, still(on2(3))}},
	{name: "blackjax 914", short: "the sign where adaptive tempering solves for the ESS",
		thread: "https://github.com/blackjax-devs/blackjax/issues/914",
		right:  tempering(on2(3), 3, 1), wrongly: tempering(on2(3), 3, -1),
		hides: "with two particles: the ESS of w and 1 is that of 1/w and 1", hidden: tempering(on2(3), 2, -1)},
	{name: "TensorFlow Probability 267", short: "chains averaged over the number of temperatures",
		thread: "https://github.com/tensorflow/probability/issues/267",
		right:  together(on2(3), 2, logMean), wrongly: together(on2(3), 2, overLevels(3)),
		hides: "with as many chains as temperatures", hidden: together(on2(3), 3, overLevels(3))},
	{name: "Turing.jl 2723", short: "the mean of logs for the log of the mean",
		thread: "https://github.com/TuringLang/Turing.jl/issues/2723",
		right:  together(on2(3), 2, logMean), wrongly: together(on2(3), 2, meanOfLogs),
		hides: "with one run", hidden: together(on2(3), 1, meanOfLogs)},
	{name: "MacroEconometricModels.jl 132", short: "last weights ignored",
		thread: "https://github.com/FriedmanJP/MacroEconometricModels.jl/issues/132",
		right:  filtering(on2(3), 2, 0.75, right), wrongly: filtering(on2(3), 2, 0.75, unweighted()),
		hides: "if the last level resamples", hidden: filtering(on2(3), 2, always, unweighted())},
	{name: "nimble 765", short: "weights forgotten where nobody was resampled",
		thread: "https://github.com/nimble-dev/nimble/pull/765",
		right:  filtering(on2(4), 2, 0.75, right), wrongly: filtering(on2(4), 2, 0.75, forgotten()),
		hides: "if every level resamples", hidden: filtering(on2(3), 2, always, forgotten())},
	{name: "Kalman-and-Bayesian-Filters 146", short: "resampled particles keep their weights",
		thread: "https://github.com/rlabbe/Kalman-and-Bayesian-Filters-in-Python/issues/146",
		right:  filtering(on2(3), 2, always, right), wrongly: filtering(on2(3), 2, always, weightsKept()),
		hides: "without resampling", hidden: filtering(on2(3), 2, 0, weightsKept())},
	{name: "dynesty 412", short: "draws without mass are repeated and not counted",
		thread:  "https://github.com/joshspeagle/dynesty/issues/412",
		right:   subject{programs.NewImportance(halfDead()), halfDead()},
		wrongly: subject{redrawn{programs.NewImportance(halfDead())}, halfDead()},
		hides:   "if the likelihood is nowhere 0", hidden: subject{redrawn{programs.NewImportance(on3(2))}, on3(2)}},
}

// named is the bug of this name.
func named(name string) bug {
	at := slices.IndexFunc(shipped, func(b bug) bool { return b.name == name })
	return shipped[at]
}

// setting says what the program is, and on what: log f_1 and log f_T by cell, the betas and the kernel.
func (s subject) setting() []any {
	program, last := "AIS", "run"
	switch e := s.Estimator.(type) {
	case fmt.Stringer:
		program = e.String()
	case redrawn, programs.Draw:
		program, last = "one draw of p_1, weighed", "none"
	}
	if s.problem.SkipLast {
		last = "left out"
	}
	from, to := s.problem.Ends()
	digits := func(v []float64) string { return strings.Trim(fmt.Sprintf("%.4g", v), "[]") }
	return []any{program, digits(from), digits(to), digits(s.problem.Schedule.Betas()),
		strings.TrimPrefix(fmt.Sprintf("%T", s.problem.Kernel),
			"kernels."), last}
}

func (f filter) String() string {
	when := fmt.Sprintf("resampled if the ESS is below %.3g", f.share*float64(f.P))
	switch f.share {
	case 0:
		when = "never resampled"
	case always:
		when = "always resampled"
	}
	return fmt.Sprintf("SMC of %d particles, %s", f.P, when)
}

func (p adaptive) String() string {
	return fmt.Sprintf("SMC of %d particles, the middle beta where the ESS is %.3g", p.P, p.share*float64(p.P))
}

func (p several) String() string { return fmt.Sprintf("%d runs of AIS", p.K) }

func (p forwardOnly) String() string { return fmt.Sprintf("%v, forward runs alone", p.Program) }
