package cause

import "math"

const (
	byRatio    = "accept, say, with min(1, f(y) q(y,x)/(f(x) q(x,y))), where q is the probability of proposing"
	moreOneWay = "moves are proposed more often one way than back, and the acceptance forgets that ratio (Hastings)"
	wrongWay   = "the ratio of the proposals (Hastings) is the wrong way round"
)

// hastings lists what goes wrong with Hastings' ratio. With Q = q(x,y)/q(y,x), where q is the probability of proposing,
// and R = f(x) T(x,y)/(f(y) T(y,x)), a step that accepts by the odds f(y)/(f(x) Q^s) has R = Q^(1-s), whether it is of
// Metropolis or of Barker. It is right if s is 1.
var hastings = []struct {
	Cause
	power func(beta float64) float64 // 1-s
}{
	{Cause{Name: "hastings", Says: moreOneWay, Advice: byRatio, Ratio: "is missing"},
		func(float64) float64 { return 1 }},
	{Cause{Name: "upside-down", Says: wrongWay, Advice: byRatio, Ratio: "is the wrong way round"},
		func(float64) float64 { return 2 }},
	{Cause{Name: "ratio-squared", Says: "the ratio of the proposals (Hastings) is squared", Advice: byRatio,
		Ratio: "is squared"}, func(float64) float64 { return -1 }},
	{Cause{Name: "ratio-by-beta", Says: "the ratio of the proposals (Hastings) is taken to the power beta, as if it " +
		"were in f", Advice: "multiply log f alone by beta, and then add log(q(y,x)/q(x,y)), where q is the " +
		"probability of proposing", Ratio: "is taken to the power beta"},
		func(beta float64) float64 { return 1 - beta }},
}

// byProposals finds what is wrong with Hastings' ratio, if that explains the flows of all pairs of cells, and no other
// mistake and no temperature does. It needs rows whose proposals are known. If the only moves with a ratio are never
// proposed back, any of the mistakes accepts them, and the ratio is said to be left out.
func byProposals(c Case) (found *Cause) {
	var all []flow
	known := hastings[:1]
	for _, l := range c.Levels {
		if l.Proposed == nil || !l.onlyUnbalanced() {
			return nil
		}
		of, ok := l.flows()
		if !ok || !l.accepts() {
			return nil
		}
		all = append(all, of...)
	}
	steepest := flow{}
	for _, f := range all {
		if math.Abs(f.logQ) > f.off && !math.IsInf(f.logQ, 0) {
			known = hastings
		}
		if math.Abs(f.odds) > math.Abs(steepest.odds) {
			steepest = f
		}
	}
	if fit(all, func(f flow) float64 { return f.odds * steepest.logR / steepest.odds }) {
		return nil
	}
	for _, h := range known {
		if !fit(all, func(f flow) float64 { return h.power(f.beta) * f.logQ }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &h.Cause
	}
	return found
}

// A flow has the logs of R, of Q and of f(x)/f(y) for a pair of cells at a level, and the error of log R. Both R and Q
// are 0 or infinite if no move is proposed one way.
type flow struct{ beta, logR, logQ, odds, off float64 }

// fit reports whether log R is as expected of all pairs.
func fit(all []flow, expected func(f flow) float64) bool {
	for _, f := range all {
		if want := expected(f); f.logR != want && !(math.Abs(f.logR-want) <= f.off) {
			return false
		}
	}
	return true
}

// accepts reports whether a move is accepted or refused: a step that accepts nothing forgets no ratio.
func (l Level) accepts() bool {
	for e := range l.Exchanges() {
		if e.There.Told || e.Back.Told {
			return true
		}
	}
	return false
}

// smallest is the least probability with relative precision, and deepest the log of a ratio that may be less.
const smallest, deepest = 1e-290, 600

// flows returns the flows between all pairs of cells whose probabilities are large enough. It returns false if a move
// has no way back, and nobody knows how often it is proposed.
func (l Level) flows() (all []flow, ok bool) {
	for e := range l.Exchanges() {
		odds := l.logRatio(e.Y, e.X)
		off := max(1e-9, 2*l.rounding())
		switch least := min(e.There.P, e.Back.P); {
		case least < smallest && math.Abs(odds) > deepest:
			continue
		case least <= 0 && !e.There.Told && !e.Back.Told:
			return nil, false
		case least > 0:
			off += float64(l.Tolerance) * (1/e.There.P + 1/e.Back.P)
		}
		all = append(all, flow{l.Beta, odds + math.Log(e.There.P/e.Back.P), math.Log(e.There.Q / e.Back.Q), odds, off})
	}
	return all, true
}
