package following_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"breadboard/chains/enumerate"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/experiments/following"
	"breadboard/grid/must"
)

// A numbered is a person's step that draws uniform numbers alone, or a client that has no odds.
type numbered struct {
	step   func(logf []float64, x int, u func() float64) int
	logf   []float64
	own    *rand.Rand
	refuse bool // refuses to be followed, and tells its numbers when it is asked for these
}

func (n *numbered) Aim(_ context.Context, _ float64, logf []float64) error {
	n.logf = logf
	return nil
}

func (n *numbered) Hold(int) {}

func (n *numbered) Move(_ context.Context, next, states []int) error {
	for i, x := range states {
		next[i] = n.step(n.logf, x, n.own.Float64)
	}
	return nil
}

func (n *numbered) Runs(_ context.Context, asked []enumerate.Run[int], how enumerate.Asking) (
	made []enumerate.Run[int], err error) {
	if n.refuse && how != enumerate.Numbers {
		return nil, outside.NotTold{Why: "your step cannot be followed: it squares", Refused: true}
	}
	for _, a := range asked {
		r := enumerate.Run[int]{Start: a.Start}
		r.End = n.step(n.logf, a.Start, func() float64 {
			key := n.own.IntN(1 << enumerate.KeyBits)
			if i := len(r.Outcomes); i < len(a.Outcomes) {
				key = a.Outcomes[i]
			}
			r.Outcomes = append(r.Outcomes, key)
			r.Choices = append(r.Choices, enumerate.Choice{Bits: enumerate.KeyBits})
			return float64(key) / (1 << enumerate.KeyBits)
		})
		made = append(made, r)
	}
	return made, nil
}

// squaring proposes a neighbour by the square of a number, and accepts by the logarithm of another.
func squaring(logf []float64, x int, u func() float64) int {
	v := u()
	y := (x + 6) % 7
	if v*v < 0.25 {
		y = (x + 1) % 7
	}
	if math.Log(u()) < logf[y]-logf[x] {
		return y
	}
	return x
}

// TestLearnt: a step that draws numbers has the rows of the same step whose odds are told, to the last digits, whether
// its client refuses first or has no odds at all. A threshold that moves, and a number that nobody sees, are refused.
func TestLearnt(t *testing.T) {
	wanted, _, err := follow(t, right(1))
	must.Do(t, err)
	hidden := rand.New(rand.NewPCG(4, 4))
	for name, c := range map[string]struct {
		step   func(logf []float64, x int, u func() float64) int
		refuse bool
		says   string // an error; "" if it is learnt
		unsure bool
	}{
		"numbers":     {step: squaring},
		"after words": {step: squaring, refuse: true},
		"moves": {step: func(logf []float64, x int, u func() float64) int {
			if u()*u() < 0.3 {
				return squaring(logf, x, u)
			}
			return x
		}, says: "moves with another"},
		"hidden": {step: func(logf []float64, x int, u func() float64) int {
			if hidden.IntN(2) == 0 {
				return x
			}
			return squaring(logf, x, u)
		}, refuse: true, says: "not seen", unsure: true},
	} {
		s := following.NewStep(&numbered{step: c.step, own: rand.New(rand.NewPCG(2, 3)), refuse: c.refuse}, ring,
			enumerate.Limits{Eps: 0.01}, 1)
		p, _, err := s.Rows(t.Context(), 1, slices.Clone(logf), []int{0, 1, 2, 3, 4, 5, 6})
		if c.says != "" {
			none := outside.NotTold{}
			if !errors.As(err, &none) || none.Unsure != c.unsure || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		must.Do(t, err)
		for i, v := range p {
			must.Near(t, v, wanted[0][i], 1e-12, "%s: entry %d", name, i)
		}
		said, err := s.Agree(t.Context())
		must.Do(t, err)
		must.Say(t, said, "learnt: 21 ways, found in ", "with fresh ones all ended as the ways say",
			"less than 0.01 together", "2,000 free runs agree")
		must.Near(t, s.LeftOut(), 0.02, 0, "what its rows may leave out")
		if !s.LearnOn() {
			t.Errorf("%s is not learnt better", name)
		}
		_, _, err = s.Rows(t.Context(), 1, slices.Clone(logf), []int{0, 1, 2, 3, 4, 5, 6})
		must.Do(t, err)
		must.Say(t, s.Said(), "learnt: 21 ways, found in ", "with fresh ones all ended as the ways say: with 95% confidence")
		_, _, err = s.Rows(t.Context(), 0, make([]float64, 7), []int{0, 1, 2, 3, 4, 5, 6})
		must.Do(t, err)
		must.Say(t, s.Said(), "at each of 2 betas", "after a step at each, q is known to some 0.04 in total variation")
	}
}

// A weighing is a program that draws uniform numbers alone: cells alike, with their weights.
type weighing struct{ numbered }

func (w *weighing) Forward(_ context.Context, cells []int, logw []float64) error {
	for i := range cells {
		cells[i] = int(7 * w.own.Float64())
		logw[i] = logf[cells[i]] + math.Log(7)
	}
	return nil
}

func (w *weighing) Reverse(_ context.Context, logw []float64, cells []int) error {
	for i, x := range cells {
		logw[i] = logf[x] + math.Log(7)
	}
	return nil
}

func (w *weighing) Runs(ctx context.Context, asked []enumerate.Run[outside.End], how enumerate.Asking) (
	made []enumerate.Run[outside.End], err error) {
	for _, a := range asked {
		x := a.Start
		of := enumerate.Run[outside.End]{Start: a.Start}
		if a.Start == outside.Forward {
			w.step = func(_ []float64, _ int, u func() float64) int { return int(7 * u()) }
			runs, _ := w.numbered.Runs(ctx, []enumerate.Run[int]{{Outcomes: a.Outcomes}}, how)
			x = runs[0].End
			of.Outcomes, of.Choices = runs[0].Outcomes, runs[0].Choices
		}
		of.End = outside.End{Cell: x, LogW: logf[x] + math.Log(7)}
		made = append(made, of)
	}
	return made, nil
}

// TestLearntProgram: a program that draws numbers is learnt, forward and in reverse.
func TestLearntProgram(t *testing.T) {
	w := &weighing{numbered{own: rand.New(rand.NewPCG(5, 6))}}
	ways, said, err := following.NewProgram(w, ring, logf, enumerate.Limits{Eps: 0.01}, 1).Ways(t.Context())
	must.Do(t, err)
	must.Say(t, said, "learnt: 14 ways")
	d := sample.Seeded(1)
	counts := make([]float64, 7)
	for range 7000 {
		x, logw := ways.Forward(d)
		counts[x]++
		must.Near(t, logw, logf[x]+math.Log(7), 1e-12, "log w")
	}
	for x, n := range counts {
		must.Near(t, n/7000, 1./7, 0.03, "cell %d", x)
	}
}
