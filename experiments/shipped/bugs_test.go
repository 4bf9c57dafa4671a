package shipped

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/chaintest/bugs"
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

// late is annealed importance sampling that moves by T_t before it weighs by f_t/f_{t-1}. So the
// cell that it weighs was drawn at level t, and it should have been drawn at level t-1.
type late struct{ programs.AIS }

func (p late) Forward(d chains.Dice) (x int, logw float64) {
	return bugs.WeightLate(p.Annealing, d)
}

// several runs a program K times. It returns one of the cells, picked by weight, and a combination
// of the weights. The mean is the right combination.
type several struct {
	programs.Program
	K        int
	combined func(logws []float64) float64
}

func (p several) Forward(d chains.Dice) (x int, logw float64) {
	cells, logws := make([]int, p.K), make([]float64, p.K)
	for i := range cells {
		cells[i], logws[i] = p.Program.Forward(d)
	}
	return cells[d.Pick(weights(logws))], p.combined(logws)
}

func (p several) Reverse(x int, d chains.Dice) float64 {
	logws := make([]float64, p.K)
	logws[0] = p.Program.Reverse(x, d)
	for i := 1; i < p.K; i++ {
		_, logws[i] = p.Program.Forward(d)
	}
	return p.combined(logws)
}

// overLevels divides the sum of the weights by the number of levels instead of their own.
func overLevels(levels int) func([]float64) float64 {
	return func(logws []float64) float64 {
		return logMean(logws) + math.Log(float64(len(logws))) - math.Log(float64(levels))
	}
}

// meanOfLogs returns the mean of the logs, and not the log of the mean.
func meanOfLogs(logws []float64) (sum float64) {
	for _, v := range logws {
		sum += v / float64(len(logws))
	}
	return sum
}

// redrawn is importance sampling that draws again until the cell has mass under the target, and
// forgets how often it drew.
type redrawn struct{ programs.Draw }

func (p redrawn) Forward(d chains.Dice) (x int, logw float64) {
	first, last := p.Ends()
	live := weights(first)
	for x := range live {
		if math.IsInf(last[x], -1) {
			live[x] = 0
		}
	}
	x = d.Pick(live)
	return x, p.Reverse(x, d)
}

// adaptive is tempered SMC with one level between its ends, put where the weights of the P
// draws from p_1 have an ESS of this share of P. Slope multiplies log f_T - log f_1 where the
// ESS is solved for; 1 is right, and -1 the bug.
type adaptive struct {
	programs.Problem
	P     int
	share float64
	slope float64
}

// Cost counts the densities of the weights.
func (p adaptive) Cost() float64 { return float64(2 * p.P) }

// Forward draws, tempers to the level that it chooses, resamples, moves, and tempers to 1.
func (p adaptive) Forward(d chains.Dice) (x int, logw float64) {
	cells, rises := p.drawn(d)
	beta := p.solved(rises)
	logs := scaled(rises, beta)
	logw = logMean(logs)
	op, _ := p.Aimed(2, beta)
	moved := make([]int, p.P)
	for i := range moved {
		moved[i] = op.Step(cells[d.Pick(weights(logs))], d)
		rises[i] = (1 - beta) * p.rise(moved[i])
	}
	return moved[d.Pick(weights(rises))], logw + logMean(rises)
}

// drawn draws P cells from p_1, with the rise of each from log f_1 to log f_T.
func (p adaptive) drawn(d chains.Dice) (cells []int, rises []float64) {
	first, _ := p.Ends()
	cells, rises = make([]int, p.P), make([]float64, p.P)
	for i := range cells {
		cells[i] = d.Pick(weights(first))
		rises[i] = p.rise(cells[i])
	}
	return cells, rises
}

func (p adaptive) rise(x int) float64 {
	first, last := p.Ends()
	return last[x] - first[x]
}

// solved bisects for the beta at which the ESS falls to its share, or returns 1.
func (p adaptive) solved(rises []float64) float64 {
	low, high := 0.0, 1.0
	aim := p.share * float64(p.P)
	if ess(scaled(rises, p.slope)) >= aim {
		return 1
	}
	for range 60 {
		if mid := (low + high) / 2; ess(scaled(rises, p.slope*mid)) >= aim {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

func scaled(logs []float64, by float64) []float64 {
	all := make([]float64, len(logs))
	for i, v := range logs {
		all[i] = by * v
	}
	return all
}

// missed is the distance between the ESS of a run's first step and the ESS that was asked for.
func (p adaptive) missed(d chains.Dice) float64 {
	_, rises := p.drawn(d)
	return p.miss(rises)
}

// miss is that distance in particles. A step up to beta = 1 may have a larger ESS.
func (p adaptive) miss(rises []float64) float64 {
	beta := p.solved(rises)
	is, aim := ess(scaled(rises, beta)), p.share*float64(p.P)
	if beta == 1 {
		return max(0, aim-is)
	}
	return math.Abs(is - aim)
}

// A filter is SMC through the levels of an annealing, and conditional SMC in reverse. It keeps
// the log weights since the last resampling. At each level log w grows by as much as the log of
// the mean weight. The steps are functions, so that a bug replaces one and leaves the others.
type filter struct {
	programs.Problem
	P     int
	share float64 // it resamples where the ESS is below this share of P; always if it is +Inf
	steps
	first []float64         // p_1
	logf  [][]float64       // of level t at t-1
	ops   []chains.Operator // T_t at t-1
}

// steps are the parts of a filter in which people made mistakes.
type steps struct {
	// size returns the ESS that decides whether to resample; kept is a conditional run.
	size func(logs []float64, kept bool) float64
	// carried returns the log weights with which particles come to a level.
	carried func(logs []float64) []float64
	// evidence returns the log of what level t multiplies the estimate by; gains are the log
	// weights of that level alone.
	evidence func(t int, logs, gains []float64) float64
	// resampled returns the log weights after a resampling.
	resampled func(logs []float64, ancestors []int) []float64
	// follows says who goes along the kept lineage after a resampling: rightly particle 0 alone.
	follows func(before []bool, ancestors []int) []bool
	// returned picks the particle whose cell is returned.
	returned func(logs []float64, d chains.Dice) int
}

// right are the steps as they should be.
var right = steps{
	size:      func(logs []float64, _ bool) float64 { return ess(logs) },
	carried:   func(logs []float64) []float64 { return logs },
	evidence:  func(_ int, logs, gains []float64) float64 { return logMean(sum(logs, gains)) - logMean(logs) },
	resampled: func(logs []float64, _ []int) []float64 { return make([]float64, len(logs)) },
	follows:   func(before []bool, _ []int) []bool { return onlyFirst(len(before)) },
	returned:  func(logs []float64, d chains.Dice) int { return d.Pick(weights(logs)) },
}

func newFilter(p programs.Problem, particles int, share float64, s steps) filter {
	f := filter{Problem: p, P: particles, share: share, steps: s}
	for t := 1; t <= p.T(); t++ {
		op, l := p.Aimed(t, p.Schedule.Beta(t))
		f.logf, f.ops = append(f.logf, l.LogF()), append(f.ops, op)
	}
	f.first = weights(f.logf[0])
	return f
}

// Cost counts the densities of the weights.
func (f filter) Cost() float64 { return float64(f.P * (f.T() - 1)) }

// Forward runs the filter.
func (f filter) Forward(d chains.Dice) (x int, logw float64) {
	path, logw := f.run(nil, d)
	return path[f.PathEnd()-1], logw
}

// Reverse draws the lineage of x and runs the filter with particle 0 kept on it.
func (f filter) Reverse(x int, d chains.Dice) float64 {
	_, logw := f.run(f.lineage(x, d), d)
	return logw
}

// again is one step of particle Gibbs: it draws a lineage of the target, runs the filter around
// it, and returns the lineage that this run picks. That has the law of the first.
func (f filter) again(d chains.Dice) []int {
	path, _ := f.run(f.posterior(d), d)
	return path
}

// posterior draws a lineage of the target.
func (f filter) posterior(d chains.Dice) []int { return f.lineage(d.Pick(weights(f.logf[f.T()-1])), d) }

// lineage draws how x came about: x_{t-1} is one step of the reversal of T_t from x_t.
func (f filter) lineage(x int, d chains.Dice) []int {
	path := make([]int, f.PathEnd())
	path[f.PathEnd()-1] = x
	for t := f.PathEnd(); t >= 2; t-- {
		path[t-2] = f.ops[t-1].Reversal().Step(path[t-1], d)
	}
	return path
}

// run weighs, resamples and moves, level by level, and returns the path of one particle. With
// SkipLast it ends with the last weights. Particles that follow go along the lineage and draw
// nothing.
func (f filter) run(lineage []int, d chains.Dice) (path []int, logw float64) {
	paths := make([][]int, f.P)
	logs := make([]float64, f.P)
	follows := make([]bool, f.P)
	follows[0] = lineage != nil
	f.extend(paths, follows, lineage, func([]int) int { return d.Pick(f.first) })
	for t := 2; t <= f.T(); t++ {
		gains := make([]float64, f.P)
		for i, path := range paths {
			gains[i] = f.logf[t-1][path[t-2]] - f.logf[t-2][path[t-2]]
		}
		logs = f.carried(logs)
		logw += f.evidence(t, logs, gains)
		logs = sum(logs, gains)
		if t > f.PathEnd() {
			break
		}
		if f.size(logs, lineage != nil) < f.share*float64(f.P) {
			ancestors := f.ancestors(logs, lineage != nil, d)
			paths, logs = chosen(paths, ancestors), f.resampled(logs, ancestors)
			if lineage != nil {
				follows = f.follows(follows, ancestors)
			}
		}
		f.extend(paths, follows, lineage, func(path []int) int { return f.ops[t-1].Step(path[t-2], d) })
	}
	return paths[f.returned(logs, d)], logw
}

// ancestors draws them by weight. In a conditional run particle 0 is its own.
func (f filter) ancestors(logs []float64, kept bool, d chains.Dice) []int {
	all := make([]int, f.P)
	for i := range all {
		if i > 0 || !kept {
			all[i] = d.Pick(weights(logs))
		}
	}
	return all
}

// extend adds a cell to each path. Particles that follow the lineage get its cell; the others move.
func (f filter) extend(paths [][]int, follows []bool, lineage []int, move func(path []int) int) {
	for i, path := range paths {
		if follows[i] {
			paths[i] = lineage[:len(path)+1]
		} else {
			paths[i] = append(slices.Clone(path), move(path))
		}
	}
}

func chosen(paths [][]int, ancestors []int) [][]int {
	next := make([][]int, len(paths))
	for i, a := range ancestors {
		next[i] = paths[a]
	}
	return next
}

func sum(a, b []float64) []float64 { return floats.AddTo(make([]float64, len(a)), a, b) }

func weights(logs []float64) []float64 { return chains.Normalized(logs) }

func logMean(logs []float64) float64 { return floats.LogSumExp(logs) - math.Log(float64(len(logs))) }

// ess is the effective sample size of weights, (Σw)²/Σw².
func ess(logs []float64) float64 {
	w := weights(logs)
	return 1 / floats.Dot(w, w)
}

func onlyFirst(n int) []bool {
	first := make([]bool, n)
	first[0] = true
	return first
}

// replaying lets the offspring of the kept particle go along its path as well.
func replaying() steps {
	s := right
	s.follows = func(before []bool, ancestors []int) []bool {
		next := make([]bool, len(before))
		for i, a := range ancestors {
			next[i] = before[a]
		}
		return next
	}
	return s
}

// unkept draws all particles of the conditional run anew.
type unkept struct{ filter }

func (p unkept) Reverse(_ int, d chains.Dice) float64 {
	_, logw := p.Forward(d)
	return logw
}

func (p unkept) again(d chains.Dice) []int {
	path, _ := p.run(nil, d)
	return path
}

// uniformIncrement takes the mean of a level's own weights, as if those before it were equal.
func uniformIncrement() steps {
	s := right
	s.evidence = func(_ int, _, gains []float64) float64 { return logMean(gains) }
	return s
}

// lastLost loses the weight of the last level, if it resamples there.
func lastLost(levels int, share float64) steps {
	s := right
	s.evidence = func(t int, logs, gains []float64) float64 {
		if t == levels && ess(sum(logs, gains)) < share*float64(len(logs)) {
			return 0
		}
		return right.evidence(t, logs, gains)
	}
	return s
}

// unweighted returns any particle, whatever the last weights are.
func unweighted() steps {
	s := right
	s.returned = func(logs []float64, d chains.Dice) int { return d.Pick(slices.Repeat([]float64{1}, len(logs))) }
	return s
}

// forgotten drops the weights of a level that did not resample.
func forgotten() steps {
	s := right
	s.carried = func(logs []float64) []float64 { return make([]float64, len(logs)) }
	return s
}

// weightsKept leaves a resampled particle the weight by which it was drawn.
func weightsKept() steps {
	s := right
	s.resampled = func(logs []float64, ancestors []int) []float64 {
		next := make([]float64, len(logs))
		for i, a := range ancestors {
			next[i] = logs[a]
		}
		return next
	}
	return s
}

// withoutKept decides on resampling by the ESS of the free particles alone.
func withoutKept() steps {
	s := right
	s.size = func(logs []float64, kept bool) float64 {
		if kept {
			return ess(logs[1:]) * float64(len(logs)) / float64(len(logs)-1)
		}
		return ess(logs)
	}
	return s
}

// forwardOnly hides the reverse of a program, so that only its forward runs are checked.
type forwardOnly struct{ programs.Program }
