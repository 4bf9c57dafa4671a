// Package draws judges cells that a sampler drew by the distribution p that they should have.
//
// Draws are independent if a person says so, or if each is a chain of its own. Their counts are then tested
// (independent.go). All others are draws of chains, each in the order of time. A draw and the next of its chain are a
// move, and the judge of moves bets on pT = p (chain.go, package validation): each row of counts weighs as p says, and
// not as often as a chain was there. So a right chain is not accused wherever it began and however slow it is, nor
// every k-th draw of it. How far from p it ends follows from the counted rows, once each part of the cells was left ten
// times (parts.go).
//
// All of that holds for a chain whose next cell depends on the last alone. Where draws remember more, as those of
// walkers that take turns in one chain do, nothing is known (memory.go).
package draws

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid"
)

// Level is the largest p-value that accuses.
const Level = 0.0001

// Fits, Differs and Unclear are the verdicts.
const (
	Fits    = "no difference seen"
	Differs = "not draws of p"
	Unclear = "cannot tell"
)

// A Sample has the draws of one sampler, by chain and in order. Its name is unique in its file.
type Sample struct {
	Name   string
	Chains [][]int32
}

// A Result compares a sample with p.
type Result struct {
	Name        string    `column:"sample,some"`
	Chains      int       `column:"chains"`
	N           int       `column:"draws"`
	Independent bool      `column:"independent"`
	Impossible  int       `column:"impossible"` // draws where p is 0
	P           float64   `column:"p_value"`    // times the number of samples; NaN if nothing is known
	Verdict     string    `column:"verdict"`
	Why         string    `column:"why,some"` // what accuses, what is needed, or that p is small
	Reach       float64   `column:"reach"`    // of draws that fit: a bound of the total variation
	Target      []float64 `column:"p"`
	Q           []float64 `column:"q"` // the shares of all draws
}

// Judge compares samples with the density exp(logf) on g. A draw where p is 0 is certainly not a draw of p. If ctx
// ends, it returns the results so far.
func Judge(ctx context.Context, g grid.Grid, logf []float64, samples []Sample, independent bool) (all []Result) {
	p := chains.Normalized(logf)
	for _, s := range samples {
		if ctx.Err() != nil {
			break
		}
		r := Result{Name: s.Name, Chains: len(s.Chains), Target: p, P: math.NaN(), Reach: math.NaN()}
		counts, impossible := r.count(s)
		r.Independent = independent || r.Chains == r.N
		switch level := Level / float64(len(samples)); {
		case r.Impossible > 0:
			r.P = 0
			r.Verdict = Differs
			r.also("a draw is in %s, where p is 0", laws.Cell(g, impossible))
		case r.Independent:
			r.judgeCounts(g, counts, level)
		default:
			r.judgeMoves(g, logf, s.Chains, level)
		}
		r.P = min(1, r.P*float64(len(samples)))
		if heaviest := slices.Max(p); 1-heaviest < 1e-15 && r.Verdict != Fits {
			r.also("%s has all of p, to rounding; if it should not, the target has f in place of log f",
				laws.Cell(g, slices.Index(p, heaviest)))
		}
		if r.Verdict == Fits {
			r.Why = evidence.Caution(r.P, Level, "samplers", "draws")
		}
		all = append(all, r)
	}
	return all
}

// count counts all draws. It returns the counts by cell, and a cell of a draw where p is 0, if there is one.
func (r *Result) count(s Sample) (counts []int, impossible int) {
	counts = make([]int, len(r.Target))
	for _, x := range slices.Concat(s.Chains...) {
		counts[x]++
		r.N++
		if r.Target[x] == 0 {
			r.Impossible++
			impossible = int(x)
		}
	}
	for _, n := range counts {
		r.Q = append(r.Q, float64(n)/float64(r.N))
	}
	return counts, impossible
}

// unclear sets the verdict if the draws cannot tell, and why.
func (r *Result) unclear(why string, args ...any) {
	r.Verdict = Unclear
	r.P = math.NaN()
	r.Why = fmt.Sprintf(why, args...)
}

// also adds a sentence to the reason.
func (r *Result) also(says string, args ...any) {
	r.Why = strings.TrimPrefix(r.Why+"; "+fmt.Sprintf(says, args...), "; ")
}

// Status says whether the draws are of p, as far as that is known.
func (r Result) Status() laws.Status {
	switch {
	case r.Verdict == Differs:
		return laws.Wrong
	case r.Why != "":
		return laws.NotEnough
	}
	return laws.Right
}

// Doubts returns why it is not sure that the draws are p's: they cannot tell, or p is small.
func (r Result) Doubts() []laws.Doubt {
	switch {
	case r.Status() != laws.NotEnough:
		return nil
	case r.Verdict == Fits:
		return []laws.Doubt{{Code: "small_p", Number: r.P, Says: r.Why}}
	}
	return []laws.Doubt{{Code: "cannot_tell", Number: math.NaN(), Says: r.Why}}
}

// Words returns the verdict in words, with the reason and the reach.
func (r Result) Words() string {
	says := r.Verdict
	if r.Why != "" {
		says += ": " + r.Why
	}
	switch {
	case r.Verdict == Differs:
		says += fmt.Sprintf(" (p = %.2g)", r.P)
	case math.IsNaN(r.Reach):
	case r.Independent:
		says += fmt.Sprintf("; a distribution that is %.2g or more from p in total variation would show in 9 of 10 "+
			"such samples, if the difference is in cells of 25 draws or more", r.Reach)
	default:
		says += fmt.Sprintf("; in the long run the chains are within %.2g of p in total variation", r.Reach)
	}
	return says
}
