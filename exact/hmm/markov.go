// Package hmm computes what AIDE estimates about programs on a hidden Markov model (package chains/hmm), exactly
// and without a list of all paths.
//
// Three distributions of paths are Markov chains whose rows change from step to step: the posterior, and the path that
// a filter of one particle returns, with the prior and with the optimal proposal. By the chain rule the divergence
// between two of them is a sum over steps and states of the divergence between two rows, weighed by the marginal of the
// state. No term is negative, so that small divergences keep their digits. 20 states and 50 steps take about a
// millisecond.
//
// A filter of one particle draws its path and nothing else, and its weight is a function of the path. So meta-inference
// is exact, and the expectation of AIDE's estimate is the symmetrised divergence itself, at every M.
//
// With more particles the distribution of the path is not known. But with the prior proposal the particles are a
// multiset of states (package multisets), and against the posterior the estimate at M = 1 has the expectation
//
//	E_rev[log w] - E_fwd[log w]
package hmm

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/hmm"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/multisets"
)

// A Markov is a distribution of paths: a Markov chain whose rows change from step to step.
type Markov struct {
	Initial []float64
	Rows    [][][]float64 // Rows[t][x] is the distribution of state t+1, if state t is x; nil if x has no mass
}

// Posterior returns p(x | y) and log p(y). It goes from the last observation back, with the probability of all later
// observations given the state. It takes logarithms: where states cannot be left, the only state with mass may be one
// that explains the observations e^1000 times worse.
func Posterior(m *hmm.Model) (paths Markov, logP float64) {
	ahead := make([]float64, m.States()) // log p(y_{t+1}.. | x_t), less the largest
	paths.Rows = make([][][]float64, m.Len()-1)
	for t := m.Len() - 1; ; t-- {
		floats.Add(ahead, chains.LogMasses(m.Seen(t)))
		if t == 0 {
			var sum float64
			paths.Initial, sum = tiltedByLog(m.Initial(), ahead)
			return paths, logP + sum
		}
		now := make([]float64, m.States())
		paths.Rows[t-1] = make([][]float64, m.States())
		for x := range now {
			paths.Rows[t-1][x], now[x] = tiltedByLog(m.Next(x), ahead)
		}
		top := floats.Max(now)
		logP += top
		floats.AddConst(-top, now)
		ahead = now
	}
}

// tiltedByLog returns the distribution in proportion to p e^by, and the log of the sum of p e^by. The distribution is
// nil if the sum is 0.
func tiltedByLog(p, by []float64) (after []float64, logsum float64) {
	after = floats.AddTo(make([]float64, len(p)), chains.LogMasses(p), by)
	if logsum = chains.LogSum(after); math.IsInf(logsum, -1) {
		return nil, logsum
	}
	return chains.Normalize(after, after), logsum
}

// Alone returns the distribution of the path that a filter of one particle returns. If an observation is impossible
// after a state, the particle goes on as if it had not been seen, with weight 0.
func Alone(m *hmm.Model, p programs.Proposal) (paths Markov) {
	row := func(t int, before []float64) []float64 {
		if p != programs.Optimal {
			return before
		}
		after := floats.MulTo(make([]float64, len(before)), before, m.Seen(t))
		sum := floats.Sum(after)
		if sum == 0 {
			return before
		}
		floats.Scale(1/sum, after)
		return after
	}
	paths.Initial = row(0, m.Initial())
	for t := 1; t < m.Len(); t++ {
		rows := make([][]float64, m.States())
		for x := range rows {
			rows[x] = row(t, m.Next(x))
		}
		paths.Rows = append(paths.Rows, rows)
	}
	return paths
}

// Marginals returns the distributions of the states, step by step.
func (m Markov) Marginals() (all [][]float64) {
	now := m.Initial
	for _, rows := range m.Rows {
		all = append(all, now)
		next := make([]float64, len(now))
		for x, p := range now {
			if p > 0 {
				floats.AddScaled(next, p, rows[x])
			}
		}
		now = next
	}
	return append(all, now)
}

// PathDivergence returns both divergences between two distributions of paths: Forward is KL(a||b). A path that only one
// of the two takes makes one of them infinite.
func PathDivergence(a, b Markov) exact.Divergence {
	d := exact.DivergenceOf(a.Initial, b.Initial)
	inA, inB := a.Marginals(), b.Marginals()
	for t, rows := range a.Rows {
		for x, row := range rows {
			p, q := inA[t][x], inB[t][x]
			if row == nil || b.Rows[t][x] == nil {
				continue // a state that only one reaches has made a divergence infinite before
			}
			between := exact.DivergenceOf(row, b.Rows[t][x])
			if p != 0 {
				d.Forward += p * between.Forward
			}
			if q != 0 {
				d.Reverse += q * between.Reverse
			}
		}
	}
	return d
}

// DistanceOf returns the distance between two programs on a model. Numbers that are not known are NaN: with more than
// one particle only the expectation is known, with the prior proposal and against the posterior. The error is
// accounts.ErrTooLarge, if nothing is known, or ctx's.
func DistanceOf(ctx context.Context, gold, target hmm.Program) (accounts.Distance, error) {
	g, goldKnown := markovOf(gold)
	t, targetKnown := markovOf(target)
	if goldKnown && targetKnown {
		d := PathDivergence(g, t)
		return accounts.Distance{Final: d, Expected: d.Jeffreys(), Off: roundOff(d.Jeffreys())}, nil
	}
	_, isPosterior := gold.(hmm.Posterior)
	filter, isFilter := target.(hmm.Filter)
	if !isPosterior || !isFilter {
		_, isPosterior = target.(hmm.Posterior)
		filter, isFilter = gold.(hmm.Filter)
	}
	if !isPosterior || !isFilter || filter.Proposal != programs.Prior {
		return accounts.Distance{}, fmt.Errorf("%w: only filters of one particle, and a filter with the prior "+
			"proposal against the posterior, have exact values", accounts.ErrTooLarge)
	}
	m := filter.Model
	cells := make([]int, m.States())
	for x := range cells {
		cells[x] = x
	}
	particles, err := multisets.New(path{m}, cells, filter.P)
	if err != nil {
		return accounts.Distance{}, fmt.Errorf("%w: %w", accounts.ErrTooLarge, err)
	}
	moments, err := particles.Returned(ctx)
	if err != nil {
		return accounts.Distance{}, err
	}
	_, logP := Posterior(m)
	fwd, rev := logP, logP // the means of log w of the filter
	for x := range cells {
		// WeighedLog is p(x | y) E_rev[log w/p(y) | x], by the law of package programs.
		fwd += moments[x][multisets.Log]
		rev += moments[x][multisets.WeighedLog]
		if particles.Dead[x] > 0 { // all particles may lose their weight
			fwd = math.Inf(-1)
		}
	}
	nan := math.NaN()
	return accounts.Distance{Final: exact.Divergence{Forward: nan, Reverse: nan},
		Expected: rev - fwd, Off: roundOff(fwd),
		Bias: accounts.Bias{GoldOwn: nan, TargetOther: nan, TargetOwn: nan, GoldOther: nan}}, nil
}

// roundOff returns a bound far above the rounding errors of a sum over thousands of rows.
func roundOff(size float64) float64 { return 1e-12 * max(1, math.Abs(size)) }

// markovOf returns the distribution of the path that a program returns, if it is known.
func markovOf(p hmm.Program) (paths Markov, known bool) {
	switch p := p.(type) {
	case hmm.Posterior:
		paths, _ = Posterior(p.Model)
		return paths, true
	case hmm.Filter:
		if p.P == 1 {
			return Alone(p.Model, p.Proposal), true
		}
	}
	return paths, false
}

// A path takes the particles of a filter with the prior proposal through the observations: a particle is weighed where
// it is, and moves after it has been resampled.
type path struct{ *hmm.Model }

// Start returns the distribution of the first state.
func (p path) Start() []float64 { return p.Initial() }

// At returns the weights at observation t, and the move to the next state.
func (p path) At(t int) (s programs.Step) {
	s.LogW = make([]float64, p.States())
	for x, v := range p.Seen(t) {
		s.LogW[x] = chains.LogMass(v)
	}
	if t < p.Len()-1 {
		s.Moves = []programs.Move{chains.NewKeptRows(p.States(), p)}
	}
	return s
}

// Row and Stay have the move to the next state.
func (p path) Row(x int, visit func(y int, prob float64)) {
	for y, prob := range p.Next(x) {
		if y != x {
			visit(y, prob)
		}
	}
}

func (p path) Stay(x int) float64 { return p.Next(x)[x] }
