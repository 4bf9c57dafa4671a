package hmm

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/programs"
)

// A Program draws paths of a model.
type Program = aide.Program[[]int]

// The programs of the catalogue, by the names that commands take.
var (
	exactPaths = programs.Entry{Name: "posterior"}
	filtered   = programs.Entry{Name: "smc-data", Params: ":P[:proposal=prior|optimal]",
		Example: ":10:proposal=optimal"}
)

// Read returns the program of a spec such as smc-data:10:proposal=optimal, for a model. The error is
// one sentence that names what is wrong.
func Read(spec string, m *Model) (Program, error) {
	parts := strings.Split(spec, ":")
	name, params := parts[0], parts[1:]
	switch name {
	case exactPaths.Name:
		return NewPosterior(m), programs.NewArgs(exactPaths, params).Err()
	case filtered.Name:
		a := programs.NewArgs(filtered, params)
		particles := a.Whole("P", 1, 1, programs.MostParticles)
		proposal := programs.Proposal(a.WordOr("proposal", string(programs.Prior), string(programs.Optimal)))
		return NewFilter(m, proposal, particles), a.Err()
	}
	return nil, fmt.Errorf("%s is no program of a hidden Markov model; use %s or %s", name, exactPaths.Case(),
		filtered.Case())
}

// Posterior draws paths from p(x | y), by forward filtering and backward sampling. The weight of
// every run is p(y). AIDE measures filters against it as the gold standard.
type Posterior struct {
	Model  *Model
	logP   float64
	last   chains.Distribution
	before [][]chains.Distribution // before[t][y] is the distribution of x_t if x_{t+1} is y; empty if it never is
}

// NewPosterior filters forward. It keeps all distributions as logarithms: where states cannot be left, a state of
// probability 1e-400 halfway may have nearly all mass in the end.
func NewPosterior(m *Model) Posterior {
	p := Posterior{Model: m}
	steps := make([][]float64, m.States()) // logs of moves, by the next state
	for y := range steps {
		for _, row := range m.transition {
			steps[y] = append(steps[y], math.Log(row[y]))
		}
	}
	// now is log p(x_t | y_1..y_t)
	now := make([]float64, m.States())
	from := make([]float64, m.States())
	for t := range m.Len() {
		ahead := chains.LogMasses(m.initial)
		before := make([]chains.Distribution, m.States())
		if t > 0 {
			for y := range ahead {
				floats.AddTo(from, now, steps[y])
				if ahead[y] = chains.LogSum(from); !math.IsInf(ahead[y], -1) {
					before[y] = chains.NewDistribution(chains.Normalized(from))
				}
			}
			p.before = append(p.before, before)
		}
		floats.AddTo(now, ahead, chains.LogMasses(m.Seen(t)))
		sum := chains.LogSum(now)
		floats.AddConst(-sum, now)
		p.logP += sum
	}
	p.last = chains.NewDistribution(chains.Normalized(now))
	return p
}

// Forward draws the last state, and then each state given the one after it.
func (p Posterior) Forward(d chains.Dice) (states []int, logw float64) {
	states = make([]int, p.Model.Len())
	t := len(states) - 1
	states[t] = p.last.Draw(d)
	for ; t > 0; t-- {
		states[t-1] = p.before[t-1][states[t]].Draw(d)
	}
	return states, p.logP
}

// Reverse returns log p(y); there is nothing to draw.
func (p Posterior) Reverse([]int, chains.Dice) float64 { return p.logP }

// A Filter is a particle filter, resampled at every step. Only the state of a particle matters to the steps after it,
// so that resampling draws the state that a particle descends from. Which particle of that state it was is drawn only
// for the returned path, from its end back.
type Filter struct {
	Model    *Model
	Proposal programs.Proposal
	P        int     // the number of particles, at least 1
	moves    []*move // by step; equal observations share theirs
}

// NewFilter returns the filter with this many particles.
func NewFilter(m *Model, proposal programs.Proposal, particles int) Filter {
	f := Filter{Model: m, Proposal: proposal, P: particles}
	f.moves = []*move{newMove([][]float64{m.initial}, m.Seen(0), proposal)}
	bySymbol := map[int]*move{}
	for t, symbol := range m.observed[1:] {
		if bySymbol[symbol] == nil {
			bySymbol[symbol] = newMove(m.transition, m.Seen(t+1), proposal)
		}
		f.moves = append(f.moves, bySymbol[symbol])
	}
	return f
}

// A step is a particle after it has moved from before to now.
type step struct {
	before, now int
	weight      float64
}

// advance returns the particles after step t, and their weight in each state. mass is that weight after the step
// before. The first particle is the kept one, if there is one. logMean is the log of the mean weight.
func (f Filter) advance(t int, mass []float64, kept *step, d chains.Dice) (all []step, after []float64,
	logMean float64) {
	var from chains.Distribution // of the states that the particles descend from
	if t > 0 {
		from = chains.NewDistribution(mass)
	}
	after = make([]float64, f.Model.States())
	total := 0.0
	v := f.moves[t]
	for i := range f.P {
		var one step
		if i == 0 && kept != nil {
			one = *kept
		} else {
			if t > 0 {
				one.before = from.Draw(d)
			}
			one.now = v.next[one.before].Draw(d)
			one.weight = v.weight(one.before, one.now)
		}
		all = append(all, one)
		after[one.now] += one.weight
		total += one.weight
	}
	return all, after, math.Log(total / float64(f.P))
}

// Forward runs the particles. If all weights are 0 it stops there. log w is then -Inf, and the path is too short.
func (f Filter) Forward(d chains.Dice) (states []int, logw float64) {
	var all [][]step
	var mass []float64
	for t := range f.Model.Len() {
		var now []step
		var logMean float64
		now, mass, logMean = f.advance(t, mass, nil, d)
		if logw += logMean; math.IsInf(logw, -1) {
			return []int{now[0].now}, logw
		}
		all = append(all, now)
	}
	states = make([]int, f.Model.Len())
	t := len(states) - 1
	for states[t] = d.Pick(mass); t > 0; t-- {
		weights := make([]float64, f.P) // by which a particle of that state is drawn
		for i, p := range all[t] {
			if p.now == states[t] {
				weights[i] = p.weight
			}
		}
		states[t-1] = all[t][d.Pick(weights)].before
	}
	return states, logw
}

// Reverse makes the conditional run, in which one particle takes the path. log w is +Inf if no forward run returns it.
func (f Filter) Reverse(states []int, d chains.Dice) (logw float64) {
	if len(states) != f.Model.Len() { // it comes from a run that stopped early
		return math.Inf(1)
	}
	weights := make([]float64, len(states))
	next, before := f.Model.initial, 0
	for t, now := range states {
		if next[now] == 0 || f.Model.emission[now][f.Model.observed[t]] == 0 {
			return math.Inf(1)
		}
		weights[t] = f.moves[t].weight(before, now)
		next, before = f.Model.transition[now], now
	}
	return f.Keep(states, weights, d)
}

// Keep makes the conditional run with given weights of the particle that takes the path, one a step. Reverse gives it
// the weights of the moves.
func (f Filter) Keep(states []int, weights []float64, d chains.Dice) (logw float64) {
	var mass []float64
	before := 0
	for t, now := range states {
		var logMean float64
		_, mass, logMean = f.advance(t, mass, &step{before, now, weights[t]}, d)
		logw += logMean
		before = now
	}
	return logw
}

// A move is one step of a particle.
type move struct {
	next    []chains.Distribution // the next state, by the state before; at the first step there is one
	weights []float64
	before  bool // weights are by the state before, and not by the next state
}

// newMove returns a move from states with these distributions of the next state.
func newMove(rows [][]float64, seen []float64, p programs.Proposal) *move {
	v := &move{weights: seen, before: p == programs.Optimal}
	if v.before {
		v.weights = make([]float64, len(rows))
	}
	for x, row := range rows {
		if v.before {
			given := floats.MulTo(make([]float64, len(row)), row, seen)
			v.weights[x] = floats.Sum(given)
			if v.weights[x] > 0 { // if not, the weight is 0 wherever the particle goes
				row = given
			}
		}
		v.next = append(v.next, chains.NewDistribution(row))
	}
	return v
}

// weight returns the weight of a particle that moves from before to now.
func (v *move) weight(before, now int) float64 {
	if v.before {
		return v.weights[before]
	}
	return v.weights[now]
}
