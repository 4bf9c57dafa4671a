package hidden

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
type Program = aide.Program[*Path]

// The programs of the catalogue, by the names that commands take.
var (
	exactPaths = programs.Entry{Name: "posterior"}
	filtered   = programs.Entry{Name: "smc-data", Params: ":P[:proposal=prior|optimal]", Example: ":10:proposal=optimal"}
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
	return nil, fmt.Errorf("%s is no program of a hidden Markov model; %s or %s would do", name, exactPaths.Case(),
		filtered.Case())
}

// Posterior draws paths from p(x | y), by forward filtering and backward sampling. The weight of
// every run is p(y). AIDE measures filters against it as the gold standard.
type Posterior struct {
	Model *Model
	logP  float64
	last  chains.Law
	back  [][]chains.Law // back[t][y] is the law of x_t, if x_{t+1} is y; empty if it never is
}

// NewPosterior filters forward. All laws are kept as logarithms: where states cannot be left, a state
// whose probability is 1e-400 halfway may have nearly all mass in the end.
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
		back := make([]chains.Law, m.States())
		if t > 0 {
			for y := range ahead {
				floats.AddTo(from, now, steps[y])
				if ahead[y] = chains.LogSum(from); !math.IsInf(ahead[y], -1) {
					back[y] = chains.NewLaw(chains.Normalized(from))
				}
			}
			p.back = append(p.back, back)
		}
		floats.AddTo(now, ahead, chains.LogMasses(m.Seen(t)))
		sum := chains.LogSum(now)
		floats.AddConst(-sum, now)
		p.logP += sum
	}
	p.last = chains.NewLaw(chains.Normalized(now))
	return p
}

// Forward draws the last state, and then each state given the one after it.
func (p Posterior) Forward(d chains.Dice) (x *Path, logw float64) {
	states := make([]int, p.Model.Len())
	t := len(states) - 1
	states[t] = p.last.Draw(d)
	for ; t > 0; t-- {
		states[t-1] = p.back[t-1][states[t]].Draw(d)
	}
	return PathOf(states...), p.logP
}

// Reverse returns log p(y); there is nothing to draw.
func (p Posterior) Reverse(*Path, chains.Dice) float64 { return p.logP }

// A Filter is a particle filter, resampled at every step. As only the state of a particle matters to what comes after
// it, a particle is resampled by drawing the state that it descends from. Which particle of that state it was is drawn
// only for the one path that is returned, from its end back.
type Filter struct {
	Model    *Model
	Proposal programs.Proposal
	P        int     // the number of particles, at least 1
	moves    []*move // by step; equal observations share theirs
}

// NewFilter makes the laws of the moves.
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

// A swarm is the particles of a filter at the present step, with their weight in each state.
type swarm struct {
	Filter
	steps []step
	mass  []float64 // the weight of the particles in each state
}

// advance takes the particles to step t. The first is the kept one, if there is one. The result is
// the log of the mean weight.
func (s *swarm) advance(t int, kept *step, d chains.Dice) (logMean float64) {
	var from chains.Law // of the states that the particles descend from
	if t > 0 {
		from = chains.NewLaw(s.mass)
	}
	mass := make([]float64, s.Model.States())
	total := 0.0
	first := 0
	if kept != nil {
		s.steps[0] = *kept
		mass[kept.now] = kept.weight
		total = kept.weight
		first = 1
	}
	v := s.moves[t]
	for i := first; i < s.P; i++ {
		before := 0
		if t > 0 {
			before = from.Draw(d)
		}
		now := v.laws[before].Draw(d)
		w := v.weight(before, now)
		s.steps[i] = step{before, now, w}
		mass[now] += w
		total += w
	}
	s.mass = mass
	return math.Log(total / float64(s.P))
}

// Forward runs the particles. If all weights are 0 it stops there, and log w is -Inf; the path that
// it returns then is too short.
func (f Filter) Forward(d chains.Dice) (x *Path, logw float64) {
	s := swarm{Filter: f, steps: make([]step, f.P)}
	all := make([]step, 0, f.P*f.Model.Len())
	for t := range f.Model.Len() {
		if logw += s.advance(t, nil, d); math.IsInf(logw, -1) {
			return &Path{State: s.steps[0].now}, logw
		}
		all = append(all, s.steps...)
	}
	states := make([]int, f.Model.Len())
	t := f.Model.Len() - 1
	for states[t] = d.Pick(s.mass); t > 0; t-- {
		step := all[t*f.P : (t+1)*f.P]
		weights := make([]float64, f.P) // by which a particle of that state is drawn
		for i, p := range step {
			if p.now == states[t] {
				weights[i] = p.weight
			}
		}
		states[t-1] = step[d.Pick(weights)].before
	}
	return PathOf(states...), logw
}

// Reverse is the conditional run, in which one particle takes the path x. log w is +Inf if no
// forward run returns x.
func (f Filter) Reverse(x *Path, d chains.Dice) (logw float64) {
	states := x.States()
	if len(states) != f.Model.Len() { // it comes from a run that stopped early
		return math.Inf(1)
	}
	weights := make([]float64, len(states))
	law, before := f.Model.initial, 0
	for t, now := range states {
		if law[now] == 0 || f.Model.emission[now][f.Model.observed[t]] == 0 {
			return math.Inf(1)
		}
		weights[t] = f.moves[t].weight(before, now)
		law, before = f.Model.transition[now], now
	}
	return f.Keep(x, weights, d)
}

// Keep is the conditional run with given weights of the particle that takes the path x, one a step.
// Reverse gives it those of the moves.
func (f Filter) Keep(x *Path, weights []float64, d chains.Dice) (logw float64) {
	s, before := swarm{Filter: f, steps: make([]step, f.P)}, 0
	for t, now := range x.States() {
		logw += s.advance(t, &step{before, now, weights[t]}, d)
		before = now
	}
	return logw
}

// A move is one step of a particle.
type move struct {
	laws    []chains.Law // of the next state, by the state before; the first step has one law, as after state 0
	weights []float64
	before  bool // weights are by the state before, and not by the next state
}

// newMove returns a move from states with these laws of the next state.
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
		v.laws = append(v.laws, chains.NewLaw(row))
	}
	return v
}

func (v *move) weight(before, now int) float64 {
	if v.before {
		return v.weights[before]
	}
	return v.weights[now]
}
