package hmm_test

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/chains/hmm"
	"breadboard/chains/laws"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

var proposals = []programs.Proposal{programs.Prior, programs.Optimal}

func finding(m *hmm.Model, p hmm.Program) laws.Finding {
	all, posterior, logP := paths(m)
	return chaintest.AtomsAmong(p, all, posterior, logP, number).Finding()
}

func TestProgramsKeepTheLaw(t *testing.T) {
	for name, m := range map[string]*hmm.Model{"small": small(t), "holey": holey(t)} {
		if f := finding(m, hmm.NewPosterior(m)); !f.OK {
			t.Errorf("%s, posterior: %v", name, f)
		}
		for _, proposal := range proposals {
			for _, P := range []int{1, 2} {
				if f := finding(m, hmm.NewFilter(m, proposal, P)); !f.OK {
					t.Errorf("%s, filter, %s proposal, P = %d: %v", name, proposal, P, f)
				}
			}
		}
	}
}

// TestEveryImpossiblePath: every path of mass 0 has an infinite weight in reverse, whatever the dice are. That holds
// for states that follow one another but cannot emit the observations, and for a path that stopped early or is too
// long. Every other path has a finite weight.
func TestEveryImpossiblePath(t *testing.T) {
	m := holey(t)
	all, _, _ := paths(m)
	all = append(all, []int{1}, []int{1, 1, 1, 0})
	for _, proposal := range proposals {
		for _, P := range []int{1, 2} {
			f := hmm.NewFilter(m, proposal, P)
			for _, p := range all {
				want := len(p) != m.Len() || math.IsInf(logJoint(m, p), -1)
				logw := math.NaN()
				for range enumerate.Every(func(d chains.Dice) { logw = f.Reverse(p, d) }) {
					if math.IsNaN(logw) || math.IsInf(logw, 1) != want {
						t.Errorf("%s, P = %d, path %v: log w is %v in reverse", proposal, P, p, logw)
					}
				}
			}
		}
	}
}

func TestRead(t *testing.T) {
	m := small(t)
	for spec, want := range map[string]programs.Proposal{"smc-data:7": programs.Prior,
		"smc-data:7:proposal=prior": programs.Prior, "smc-data:7:proposal=optimal": programs.Optimal} {
		p, err := hmm.Read(spec, m)
		if f, ok := p.(hmm.Filter); err != nil || !ok || f.P != 7 || f.Proposal != want {
			t.Errorf("%s: %v, %v", spec, p, err)
		}
	}
	if p, err := hmm.Read("posterior", m); err != nil {
		t.Errorf("posterior: %v, %v", p, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for spec, says := range map[string]string{
		"ais":        "ais is no program of a hidden Markov model; use posterior or smc-data:10:proposal",
		"smc-data":   "P is missing; use smc-data:10:proposal",
		"smc-data:0": `P, parameter 1, is "0", and no whole number from 1 to 1000000`,
		"smc-data:5:proposal=likely": `proposal, parameter 2, is "likely", and not known; ` +
			"use prior or optimal",
		"smc-data:5:steps=2": `parameter 2, "steps=2", is no parameter of smc-data, or is given twice; use smc-data:P[`,
		"posterior:3":        `parameter 1, "3", is no parameter of posterior, or is given`,
	} {
		must.Refuse(hmm.Read(spec, small(t)))(t, says, "%s", spec)
	}
}

func TestNewRefuses(t *testing.T) {
	type parameters = hmm.Parameters
	for says, change := range map[string]func(p *parameters){
		"initial sums to 0.9; use":               func(p *parameters) { p.Initial = []float64{0.3, 0.6} },
		"entry 2 of row 1 of transition is -0.1": func(p *parameters) { p.Transition[0] = []float64{1, -0.1} },
		"row 2 of transition sums to 1.1; use":   func(p *parameters) { p.Transition[1] = []float64{0.5, 0.6} },
		"transition has 1 row; use one for each of 2 states": func(p *parameters) {
			p.Transition = p.Transition[:1]
		},
		"row 2 of emission has 2 numbers; use 3": func(p *parameters) { p.Emission[1] = []float64{0.5, 0.5} },

		"initial is empty; use probabilities that sum to 1": func(p *parameters) { p.Initial = nil },
		"observation 2 is 4; use a symbol from 1 to 3":      func(p *parameters) { p.Observed[1] = 3 },
		"there are no observations; use one at least":       func(p *parameters) { p.Observed = nil },
		"observation 3 is 3, which has probability 0": func(p *parameters) {
			p.Emission = [][]float64{{0.5, 0.5, 0}, {0.5, 0.5, 0}}
		},
	} {
		p := smallParameters()
		change(&p)
		must.Refuse(hmm.New(p))(t, says, "it")
	}
}

// TestNewNormalizes: distributions that are off by rounding are normalised, and the given ones stay as they are.
func TestNewNormalizes(t *testing.T) {
	p := smallParameters()
	p.Initial = []float64{0.3, 0.7 + 5e-10}
	m := must.Have(hmm.New(p))(t)
	must.Near(t, m.Initial()[0]+m.Initial()[1], 1, 1e-12, "the sum of the initial distribution")
	if p.Initial[1] != 0.7+5e-10 {
		t.Error("the given distribution was changed")
	}
}

// TestPosteriorOfStatesThatCannotBeLeft: state 2 is e^-1099 times as likely as state 1 halfway, and four times in the
// end.
func TestPosteriorOfStatesThatCannotBeLeft(t *testing.T) {
	observed := make([]int, 1000)
	for i := 500; i < 1000; i++ {
		observed[i] = 1
	}
	m, err := hmm.New(hmm.Parameters{Initial: []float64{0.2, 0.8}, Transition: [][]float64{{1, 0}, {0, 1}},
		Emission: [][]float64{{0.9, 0.1}, {0.1, 0.9}}, Observed: observed})
	must.Do(t, err)
	truth, second := hmm.NewPosterior(m), 0.
	must.Near(t, truth.Reverse(nil, nil), 500*(math.Log(0.9)+math.Log(0.1)), 1e-9, "log p(y)")
	var x []int
	for prob := range enumerate.Every(func(d chains.Dice) { x, _ = truth.Forward(d) }) {
		second += prob * float64(x[len(x)-1])
	}
	if !(math.Abs(second-0.8) < 1e-9) { // a sum of 1000 logs up to 1100 has an error of 1e-10 at most
		t.Errorf("a draw is state 2 with probability %v, want 0.8", second)
	}
}

// small returns a model without a symmetry: 2 states, 3 symbols, 3 observations.
func small(t *testing.T) *hmm.Model {
	t.Helper()
	m := must.Have(hmm.New(smallParameters()))(t)
	return m
}

func smallParameters() hmm.Parameters {
	return hmm.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{0.85, 0.15}, {0.4, 0.6}},
		Emission:   [][]float64{{0.2, 0.5, 0.3}, {0.65, 0.1, 0.25}},
		Observed:   []int{1, 0, 2},
	}
}

// holey returns a model where some paths are impossible, and a particle may be unable to go on.
func holey(t *testing.T) *hmm.Model {
	t.Helper()
	m := must.Have(hmm.New(hmm.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{1, 0}, {0.4, 0.6}},
		Emission:   [][]float64{{1, 0}, {0.2, 0.8}},
		Observed:   []int{0, 1, 0},
	}))(t)
	return m
}

// paths returns all paths of a model, with p(x | y) by enumeration, and log p(y).
func paths(m *hmm.Model) (all [][]int, posterior []float64, logP float64) {
	all = [][]int{nil}
	for range m.Len() {
		var longer [][]int
		for _, p := range all {
			for x := range m.States() {
				longer = append(longer, append(slices.Clone(p), x))
			}
		}
		all = longer
	}
	logp := make([]float64, len(all))
	for i, p := range all {
		logp[i] = logJoint(m, p)
	}
	return all, chains.Normalized(logp), chains.LogSum(logp)
}

// logJoint returns log p(x, y) of a path, by the definition; -Inf if it is impossible.
func logJoint(m *hmm.Model, path []int) (sum float64) {
	p := m.Initial()
	for t, x := range path {
		sum += math.Log(p[x]) + math.Log(m.Seen(t)[x])
		p = m.Next(x)
	}
	return sum
}

// number returns the place of a path among all paths of two states.
func number(path []int) (n int) {
	for _, x := range path {
		n = 2*n + x
	}
	return n
}

const asJSON = `{"initial": [0.3, 0.7], "transition": [[0.85, 0.15], [0.4, 0.6]],
	"emission": [[0.2, 0.5, 0.3], [0.65, 0.1, 0.25]], "observations": [2, 1, 3]}`

func TestReadModel(t *testing.T) {
	m := must.Have(hmm.ReadModel("\ufeff"+asJSON+"\n", "a.json"))(t)
	if diff := cmp.Diff(small(t), m, cmp.AllowUnexported(hmm.Model{})); diff != "" {
		t.Errorf("another model: %s", diff)
	}
}

func TestReadModelRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{asJSON, "", "a.json: unexpected end of JSON input; use a JSON object with"},
		{asJSON, "null", "a.json: initial is empty"},
		{`"initial"`, `"prior"`, `a.json: the key "prior" is unknown or stands twice; use a JSON object with the keys`},
		{`[2, 1, 3]`, `[2, 1.5, 3]`, "observation 2 is 1.5; use a symbol from 1"},
		{`[2, 1, 3]`, `[2, 1, 4]`, "a.json: observation 3 is 4; use a symbol from 1 to 3"},
		{`{"initial"`, `{"initial": [0.5, 0.5], "initial"`, `the key "initial" is unknown or stands twice`},
		{`"emission"`, `"Transition": [[1, 0], [0, 1]], "emission"`, `the key "Transition" is unknown or`},
		{`"initial"`, `"Initial"`, `the key "Initial" is unknown`},
		{asJSON, asJSON + "]", "a.json: invalid character ']' after top-level value; use"},
		{asJSON, asJSON + "{}", "a.json: invalid character '{' after top-level value; use"},
		{`[2, 1, 3]`, `[2, "b", 3]`, "a.json: found string in observations; use a JSON object with"},
		{asJSON, "[1]", "a.json: found array in place of the object; use"},
		{"[0.4, 0.6]", "[0.4, 0.7]", "a.json: row 2 of transition sums to 1.1; use"},
	} {
		_, err := hmm.ReadModel(strings.Replace(asJSON, c.old, c.new, 1), "a.json")
		must.Fail(t, err, c.says, "%s", c.new)
	}
}

// TestOpen: the example of the documentation is read.
func TestOpen(t *testing.T) {
	path := filepath.Join("testdata", "weather.json")
	m, err := hmm.Open(path)
	if err != nil || m.States() != 2 || m.Len() != 8 {
		t.Errorf("%v, %v", m, err)
	}
	must.Refuse(hmm.Open(path+"x"))(t, "no such file", "a file that is not there")
}

// A model of two states, and how likely its observations are.
func Example() {
	m, err := hmm.New(hmm.Parameters{
		Initial:    []float64{0.5, 0.5},
		Transition: [][]float64{{0.9, 0.1}, {0.1, 0.9}},
		Emission:   [][]float64{{0.8, 0.2}, {0.2, 0.8}},
		Observed:   []int{0, 0, 1},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.4f\n", math.Exp(hmm.NewPosterior(m).Reverse(nil, nil)))
	// Output:
	// 0.0962
}
