package aide_test

import (
	"math"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/programs"
)

// An outcome is a cell and 1/w, with its probability: in reverse, given the cell.
type outcome struct {
	x          int
	xi, weight float64
	prob       float64
}

// A lawful is a program by the atoms of its law.
type lawful struct {
	forward []outcome
	reverse [][]outcome
}

func lawOf(e programs.Program, p programs.Problem) lawful {
	atoms := chaintest.AtomsOf(e, p)
	_, last := p.Ends()
	target := chains.Normalized(last)
	l := lawful{reverse: make([][]outcome, len(last))}
	for _, a := range atoms.Forward {
		l.forward = append(l.forward, outcome{a.X, math.Exp(-a.LogW), math.Exp(a.LogW), a.Mass * math.Exp(-a.LogW)})
	}
	for _, a := range atoms.Reverse {
		one := outcome{a.X, math.Exp(-a.LogW), math.Exp(a.LogW), a.Mass / target[a.X]}
		l.reverse[a.X] = append(l.reverse[a.X], one)
	}
	return l
}

// q is the law of the cell.
func (l lawful) q() []float64 {
	q := make([]float64, len(l.reverse))
	for _, o := range l.forward {
		q[o.x] += o.prob
	}
	return q
}

// A mean is what an estimator takes the log of, for some runs.
type mean func(runs []outcome) float64

// ofInverses is the mean of 1/w, as AIDE has it.
func ofInverses(runs []outcome) (sum float64) {
	for _, o := range runs {
		sum += o.xi / float64(len(runs))
	}
	return sum
}

// inverseOfMean is 1 over the mean of w, which is wrong.
func inverseOfMean(runs []outcome) float64 {
	sum := 0.
	for _, o := range runs {
		sum += o.weight / float64(len(runs))
	}
	return 1 / sum
}

// over is the expected log of the mean, over so many reverse runs from x beside those that were seen.
func (l lawful) over(x, more int, seen []outcome, m mean) (sum float64) {
	if more == 0 {
		return math.Log(m(seen))
	}
	for _, o := range l.reverse[x] {
		sum += o.prob * l.over(x, more-1, append(seen, o), m)
	}
	return sum
}

// half is the expected ratio of the looks at the runs of own.
func half(own, other lawful, owns, others int, m mean) (sum float64) {
	for _, o := range own.forward {
		sum += o.prob * (own.over(o.x, owns-1, []outcome{o}, m) - other.over(o.x, others, nil, m))
	}
	return sum
}

// slow is the expectation of AIDE's estimate by the definition.
func slow(gold, target lawful, c aide.Counts, m mean) float64 {
	return half(gold, target, c.Gold, c.Target, m) + half(target, gold, c.Target, c.Gold, m)
}
