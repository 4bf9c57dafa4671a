package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
)

// Measured answers BREAD's question: how far the distribution of the samples is from the target (J), and how far the
// bound says it is (B).
type Measured struct {
	T     int
	Q     []float64  // the distribution of the forward chain's last state
	P     []float64  // p_T
	Final Divergence // between Q and p_T; its sum is J
	Paths Divergence // between forward paths and reverse paths; its sum is B
	LogR  float64    // log Z_T/Z_1

	logp []float64 // log p_T
	logq []float64 // log Q over intervals, if J needs masses of Q that are faint; otherwise nil
	d    []float64 // Q - P as it was carried along; to subtract P from Q would lose digits

	rounding float64 // the largest J that rounding explains
	plain    bool    // both distributions were pushed as they are, over floats (setPlain)
}

// J returns the Jeffreys divergence between Q and p_T (BREAD, Eq. 12).
func (g Measured) J() float64 { return g.Final.Jeffreys() }

// B returns the expectation of BREAD's bound, E_rev[log w] - E_fwd[log w] (Eq. 21).
func (g Measured) B() float64 { return g.Paths.Jeffreys() }

// FwdLogW returns E_fwd[log w], a lower bound of log R (Eq. 7).
func (g Measured) FwdLogW() float64 { return g.LogR - g.Paths.Forward }

// RevLogW returns E_rev[log w], an upper bound of log R (Eq. 10).
func (g Measured) RevLogW() float64 { return g.LogR + g.Paths.Reverse }

// Rounding returns the largest J that rounding explains, up to which J is 0.
func (g Measured) Rounding() float64 { return g.rounding }

// WithoutCells returns g without Q and P, so that its memory does not grow with the number of cells.
func (g Measured) WithoutCells() Measured {
	g.Q = nil
	g.P = nil
	g.logp = nil
	g.logq = nil
	g.d = nil
	return g
}

// started returns what is known of an annealing before its chains run.
func started(a chains.Annealing) Measured {
	first, last := a.Ends()
	return Measured{T: a.T(), LogR: chains.LogSum(last) - chains.LogSum(first), rounding: negligible}
}

// setEnds sets the distributions at the end, and J between them.
func (g *Measured) setEnds(a chains.Annealing, q []float64) {
	_, last := a.Ends()
	v := vectors(len(last), 3)
	g.P, g.logp = v[0], v[1]
	chains.NormalizeLog(g.P, g.logp, last)
	g.Q, g.logq = q, nil
	g.d = floats.SubTo(v[2], g.Q, g.P)
	g.setFinal()
}

// setFinal sets the divergences between Q and P.
func (g *Measured) setFinal() {
	if g.logq != nil {
		g.fromLogs()
	}
	g.Final = divergence(g.P, g.logp, g.d, g.Q, g.logq, g.rounding)
}

// fromLogs takes faint masses of Q from log Q.
func (g *Measured) fromLogs() {
	for x, logq := range g.logq {
		if !(g.Q[x] >= faint) {
			g.Q[x] = math.Exp(logq)
			g.d[x] = g.Q[x] - g.P[x]
		}
	}
}

// sound reports whether J and B are numbers.
func (g Measured) sound() bool { return !math.IsNaN(g.J() + g.B()) }

// needsLogs reports whether J needs the logarithms of masses of Q that are faint. A J that is infinite because the
// chain may end in a cell where p has no mass needs none. A q of 0 where p has mass does: only the logarithm tells a
// faint mass from none.
func (g *Measured) needsLogs() bool {
	if math.IsNaN(g.B()) || math.IsInf(g.Final.Forward, 1) {
		return false
	}
	return math.IsNaN(g.J()) || g.faintCounts()
}

// faintCounts reports whether faint masses of Q may count in J. They add at most p times deepest nats for each cell.
func (g *Measured) faintCounts() bool {
	most := 0.0
	for x, q := range g.Q {
		if !(q >= faint) && !math.IsInf(g.logp[x], -1) {
			most += g.P[x] * deepest
		}
	}
	rest := g.J() - most // of J, without these terms
	return most > leastShare*rest || (most > 0 && math.IsInf(g.J(), 1))
}

// faint bounds the masses that may have lost digits in pushes. A NaN counts as faint. A mass below 2^-1022 has lost
// some, and one above it may be a sum of such masses. Each loses 2^-1075 at most, and all of a million levels of a
// thousand moves 1e-314, which is nothing beside 1e-290.
const faint = 1e-290

// HasFaint reports whether a distribution, given by its masses and their logarithms, has a faint mass. Such a mass may
// count: a cell of mass e^-900 may have all of the target. A distribution that is found by its logarithm is right
// there; one that is summed over runs or pushed as masses lacks it.
func HasFaint(masses, logs []float64) bool {
	for x, p := range masses {
		if p < faint && !math.IsInf(logs[x], -1) {
			return true
		}
	}
	return false
}

// whyInfinite returns a sentence on the cell that makes J infinite, or nothing if J is finite.
func (g Measured) whyInfinite(a chains.Annealing) string {
	logq := g.logq
	if logq == nil {
		logq = chains.LogMasses(g.Q)
	}
	return g.Final.WhyInfinite(logq, g.P, g.logp, a.Grid.Name)
}
