package validation

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains/cause"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/grid/text"
)

// adjusted returns the p-values of tests, corrected for their number (Holm).
func adjusted(tests []test) []float64 {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = t.p
	}
	return evidence.Holm(p)
}

// afterLooks returns the corrected p-values of tests, of both looks if there was a second.
func afterLooks(tests []test) []float64 {
	p := adjusted(tests)
	for i, t := range tests {
		if t.first > 0 {
			p[i] = t.both
		}
	}
	return p
}

// settle judges the laws by tests, looks for a cause, and notes which faults the moves can find.
func (v *Validation) settle(ctx context.Context, tests []test, p plan) {
	v.Fault = p.Fault
	v.plan = p
	v.tests = tests
	v.judgeLaws()
	v.Laws = append(v.Laws, v.seenStructure()...)
	v.suspect(ctx)
	if p.drawn() {
		v.Budget = p.Budget
		v.MovesNeeded = roundUp(p.moves)
	}
	v.noteUnconnected()
	v.note("%v", p)
	v.noteTests()
}

// judgeLaws makes one finding for each law, of its test with the smallest p-value. A law that is kept is unclear if one
// of its tests has too few data. The finding is then of the test that lacks most data.
func (v *Validation) judgeLaws() {
	limit := v.plan.limit() // of every law, in the table, the verdict and the notes
	p := afterLooks(v.tests)
	for first, t := range v.tests {
		if v.finding(t.law) != nil {
			continue
		}
		worst, fewest := first, first
		for i, other := range v.tests {
			if other.law == t.law && p[i] < p[worst] {
				worst = i
			}
			if other.law == t.law && other.short > v.tests[fewest].short {
				fewest = i
			}
		}
		f := laws.Finding{Law: t.law, OK: p[worst] > limit, Value: p[worst], Limit: limit,
			Witness: v.tests[worst].witness}
		if few := v.tests[fewest]; f.OK && few.short > 1 {
			f.Unclear, f.Witness = true, few.unclear
			if f.Needs = v.needs(few); f.Needs > 0 {
				f.Witness += fmt.Sprintf(" (about %s moves in all)", text.Thousands(f.Needs))
			}
		}
		v.Laws = append(v.Laws, f)
	}
}

// needs returns how many moves like the seen ones a test with too few data needs; 0 if that is not known.
func (v *Validation) needs(t test) int {
	needs := t.short * float64(v.Moves)
	if v.plan.drawn() && !(needs <= v.plan.moves) {
		needs = v.plan.moves
	}
	return roundUp(needs)
}

// noteTests notes how the p-values of the laws are corrected.
func (v *Validation) noteTests() {
	p := v.plan
	looks, again := "", ""
	if p.looks > 1 {
		looks = fmt.Sprintf(" and %d looks (Bonferroni)", p.looks)
	}
	if p.again > 0 {
		by := p.twice()
		again = fmt.Sprintf("; one from %g to %g is asked again on fresh moves", by.Clear, by.Doubted)
	}
	v.note("values of these laws are p-values, corrected for %d tests (Holm)%s%s; a sound kernel is accused with "+
		"probability %g at most", len(v.tests), looks, again, p.limit())
}

// roundUp rounds up to two digits, and returns 0 for a number that is no int.
func roundUp(n float64) int {
	if !(n > 0 && n < math.MaxInt64/16) {
		return 0
	}
	unit := math.Pow(10, max(0, math.Floor(math.Log10(n))-1))
	return int(math.Ceil(n/unit) * unit)
}

// howSure returns a sentence on how sure it is that a law is broken; none if that is not a matter of chance.
func (v Validation) howSure(f laws.Finding) []string {
	if math.IsNaN(f.Value) || v.tests == nil {
		return nil
	}
	if f.Value == 0 {
		return []string{"no right kernel does that"}
	}
	p := v.plan
	say := fmt.Sprintf("the p-value is corrected for %d tests", len(v.tests))
	for _, t := range v.tests {
		if t.law == f.Law && t.both == f.Value && t.first > 0 {
			say += fmt.Sprintf(" (%.2g at first, and then asked again on fresh moves)", t.first)
		}
	}
	say += fmt.Sprintf(": a right kernel is accused with probability %g at most", f.Limit)
	if p.again == 0 && f.Value > p.twice().Clear {
		say += "; fresh moves would tell"
		if p.drawn() {
			say += ", as by another mc-seed"
		}
	}
	return []string{say}
}

// howClear returns the fault that the moves can find. If some laws are open, it returns how many moves decide all.
func (v Validation) howClear() string {
	n, needs := 0, 0
	for _, l := range v.Laws {
		if l.Unclear && !structural(l) {
			n++
			needs = max(needs, l.Needs)
		}
	}
	if n == 0 {
		return fmt.Sprintf(", enough to find a fault of %g", v.Fault)
	}
	say := fmt.Sprintf("; of %d there is not enough data to tell", n)
	switch {
	case v.stopped:
		say += fmt.Sprintf(": all laws take %s moves", text.Thousands(v.MovesNeeded))
	case v.Budget > 0:
		say += fmt.Sprintf(": all laws take %s moves, and %s are asked for at most; use fewer betas or fewer "+
			"cells", text.Thousands(v.MovesNeeded), text.Thousands(v.Budget))
	case needs > 0:
		say += fmt.Sprintf(": use about %s such moves", text.Thousands(needs))
	}
	return say
}

// mostLevelsKept bounds the levels whose moves are kept for a cause, evenly chosen.
const mostLevelsKept = 64

// suspect finds the likely cause of the laws that samples break.
func (v *Validation) suspect(ctx context.Context) {
	if v.OK() {
		return
	}
	if axis, stuck := v.stuck(); stuck {
		v.Cause = cause.Frozen()
		if slices.ContainsFunc(v.axes, func(a axisMoves) bool { return a.changed }) {
			v.Cause = cause.StuckOn(axis)
		}
		return
	}
	if !v.shared && v.tooLargeForCause() {
		return
	}
	c := cause.Case{Annealing: v.Candidate.Annealing}
	for _, l := range v.kept {
		c.Levels = append(c.Levels, cause.Level{Written: l.Written, Seen: l.all})
	}
	found, err := cause.Of(ctx, c)
	v.Cause = found
	if err != nil {
		v.LeftOut = append(v.LeftOut, "no cause is named: the time was over before all known causes were tried")
	} else if found == nil && v.shared {
		v.Cause = cause.Shared()
	}
}

// tooLargeForCause reports whether there are too many cells to look for a cause, and says so in v.Left.
func (v *Validation) tooLargeForCause() bool {
	n := v.Candidate.Grid.Size()
	if n > mostDiagnosed {
		v.LeftOut = append(v.LeftOut, fmt.Sprintf("no cause was looked for: %s cells are more than the %d on which "+
			"that takes seconds", text.Thousands(n), mostDiagnosed))
	}
	return n > mostDiagnosed
}
