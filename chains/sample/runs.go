package sample

import (
	"fmt"
	"math"
	"slices"
)

// FwdLogW estimates E_fwd[log w], a lower bound of log R (BREAD, Eq. 7).
func (r Runs) FwdLogW() Estimate {
	e := r.raised(mean(r.forward()))
	e.Warning = lost(r.Forward.LogW, "forward chains met a cell without mass, and their log weight is -Inf")
	return e
}

// RevLogW estimates E_rev[log w], an upper bound of log R (Eq. 10).
func (r Runs) RevLogW() Estimate {
	e := r.raised(mean(r.reverse()))
	e.Warning = lost(r.Reverse.LogW, "reverse chains came from a cell without mass, and their log weight is +Inf")
	return e
}

// B estimates B, the difference of the two: B-hat, averaged over chains.
func (r Runs) B() Estimate {
	r.Rise = 0 // both means have it
	return sum(r.RevLogW(), minus(r.FwdLogW()))
}

// LowerLogR is log of the mean of w forward, a stochastic lower bound: its
// expectation is at most log R, and it exceeds log R by b with probability below
// exp(-b) (Section 2.2).
func (r Runs) LowerLogR() Estimate { return r.raised(r.w().logMean()) }

// UpperLogR is minus log of the mean of 1/w in reverse, likewise an upper bound
// (Section 2.3).
func (r Runs) UpperLogR() Estimate { return r.raised(minus(r.invW().logMean())) }

func (r Runs) raised(logR Estimate) Estimate {
	logR.Value += r.Rise
	return logR
}

// MeanW estimates E_fwd[w] Z_1/Z_T, given log R = log Z_T/Z_1. It is 1 but where
// there is mass that no forward chain can come from: then it is less.
func (r Runs) MeanW(logR float64) Estimate { return r.w().meanOver(logR - r.Rise) }

// MeanInvW estimates E_rev[1/w] Z_T/Z_1, given log R. It is 1 but where mass is
// lost on the way: then it is less.
func (r Runs) MeanInvW(logR float64) Estimate { return r.invW().meanOver(r.Rise - logR) }

// ESS estimates E_fwd[w]²/E_fwd[w²], the effective sample size of one weight
// (Kish): in 1/n..1 for n chains, and 0, with a warning, where every weight is.
func (r Runs) ESS() Estimate { return r.w().kish() }

// Warnings is all that is to be said against any of the estimates.
func (r Runs) Warnings() []string {
	var all []string
	note := func(e Estimate) {
		for _, s := range clauses(e.Warning) {
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	if r.Forward.LogW != nil {
		note(r.FwdLogW())
		note(r.LowerLogR())
	}
	if r.Reverse.LogW != nil {
		note(r.RevLogW())
		note(r.UpperLogR())
	}
	return all
}

func (r Runs) w() pile {
	p := newPile(r.forward(), "forward weights")
	p.beside(r.Reverse.LogW, "forward weights")
	return p
}

func (r Runs) invW() pile {
	p := newPile(negated(r.reverse()), "inverse reverse weights")
	p.beside(negated(r.Forward.LogW), "inverse reverse weights")
	return p
}

func negated(xs []float64) []float64 {
	ys := make([]float64, len(xs))
	for i, x := range xs {
		ys[i] = -x
	}
	return ys
}

func (r Runs) forward() []float64 { return atLeastTwo(r.Forward.LogW, "forward") }

func (r Runs) reverse() []float64 { return atLeastTwo(r.Reverse.LogW, "reverse") }

// atLeastTwo panics where there are no chains to estimate from.
func atLeastTwo(logw []float64, direction string) []float64 {
	if len(logw) < 2 {
		panic(fmt.Sprintf("sample: an estimate from %d %s chains; at least 2 are to be run", len(logw), direction))
	}
	return logw
}

// lost is a warning that counts the infinite log weights, where there are any.
func lost(logw []float64, what string) string {
	n := 0
	for _, v := range logw {
		if math.IsInf(v, 0) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d %s", n, len(logw), what)
}
