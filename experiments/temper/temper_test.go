package temper_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/chains/sample"
	"breadboard/chains/tempering"
	"breadboard/experiments"
	"breadboard/experiments/temper"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// few is a target of four cells.
func few(t *testing.T, s experiments.Setting) experiments.Chain {
	t.Helper()
	target := toys.Target{Name: "few", Grid: grid.New(2, 2), LogF: []float64{0, 1.5, -1, 2}}
	return must.Have(s.On(target))(t)
}

// TestBothWays: dice and tensors tell the same of a ladder, from wherever it starts.
func TestBothWays(t *testing.T) {
	c := few(t, experiments.Setting{})
	for _, start := range []string{"initial", "equilibrium", "cell:3"} {
		for _, exchange := range tempering.Exchanges {
			ask := temper.Ask{Walkers: 3, Exchange: exchange, Hot: temper.Moves, Start: start, Scans: []int{5, 20},
				Chains: 3000, MCSeed: 2}
			r := must.Have(ask.Run(t.Context(), c, nil))(t)
			exact := r.Exact.Rows[1]
			must.Near(t, r.Sampled.Integral.Mean-r.LogR, exact.Integral.Bias, 5*r.Sampled.Integral.StdErr,
				"%s %s: bias",
				start, exchange)
			must.Near(t, r.Sampled.Integral.SD, exact.Integral.SD, 0.08*exact.Integral.SD, "%s %s: deviation", start,
				exchange)
			if start == "equilibrium" {
				must.Near(t, exact.TV, 0, 1e-14, "TV in equilibrium")
			}
		}
	}
}

// TestCost: a scan takes an evaluation for each step of a walker's kernel, and one for a fresh draw.
func TestCost(t *testing.T) {
	c := few(t, experiments.Setting{Repeat: 5})
	for hot, want := range map[temper.Hot]float64{temper.Draws: 1 + 2*5, temper.Moves: 3 * 5} {
		ask := temper.Ask{Walkers: 3, Exchange: tempering.DEO, Hot: hot, Start: "initial", Scans: []int{1}}
		must.Near(t, must.Have(ask.Run(t.Context(), c, nil))(t).StepCost, want, 0, "evaluations of %s", hot)
	}
}

// TestWaysAreByScan: the ways up of all walkers, over the scans, are those of sample's runs.
func TestWaysAreByScan(t *testing.T) {
	c := few(t, experiments.Setting{})
	ask := temper.Ask{Walkers: 2, Exchange: tempering.DEO, Hot: temper.Draws, Start: "initial", Scans: []int{2, 7},
		Chains: 4, MCSeed: 3}
	r := must.Have(ask.Run(t.Context(), c, nil))(t)
	runs := must.Have(sample.Temper(t.Context(), r.Ladder, 4, 7, sample.TemperedStart{}, 3, nil))(t)
	ways := 0
	for _, run := range runs {
		ways += run.Ways
	}
	if ways == 0 {
		t.Fatal("no walker came up, and the test tells nothing")
	}
	must.Near(t, r.Sampled.Trips.Mean, float64(ways)/(4*7), 1e-15, "ways for each scan")
}

// TestPractice: practice's walkers are twice the barrier many pairs, and reject alike.
func TestPractice(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "ising:2x2:0.8"}.Chain())(t)
	ask := must.Have(temper.Ask{Practice: true, Exchange: tempering.DEO, Hot: temper.Draws, Start: "initial",
		Scans: []int{1}}.Choose(c))(t)
	r := must.Have(ask.Run(t.Context(), c, nil))(t)
	if want := int(math.Round(2*r.Limit)) + 1; r.Walkers != want {
		t.Errorf("%d walkers, and the barrier is %v", r.Walkers, r.Limit)
	}
	for _, reject := range r.Rejections {
		must.Near(t, reject, r.Rejections[0], 0.1, "rejections")
	}
}

// TestWhatIsRefused says what would do.
func TestWhatIsRefused(t *testing.T) {
	c := few(t, experiments.Setting{})
	ask := temper.Ask{Walkers: 30, Exchange: tempering.DEO, Hot: temper.Draws, Start: "initial", Scans: []int{1}}
	if _, err := ask.Run(t.Context(), c, nil); err == nil || !strings.Contains(err.Error(), "by dice, would do") {
		t.Errorf("30 walkers: %v", err)
	}
	ask.Chains = 10
	r := must.Have(ask.Run(t.Context(), c, nil))(t)
	if r.Exact != nil || r.Sampled == nil || len(r.Rejections) != 29 {
		t.Error("30 walkers by dice")
	}
	walls := toys.Target{Name: "walls", Grid: grid.New(3), LogF: []float64{0, math.Inf(-1), 1}}
	open := must.Have(experiments.Setting{Initial: "tempered:0.5"}.On(walls))(t)
	ask.Walkers = 2
	if _, err := ask.Run(t.Context(), open, nil); err != nil {
		t.Errorf("the same walls at both ends: %v", err)
	}
}

// Three walkers on BARRIER, as the command has them.
func Example() {
	chain, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		fmt.Println(err)
		return
	}
	ask := temper.Ask{Walkers: 3, Exchange: tempering.DEO, Hot: temper.Draws, Start: "initial", Scans: []int{10}}
	r, err := ask.Run(context.Background(), chain, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("J %.5f after 10 scans; round trips %.4f, and %.4f if exploration forgot all\n",
		r.Exact.Rows[0].Cold.Jeffreys(), r.Exact.Trips.Rate, r.Ideal)
	// Output:
	// J 0.22823 after 10 scans; round trips 0.1471, and 0.2035 if exploration forgot all
}
