package validation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid/text"
)

// Verdict returns what is known of the kernel: first which laws are broken or that none is, then what else is wrong,
// and the likely cause last.
func (v Validation) Verdict() laws.Verdict {
	said := laws.Verdict{Broken: v.Broken()}
	switch {
	case len(said.Broken) > 0:
		v.accuse(&said)
	case v.BySamples:
		said.Say("%s breaks none of %d laws in %s moves", v.subject(), len(v.Laws), text.Thousands(v.Moves))
		v.sayReach(&said)
	case v.Candidate.Role == Sampler:
		said.Say("%s draws from p (largest error of a probability %.2g)", v.subject(), v.largestChange())
	default:
		if off, is := v.ByRounding(); is {
			kept := laws.AsSingle(off, laws.Tolerance(v.Candidate.Tolerance))
			said.Say("%s keeps p %s (largest error %.2g): %v", v.subject(), kept, off, v.Balance)
		} else {
			said.Say("%s keeps all %d laws: %v", v.subject(), len(v.Laws), v.Balance)
		}
		v.sayEarlier(&said)
	}
	also := "%s misses p by itself, and others mend that, as in a collapsed scan"
	if !v.KeepsP() {
		also = "%s misses p by itself too"
	}
	for _, other := range v.Others {
		said.Say(also, other)
	}
	if v.Followed != "" {
		said.Say("%s", v.Followed)
	}
	v.caution(&said)
	says := "judged by moves: " + v.WhyMoves
	switch {
	case v.Unsure:
		said.Doubt("hidden", "%s", says)
	case v.WhyMoves != "":
		said.Say("%s", says)
	}
	if r := v.Fit; r != nil && !r.OK() {
		worst := r.Worst()
		said.Broken = append(said.Broken, laws.Finding{Law: laws.FitsModel, Value: worst.P, Witness: worst.Name})
		said.Say("it does not fit %s: after steps of it, with new data between them, %s has another distribution than "+
			"in the model (Geweke's test, p = %.2g)", r.Model.Name, worst.Name, worst.P)
	}
	v.sayPeriod(&said)
	v.sayUnseen(&said)
	if v.Cause != nil {
		said.Say("likely cause: %s", v.Cause.Says)
	}
	return said
}

// subject returns what the verdict calls the kernel.
func (v Validation) subject() string { return cmp.Or(v.Candidate.Subject, v.Candidate.Name) }

// largestChange returns how far the probability of a cell is off at most, at the last level.
func (v Validation) largestChange() float64 {
	change := v.Last().Change
	return max(slices.Max(change), -slices.Min(change))
}

// sayUnseen doubts a verdict by what was not seen, or left out.
func (v Validation) sayUnseen(said *laws.Verdict) {
	if n := len(v.unconnectedLevels()); n > 0 && !slices.ContainsFunc(said.Broken, structural) {
		at := fmt.Sprintf("at beta = %.4g", v.Last().Beta)
		if len(v.Levels) > 1 {
			at = fmt.Sprintf("at %d of %d betas", n, len(v.Levels))
		}
		said.DoubtBy("unseen", float64(n), "not every cell was seen to lead to every other %s", at)
	}
	if v.stopped {
		said.DoubtBy("stopped", float64(len(v.Levels)), "stopped before the end, with moves at %d of %d betas",
			len(v.Levels), v.betas)
	}
	for _, says := range v.LeftOut {
		said.Doubt("left_out", "%s", says)
	}
}

// accuse says which law is broken and where, and how sure that is.
func (v Validation) accuse(said *laws.Verdict) {
	first := said.Broken[0]
	name := v.subject()
	if v.Cause != nil && v.Cause.Keeps != "" {
		said.Say("%s keeps %s exactly, and not f: step and target may use different conventions, of J, beta or "+
			"units, or it is wrong", name, v.Cause.Keeps)
	} else {
		said.Say("%s is wrong: it %s", name, v.fault(first.Law))
	}
	said.Say("%s", v.where(first))
	said.Say("it breaks %d of %d laws", len(said.Broken), len(v.Laws))
	for _, f := range said.Broken[1:] {
		if structural(f) {
			said.Say("%s", f.Witness)
		}
	}
	if structural(first) && v.Candidate.Given != nil {
		said.Say("one update of a sweep may do that: by the option partial it is judged as such")
	}
	if v.Tolerance > 0 {
		said.Say("if that is rounding, a tolerance of %.0e allows it", v.Tolerance)
	}
	switch {
	case math.IsNaN(first.Value) || v.seen == nil: // no matter of chance
	case first.Value == 0:
		said.Say("no right kernel does that")
	default:
		said.Say("a right kernel is accused with probability %g at most", first.Limit)
	}
}

// sayReach says what the moves would have shown.
func (v Validation) sayReach(said *laws.Verdict) {
	if v.Reach.Step < 1 { // something would have shown
		said.Say("a fault of one step above %.2g in total variation would have shown", v.Reach.Step)
	}
	f := v.finding(laws.SeenDraws)
	needs := float64(f.Needs)
	switch {
	case f.Unclear && v.stopped:
		said.DoubtBy("few_moves", needs, "that is not enough data to tell")
	case f.Unclear && v.Budget > 0:
		said.DoubtBy("few_moves", needs, "that is not enough data to tell: %s moves show %g, and %s are asked for at "+
			"most; use fewer betas or fewer cells", text.Thousands(f.Needs), v.sampling.Fault, text.Thousands(v.Budget))
	case f.Unclear:
		said.DoubtBy("few_moves", needs, "that is not enough data to tell: use about %s such moves, "+
			"to see a fault of %g", text.Thousands(f.Needs), v.sampling.Fault)
	case v.Candidate.Role == Sampler: // which makes no chain
	case math.IsNaN(v.Reach.Chain):
		said.Doubt("slow", "how far from p the chain is in the long run is not known: it mixes too slowly to say")
	default:
		said.Say("in the long run, without a memory, it is within %.2g of p in total variation", v.Reach.Chain)
	}
}

// sayEarlier says at which betas cells are apart, which they may be before the last beta, as the levels before and
// after make up for it, and whether that is unclear at the last.
func (v Validation) sayEarlier(said *laws.Verdict) {
	if f := v.finding(laws.Connected); f != nil && f.Unclear {
		said.Doubt("span",
			"whether every cell leads to every other is unclear, because masses span more than floats do")
	}
	if len(v.Levels) < 2 {
		return
	}
	var at []float64
	for _, l := range v.Levels {
		if l.broken()[laws.Connected] {
			at = append(at, l.Beta)
		}
	}
	if at != nil {
		said.Say("not every cell leads to every other at %d of %d betas, as at %.4g", len(at), len(v.Levels), at[0])
	}
}

// caution doubts laws of moves that are kept and whose p-value is small.
func (v Validation) caution(said *laws.Verdict) {
	for _, f := range v.Laws {
		if f.Law != laws.SeenDraws && f.Law != laws.SeenRows || !f.OK {
			continue
		}
		if caution := evidence.Caution(f.Value, alpha, "steps", "moves"); caution != "" {
			said.DoubtBy("small_p", f.Value, "%s (%s)", caution, f.Law)
		}
	}
}

// sayPeriod says the period of the chain at the last level, unless it has none, or too few moves are seen to tell: the
// ends of a line may be the only cells that break it.
func (v Validation) sayPeriod(said *laws.Verdict) {
	if len(v.Levels) == 0 {
		return
	}
	l := v.Last()
	p := l.Pattern
	if p == nil || p.Period <= 1 {
		return
	}
	how := "it"
	if v.BySamples {
		enough := l.moves >= max(v.movesToBeSure(), 100*len(p.Classes[0].States))
		if !enough || len(v.unconnectedLevels()) > 0 {
			return
		}
		how = fmt.Sprintf("in all of %s moves it", text.Thousands(l.moves))
	}
	say := fmt.Sprintf("at beta = %.4g %s goes round %d groups of cells in turn", l.Beta, how, p.Period)
	if v.OK() {
		say += ": its averages over time are right, and the distribution of its state never settles"
	}
	said.Say("%s", say)
}

// fault returns what the kernel does that breaks a law.
func (v Validation) fault(law laws.Law) string {
	switch law {
	case laws.Entries:
		return "has rows that are no probabilities"
	case laws.Sums:
		return "has rows that do not sum to 1"
	case laws.Walls, laws.SeenWalls:
		return "enters a cell without mass"
	case laws.Invariance, laws.EachCell, laws.SeenDraws:
		if v.Candidate.Role == Sampler {
			return "does not draw from p"
		}
		return "does not keep p"
	case laws.Again:
		return "has other rows when it is asked again"
	case laws.BatchAgrees:
		return "moves otherwise when it is asked for many states at once"
	case laws.MovesFollowRows:
		return "does not draw its moves from its rows"
	case laws.Connected:
		return "does not lead from every cell to every other"
	case laws.Declared, laws.SeenRows:
		return "is not the kernel that it claims to be"
	}
	return fmt.Sprintf("breaks %q", law)
}

// where returns the place where a law is broken most, with the p-value if that is a matter of chance.
func (v Validation) where(f laws.Finding) string {
	if !v.BySamples || math.IsNaN(f.Value) || f.Value == 0 {
		return f.Witness
	}
	if f.Value < 1e-99 {
		return f.Witness + " (p < 1e-99)"
	}
	return fmt.Sprintf("%s (p = %.2g)", f.Witness, f.Value)
}
