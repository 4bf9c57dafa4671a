package sample

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// FwdLogW estimates E_fwd[log w], a lower bound of log R (BREAD, Eq. 7).
func (r Runs) FwdLogW() Estimate {
	e := r.restored(mean(r.Forward.LogW))
	e.Warning = lost(r.Forward.LogW, "forward chains met a cell without mass, and their log weight is -Inf")
	return e
}

// RevLogW estimates E_rev[log w], an upper bound of log R (Eq. 10).
func (r Runs) RevLogW() Estimate {
	e := r.restored(mean(r.Reverse.LogW))
	e.Warning = lost(r.Reverse.LogW, "reverse chains came from a cell without mass, and their log weight is +Inf")
	return e
}

// B estimates B = E_rev[log w] - E_fwd[log w] (Eq. 21).
func (r Runs) B() Estimate {
	r.Rise = 0 // both means have it
	return sum(r.RevLogW(), minus(r.FwdLogW()))
}

// LowerLogR is the log of the forward mean of w. It is a stochastic lower bound of
// log R: its expectation is at most log R, and the probability that it exceeds log R by
// b is below exp(-b) (Section 2.2).
func (r Runs) LowerLogR() Estimate { return r.restored(r.w().logMean()) }

// UpperLogR is minus the log of the reverse mean of 1/w, a stochastic upper bound of
// log R in the same sense (Section 2.3).
func (r Runs) UpperLogR() Estimate { return r.restored(minus(r.invW().logMean())) }

// restored adds r.Rise, which the log weights lack, to an estimate of log R.
func (r Runs) restored(logR Estimate) Estimate {
	logR.Value += r.Rise
	return logR
}

// MeanW estimates E_fwd[w] Z_1/Z_T, given log R = log Z_T/Z_1. The truth is 1, or less
// if the target has mass that no forward chain can reach.
func (r Runs) MeanW(logR float64) Estimate { return r.w().meanOver(logR - r.Rise) }

// MeanInvW estimates E_rev[1/w] Z_T/Z_1, given log R. The truth is 1, or less if p_1
// has mass that is lost on the way.
func (r Runs) MeanInvW(logR float64) Estimate { return r.invW().meanOver(r.Rise - logR) }

// RMSEFwd estimates the root mean squared error of log w, forward, as an estimate of log R.
func (r Runs) RMSEFwd(logR float64) Estimate { return rmse(r.Forward.LogW, logR-r.Rise) }

// RMSERev is RMSEFwd in reverse.
func (r Runs) RMSERev(logR float64) Estimate { return rmse(r.Reverse.LogW, logR-r.Rise) }

func rmse(logw []float64, logR float64) Estimate {
	e := meanOf(len(logw), func(i int) float64 { return (logw[i] - logR) * (logw[i] - logR) }).root()
	e.Warning = lost(logw, "log weights are infinite, and so is their error")
	return e
}

// ESS estimates E_fwd[w]²/E_fwd[w²], the effective sample size of one weight (Kish).
// For n chains it is between 1/n and 1, or 0, with a warning, if all weights are 0.
// Without a warning it is more often too high than too low; see the package's
// documentation.
func (r Runs) ESS() Estimate { return r.w().kish() }

// Warnings returns each warning of any of the estimates once.
func (r Runs) Warnings() []string {
	var all []string
	for _, e := range []Estimate{r.FwdLogW(), r.LowerLogR(), r.RevLogW(), r.UpperLogR()} {
		for s := range strings.SplitSeq(e.Warning, "; ") {
			if s != "" && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// w returns the forward weights, beside the reverse ones.
func (r Runs) w() scaled {
	p := newScaled(r.Forward.LogW, 1, "forward weights")
	p.checkMissing(r.Reverse.LogW, "forward weights")
	return p
}

// invW returns 1/w of the reverse chains, beside the forward ones.
func (r Runs) invW() scaled {
	p := newScaled(r.Reverse.LogW, -1, "inverse reverse weights")
	p.checkMissing(r.Forward.LogW, "inverse reverse weights")
	return p
}

// lost returns a warning that counts the infinite log weights, or "" if there are none.
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
