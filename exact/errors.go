package exact

import (
	"math"

	"breadboard/chains"
)

// terms is how many units a sum over so many cells may be off by.
func terms(n int) float64 { return 8 + float64(n) }

// An unsure is what walks leave behind them of doubt.
type unsure struct {
	fwd, rev doubt
	again    bool                // q was walked up by itself
	size     func(x int) float64 // what log f was rounded at
}

// doubt sets how far the results can be off.
func (g *Gap) doubt(left unsure) {
	g.FinalErr = g.final(left)
	sum := unit * terms(len(g.P)) // what T shares are rounded by is far below what left them
	g.PathsErr = Divergence{left.fwd.path + sum*math.Abs(g.Paths.Forward), left.rev.path + sum*math.Abs(g.Paths.Reverse)}
	if math.IsInf(g.Paths.Forward, 1) { // what is infinite for want of mass is so exactly
		g.PathsErr.Forward = 0
	}
	if math.IsInf(g.Paths.Reverse, 1) {
		g.PathsErr.Reverse = 0
	}
	if math.IsInf(g.Final.Forward, 1) {
		g.FinalErr.Forward = 0
	}
	if math.IsInf(g.Final.Reverse, 1) { // but a q of 0 may have been below the smallest float
		g.FinalErr.Reverse = math.Inf(1)
	}
}

// logR is log Z_T/Z_1, and how far it can be off: each log Z by the rounding of a sum
// over cells and by its own, and their difference by no more than both once again. What
// log f - log Z is rounded by is not counted: its mean is the entropy of p, at most the
// logarithm of the number of cells.
func logR(a chains.Annealing) (v, err float64) {
	first, last := ends(a)
	z1, zT := chains.LogSum(first), chains.LogSum(last)
	return zT - z1, 2 * unit * (math.Abs(z1) + math.Abs(zT) + terms(len(first)))
}

// final is how far both divergences of the final states can be off: by what their
// slopes make of u's error, and by the rounding of p, of logarithms and of the sum.
// The error is taken to lie where u is, each cell's part as large as its u; and all
// of it, besides, where it does most: a mean along a line leaves what is rounded in
// its largest cell in cells where p is next to nothing.
func (g *Gap) final(left unsure) (err Divergence) {
	mean := 0.0
	for _, d := range g.d {
		mean += math.Abs(d)
	}
	e, rel, lost := left.fwd.total(), 0.0, 0.0
	if mean > 0 {
		rel = e / mean
	}
	if left.again {
		lost = float64(g.T)*unit*(6+left.fwd.moves) + rel
	}
	var worst Divergence
	for x, p := range g.P {
		q, d := g.Q[x], g.d[x]
		if math.IsInf(g.logp[x], -1) {
			continue
		}
		u := d / p
		worst = worst.orLarger(slopes(p, g.logp[x], max(q, 0), d, e))
		if q <= 0 {
			continue
		}
		if !left.again && e > 0 && q < p/2 { // and nothing but q is next to nothing
			worst.Reverse = max(worst.Reverse, p*math.Log1p(e/q)/e)
		}
		if math.Abs(u) < 0.5 {
			both := p * (klUp(u) + klDown(u)) * left.size(x) * unit
			err.Forward += rel*math.Abs(d*math.Log1p(u)) + both
			err.Reverse += rel*math.Abs(d*u/(1+u)) + both
			continue
		}
		log := math.Log(q) - g.logp[x]
		relative := lost
		if !left.again {
			relative = rel * math.Abs(d) / q
		}
		round := 4 * unit * (p + q) * (math.Abs(g.logp[x]) + math.Abs(log) + left.size(x))
		err.Forward += relative*math.Abs(q*log) + round
		err.Reverse += relative*math.Abs(d) + round
	}
	sum := terms(len(g.P)) * unit
	err.Forward += sum*math.Abs(g.Final.Forward) + e*worst.Forward
	err.Reverse += sum*math.Abs(g.Final.Reverse) + e*worst.Reverse
	return err
}

// slopes are how steep both divergences are, at the most, where a cell's q is off by
// up to e: from what they are at q where that is far from p, and else from 0, where
// the error lies as u does.
func slopes(p, logp, q, d, e float64) (s Divergence) {
	if e == 0 {
		return s
	}
	if math.Abs(d)+e < p/2 {
		return Divergence{-math.Log1p(-e / p), e / p}
	}
	return Divergence{max(math.Abs(math.Log(q+e)-logp), math.Log(p+e)-logp), (math.Abs(d) + e) / (max(p, q) + e)}
}

// orLarger is the larger of each.
func (d Divergence) orLarger(o Divergence) Divergence {
	return Divergence{max(d.Forward, o.Forward), max(d.Reverse, o.Reverse)}
}
