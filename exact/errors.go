package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

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
	sum := unit * (float64(g.T) + terms(len(g.P)))
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

// logR is log Z_T/Z_1, and how far it can be off: by the rounding of both logarithms
// and of what the exponentials are taken of.
func logR(a chains.Annealing) (v, err float64) {
	first, last := ends(a)
	logZ := func(logf []float64) float64 {
		logZ, spread := floats.LogSumExp(logf), 0.0
		for _, v := range logf {
			if p := math.Exp(v - logZ); p > 0 {
				spread += p * math.Abs(v-logZ)
			}
		}
		err += unit * (2*math.Abs(logZ) + spread + terms(len(logf)))
		return logZ
	}
	v = logZ(last) - logZ(first)
	return v, err + unit*math.Abs(v)
}

// final is how far both divergences of the final states can be off: by what their
// slopes make of u's error, each cell's part of which is taken to be as large as its
// u, and its square; and by the rounding of p, of logarithms and of the sum.
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
	for x, p := range g.P {
		q, d := g.Q[x], g.d[x]
		if p == 0 || q <= 0 {
			continue
		}
		u := d / p
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
	err.Forward += sum*math.Abs(g.Final.Forward) + 4*e*e
	err.Reverse += sum*math.Abs(g.Final.Reverse) + 4*e*e
	return err
}
