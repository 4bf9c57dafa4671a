package hidden_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/models/hidden"
)

func TestNewRefuses(t *testing.T) {
	nan := math.NaN()
	type parameters = hidden.Parameters
	for says, change := range map[string]func(p *parameters){
		"initial is empty; probabilities that sum to 1 would do": func(p *parameters) { p.Initial = nil },
		"initial sums to 0.9; 1 would do":                        func(p *parameters) { p.Initial = []float64{0.3, 0.6} },
		"entry 1 of initial is NaN":                              func(p *parameters) { p.Initial[0] = nan },
		"entry 2 of row 1 of transition is -0.1": func(p *parameters) {
			p.Transition[0] = []float64{1.1, -0.1}
		},
		"row 2 of transition sums to 1.1; 1 would do": func(p *parameters) {
			p.Transition[1] = []float64{0.5, 0.6}
		},
		"transition has 1 row; one for each of 2 states": func(p *parameters) { p.Transition = p.Transition[:1] },
		"row 2 of transition has 3 numbers": func(p *parameters) {
			p.Transition[1] = []float64{0.5, 0.25, 0.25}
		},
		"row 2 of emission has 2 numbers, and row 1 has 3":  func(p *parameters) { p.Emission[1] = []float64{0.5, 0.5} },
		"observation 2 is 4; a symbol from 1 to 3 would do": func(p *parameters) { p.Observed[1] = 3 },
		"observation 1 is 0; a symbol from 1 to 3 would do": func(p *parameters) { p.Observed[0] = -1 },
		"there are no observations; one at least would do":  func(p *parameters) { p.Observed = nil },
		"observation 3 is 3, which has probability 0": func(p *parameters) {
			p.Emission = [][]float64{{0.5, 0.5, 0}, {0.5, 0.5, 0}}
		},
		"initial sums to 2; 1 would do; row 1 of emission sums to 0.5; 1 would do": func(p *parameters) {
			p.Initial[0], p.Emission[0] = 1.3, []float64{0.5, 0, 0}
		},
	} {
		p := smallParameters()
		change(&p)
		if _, err := hidden.New(p); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("the error is %v, and %q is missing", err, says)
		}
	}
}

// Laws that are off by rounding are normalised, and the given ones stay as they are.
func TestNewNormalizes(t *testing.T) {
	p := smallParameters()
	p.Initial = []float64{0.3, 0.7 + 5e-10}
	m, err := hidden.New(p)
	if err != nil {
		t.Fatal(err)
	}
	if sum := m.Initial()[0] + m.Initial()[1]; !near(sum, 1) {
		t.Errorf("the initial law sums to %.15g", sum)
	}
	if p.Initial[1] != 0.7+5e-10 {
		t.Error("the given law was changed")
	}
}

// States that cannot be left: halfway through, state 2 is e^-1099 times as likely as state 1, and in the
// end it is four times as likely.
func TestPosteriorOfStatesThatCannotBeLeft(t *testing.T) {
	observed := make([]int, 1000)
	for i := 500; i < 1000; i++ {
		observed[i] = 1
	}
	m, err := hidden.New(hidden.Parameters{Initial: []float64{0.2, 0.8}, Transition: [][]float64{{1, 0}, {0, 1}},
		Emission: [][]float64{{0.9, 0.1}, {0.1, 0.9}}, Observed: observed})
	if err != nil {
		t.Fatal(err)
	}
	truth, second := hidden.NewPosterior(m), 0.
	if want := 500 * (math.Log(0.9) + math.Log(0.1)); !(math.Abs(truth.LogP()-want) < 1e-9) {
		t.Errorf("log p(y) is %v, want %v", truth.LogP(), want)
	}
	var x *hidden.Path
	for prob := range enumerate.Every(func(d chains.Dice) { x, _ = truth.Forward(d) }) {
		second += prob * float64(x.State)
	}
	if !(math.Abs(second-0.8) < 1e-9) { // a sum of 1000 logs up to 1100 has an error of 1e-10 at most
		t.Errorf("a draw is state 2 with probability %v, want 0.8", second)
	}
}

// small is a model without a symmetry: 2 states, 3 symbols, 3 observations.
func small(t *testing.T) *hidden.Model {
	t.Helper()
	m, err := hidden.New(smallParameters())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func smallParameters() hidden.Parameters {
	return hidden.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{0.85, 0.15}, {0.4, 0.6}},
		Emission:   [][]float64{{0.2, 0.5, 0.3}, {0.65, 0.1, 0.25}},
		Observed:   []int{1, 0, 2},
	}
}

// holey is a model where some paths are impossible, and a particle may be unable to go on.
func holey(t *testing.T) *hidden.Model {
	t.Helper()
	m, err := hidden.New(hidden.Parameters{
		Initial:    []float64{0.3, 0.7},
		Transition: [][]float64{{1, 0}, {0.4, 0.6}},
		Emission:   [][]float64{{1, 0}, {0.2, 0.8}},
		Observed:   []int{0, 1, 0},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// paths are all paths of a model, with p(x | y) by enumeration, and log p(y).
func paths(m *hidden.Model) (all []*hidden.Path, posterior []float64, logP float64) {
	all = []*hidden.Path{nil}
	for range m.Len() {
		var longer []*hidden.Path
		for _, p := range all {
			for x := range m.States() {
				longer = append(longer, &hidden.Path{State: x, Before: p})
			}
		}
		all = longer
	}
	logp := make([]float64, len(all))
	for i, p := range all {
		logp[i] = m.LogP(p)
	}
	return all, chains.Normalized(logp), chains.LogSum(logp)
}

// number is the place of a path among all paths of two states.
func number(p *hidden.Path) (n int) {
	for _, x := range p.States() {
		n = 2*n + x
	}
	return n
}

func near(a, b float64) bool { return a == b || math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }
