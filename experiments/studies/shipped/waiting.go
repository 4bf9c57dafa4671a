package shipped

import (
	"context"
	"io"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/enumerate"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/reports/figure"
)

// A Waiting is conditional SMC that resamples only where the effective sample size is below a share of the particles.
type Waiting struct {
	Counts    Counted `column:"ess_of"`
	Particles int     `column:"particles"`
	Share     float64 `column:"below"`
	Resampled float64 `column:"resamplings"` // in a forward run, in the mean; there are two places for one
	Off       float64 `column:"off"`         // how far the law of cell and weight is off, at its worst cell and weight
	Inverse   float64 `column:"R_E_inverse"` // R E_rev[1/w], rightly 1
}

// Counted says of which particles a conditional run takes the effective sample size.
type Counted string

// The kept particle counts, or it does not.
const (
	ofAll  Counted = "all particles"
	ofFree Counted = "the free particles"
)

// waitingParticles is the fewest with which both rules have a choice: of one free particle the size is always 1.
const waitingParticles = 3

// shares are those from three quarters, below which no run of this small problem has its size, to all.
func shares() (all []float64) {
	for percent := 75; percent <= 100; percent++ {
		all = append(all, float64(percent)/100)
	}
	return all
}

// measureWaiting sums all dice of both rules at each share.
func measureWaiting(ctx context.Context, setting run.Setting) ([]Waiting, error) {
	var all []Waiting
	for _, counts := range []Counted{ofAll, ofFree} {
		for _, share := range shares() {
			all = append(all, Waiting{Counts: counts, Particles: waitingParticles, Share: share})
		}
	}
	alike := slices.Repeat([]int{1}, len(all))
	return run.Each(ctx, setting.Shelf, "waiting", alike, setting.Tell,
		func(_ context.Context, i int) (Waiting, error) { return all[i].measured(), nil })
}

// measured has the numbers of a rule, on two cells and three levels.
func (w Waiting) measured() Waiting {
	problem := ending(on2(3))
	steps := right
	if w.Counts == ofFree {
		steps = withoutKept()
	}
	count := 0
	resampled := steps.resampled
	steps.resampled = func(logs []float64, ancestors []int) []float64 {
		count++
		return resampled(logs, ancestors)
	}
	f := newFilter(problem, w.Particles, w.Share, steps)
	atoms := chaintest.AtomsOf(f, problem)
	const rounding = 1e-12 // a probability of the sums is right to this
	off := atoms.Finding().Value
	if off > rounding {
		w.Off = off
	}
	for _, a := range atoms.Reverse {
		w.Inverse += a.Mass * math.Exp(-a.LogW)
	}
	run := func(d chains.Dice) {
		count = 0
		f.Forward(d)
	}
	for prob := range enumerate.Every(run) {
		w.Resampled += prob * float64(count)
	}
	return w
}

// drawnWaiting draws how often a run resamples, which is the same by both rules, and how far the law is off.
func drawnWaiting(all []Waiting) func(w io.Writer, m figure.Medium) error {
	often, off := figure.NewPlot(), figure.NewPlot()
	legend := figure.Legend{Note: "Forward no particle is kept, and both rules are one."}
	for k, counts := range []Counted{ofAll, ofFree} {
		own := slices.DeleteFunc(slices.Clone(all), func(w Waiting) bool { return w.Counts != counts })
		style := figure.NthLine(k)
		if counts == ofAll {
			often.Add(style.Line(display.XYs(own, func(w Waiting) (x, y float64) { return w.Share, w.Resampled })))
		}
		off.Add(style.Line(display.XYs(own, func(w Waiting) (x, y float64) { return w.Share, w.Off })))
		legend.Entries = append(legend.Entries,
			figure.LegendEntry{Name: "ESS of " + string(counts), Style: style})
	}
	often.Y.Max = 1.1
	off.Y.Max = 0.22
	return func(w io.Writer, m figure.Medium) error {
		const across = "resampling where the ESS is below this share"
		return display.NewSheet(2, 230, 8).Draw(w, m, legend,
			display.NewPanel(often, "a forward run", across, "resamplings, of 2 at most"),
			display.NewPanel(off, "cell and weight, forward and in reverse", across, "law off by (probability)"))
	}
}
