package hidden

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/programs"
)

// A Program draws paths of a model.
type Program = aide.Program[*Path]

// An Entry is a line of the catalogue: a program with the parameters that it reads.
type Entry struct {
	programs.Entry
	Read func(a *programs.Args, m *Model) Program
}

// Catalogue lists the programs by the names that commands take, such as smc-data:10:proposal=optimal.
var Catalogue = []Entry{
	{programs.Entry{Name: "posterior", About: "exact paths, by forward filtering and backward sampling"},
		func(_ *programs.Args, m *Model) Program { return NewPosterior(m) }},
	{programs.Entry{Name: "smc-data", Params: "P[:proposal=prior|optimal]", Example: "10:proposal=optimal",
		About: "a particle filter: P particles through the observations, resampled after each"},
		func(a *programs.Args, m *Model) Program {
			particles := a.Whole("P", 1, programs.MostParticles)
			proposal := programs.Proposal(a.WordOr("proposal", string(programs.Prior), string(programs.Optimal)))
			return Filter{NewSequence(m, proposal), particles}
		}},
}

// Read returns the program of a spec such as smc-data:10:proposal=optimal, for a model. The error is
// one sentence that names what is wrong.
func Read(spec string, m *Model) (Program, error) {
	parts := strings.Split(spec, ":")
	at := slices.IndexFunc(Catalogue, func(e Entry) bool { return e.Name == parts[0] })
	if at < 0 {
		var names []string
		for _, e := range Catalogue {
			names = append(names, e.Case())
		}
		return nil, fmt.Errorf("%s is no program of a hidden Markov model; %s would do", parts[0],
			strings.Join(names, " or "))
	}
	e := Catalogue[at]
	a := programs.NewArgs(e.Entry, parts[1:])
	p := e.Read(a, m)
	if err := a.Err(); err != nil {
		return nil, err
	}
	return p, nil
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
	p, steps := Posterior{Model: m}, make([][]float64, m.States()) // steps are logs of moves, by the next state
	for y := range steps {
		for _, row := range m.transition {
			steps[y] = append(steps[y], math.Log(row[y]))
		}
	}
	now, from := make([]float64, m.States()), make([]float64, m.States()) // now is log p(x_t | y_1..y_t)
	for t := range m.Len() {
		ahead, back := logs(m.initial), make([]chains.Law, m.States())
		if t > 0 {
			for y := range ahead {
				floats.AddTo(from, now, steps[y])
				if ahead[y] = chains.LogSum(from); !math.IsInf(ahead[y], -1) {
					back[y] = chains.NewLaw(chains.Normalized(from))
				}
			}
			p.back = append(p.back, back)
		}
		floats.AddTo(now, ahead, logs(m.Seen(t)))
		sum := chains.LogSum(now)
		floats.AddConst(-sum, now)
		p.logP += sum
	}
	p.last = chains.NewLaw(chains.Normalized(now))
	return p
}

// logs are the logs of probabilities.
func logs(p []float64) []float64 {
	all := make([]float64, len(p))
	for x, v := range p {
		all[x] = math.Log(v)
	}
	return all
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

// LogP is log p(y).
func (p Posterior) LogP() float64 { return p.logP }
