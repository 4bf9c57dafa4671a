package galaxies

import (
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/mixture"
)

// A BoundRow has the exact values of a filter with one particle on a few of the galaxies. The gold
// standard is the posterior.
type BoundRow struct {
	From     int // the number of the first galaxy
	Proposal Proposal
	// With one sweep: the symmetrised divergence from the posterior, and AIDE's expectation with either
	// reverse.
	J, Right, Wrong float64
	// What bounds Wrong: KL(posterior, filter without sweeps) + KL(filter, posterior).
	Half float64
	// Without sweeps. This is AIDE's expectation too: the filter then has only one way to a partition, and
	// so it knows the probability of what it returns.
	Unswept float64
}

// FewGalaxies is the number of galaxies of a BoundRow.
const FewGalaxies = 4

// FewHypers are the hyperparameters of every BoundRow. They have one value each, so that the authors'
// reverse has nothing left to redraw.
var FewHypers = mixture.Hyper{M: 0, R: 0.5, Nu: 6, S: 0.03, Alpha: 1}

// bounds takes four galaxies after four.
func bounds() (rows []BoundRow) {
	points := standardised()
	for _, p := range []Proposal{PriorProposal, OptimalProposal} {
		for from := 0; from+FewGalaxies <= len(points); from += FewGalaxies {
			m := mixture.New(points[from:from+FewGalaxies], mixture.At(FewHypers))
			rows = append(rows, bound(m, p, from))
		}
	}
	return rows
}

// bound compares both reverses.
func bound(m *mixture.Model, proposal Proposal, from int) BoundRow {
	all := m.States()
	logp := make([]float64, len(all))
	for i, x := range all {
		logp[i] = m.LogJoint(x)
	}
	p := chains.Normalized(logp)
	c, still := Case{proposal, 1, 1}, Case{proposal, 1, 0}
	right, wrong := enumerated(c.program(m), all), enumerated(c.wrong(m), all)
	without := enumerated(still.program(m), all)
	there, back := stat.KullbackLeibler(p, without.q), stat.KullbackLeibler(right.q, p)
	return BoundRow{From: from, Proposal: proposal,
		J: stat.KullbackLeibler(p, right.q) + back, Right: right.expected(p), Wrong: wrong.expected(p),
		Half: there + back, Unswept: there + stat.KullbackLeibler(without.q, p)}
}

// walked is what all paths of a program's dice give.
type walked struct {
	q       []float64 // the law of what it returns
	forward float64   // E[log w] of forward runs
	reverse []float64 // E[log w] of reverse runs, by state
}

// expected is AIDE's expectation with M = 1 from p, of which exact draws are at hand.
func (w walked) expected(p []float64) float64 { return floats.Dot(p, w.reverse) - w.forward }

func enumerated(p program, all []mixture.State) walked {
	name := func(x mixture.State) string { return fmt.Sprint(x.Labels(), x.Places) }
	number := map[string]int{}
	for i, x := range all {
		number[name(x)] = i
	}
	w := walked{q: make([]float64, len(all)), reverse: make([]float64, len(all))}
	var r drawn
	for prob := range enumerate.Every(func(d chains.Dice) { r.x, r.logw = p.Forward(d) }) {
		w.q[number[name(r.x)]] += prob
		w.forward += prob * r.logw
	}
	for i, x := range all {
		var logw float64
		for prob := range enumerate.Every(func(d chains.Dice) { logw = p.Reverse(x, d) }) {
			w.reverse[i] += prob * logw
		}
	}
	return w
}
