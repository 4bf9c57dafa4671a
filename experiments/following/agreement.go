package following

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/chains/learn"
	"breadboard/grid/text"
)

// freeMoves is the number of moves, or of runs, of a person's code as it stands that are compared with its ways, and
// disagreeing the p-value at which they disagree.
const (
	freeMoves   = 2000
	disagreeing = 1e-6
)

// none is the number of no outcome.
const none = -1

// An agreement compares outcomes with the probabilities that they have by ways. Outcomes of about the same probability
// are counted together, stays apart: of the thousands of moves that a step has each is made too seldom. So a difference
// among moves that are as probable as each other does not show.
type agreement struct {
	n        int
	seen     map[bin]int
	expected map[bin]float64
}

// A bin has outcomes of about one probability.
type bin struct {
	stays  bool
	octave int // of the probability, in quarters
}

// binOf returns the bin of an outcome.
func binOf(p float64, stays bool) bin { return bin{stays, int(math.Floor(4 * math.Log2(p)))} }

// expect adds a distribution of which outcomes are drawn some times; stay is the one that is told apart, or none of
// them.
func (a *agreement) expect(p []float64, stay, times int) {
	if a.seen == nil {
		a.seen = map[bin]int{}
		a.expected = map[bin]float64{}
	}
	a.n += times
	for y, v := range p {
		if v > 0 {
			a.expected[binOf(v, y == stay)] += v * float64(times)
		}
	}
}

// see adds an outcome with its probability. It reports whether that is possible: what is as unlikely as one in 10^9 is
// seen once in a million agreements.
func (a *agreement) see(p float64, stays bool) bool {
	if p > 0 {
		a.seen[binOf(p, stays)]++
	}
	return p > 1e-9
}

// counts returns the counts of all bins, and their probabilities.
func (a *agreement) counts() (counts []int, q []float64) {
	bins := slices.SortedFunc(maps.Keys(a.expected), func(b, c bin) int {
		return cmp.Or(cmp.Compare(b.octave, c.octave), cmp.Compare(fmt.Sprint(b.stays), fmt.Sprint(c.stays)))
	})
	total := 0.0
	for _, b := range bins {
		total += a.expected[b]
	}
	for _, b := range bins {
		counts = append(counts, a.seen[b])
		q = append(q, a.expected[b]/total)
	}
	return counts, q
}

// p returns the p-value that the outcomes have the probabilities of the ways.
func (a *agreement) p() float64 {
	p, _ := evidence.Deep(a.counts())
	return p
}

// shown returns the difference in total variation between bins that would have shown, nine times in ten.
func (a *agreement) shown() float64 {
	return math.Sqrt(evidence.Noncentrality(a.df(), disagreeing) / (4 * float64(a.n)))
}

// df returns the degrees of freedom of the test, of bins that expect enough.
func (a *agreement) df() int { return max(1, min(len(a.expected), a.n/25)-1) }

// missing returns how many more outcomes are needed to show a difference; 0 if it would have shown.
func (a *agreement) missing(reach float64) int {
	if reach <= 0 || a.shown() <= reach {
		return 0
	}
	return int(math.Ceil(evidence.Noncentrality(a.df(), disagreeing)/(4*reach*reach))) - a.n + 1
}

// ofLoops bounds the probability of ways through loops that go otherwise than runs that were foretold.
func (a account) ofLoops() float64 { return math.Log(1/learn.Alpha) / float64(a.foretold) }

// sum adds what is known of another update of a scan.
func (a *account) sum(b account) {
	a.ways += b.ways
	a.foretold += b.foretold
	a.learnt += b.learnt
	a.fresh = b.fresh
	a.levels = b.levels
	a.eps += b.eps
	a.putBack = a.putBack || b.putBack
}

// known says what was followed and learnt, in sentences.
func (a account) known() (all []string) {
	switch {
	case a.learnt > 0:
		at := ""
		if a.levels > 1 {
			at = fmt.Sprintf(" at each of %d betas", a.levels)
		}
		all = append(all, fmt.Sprintf("learnt: %s ways, found in %s runs whose random numbers were told; %s with "+
			"fresh ones all ended as the ways say%s: with 95%% confidence what they leave out has a probability of "+
			"less than %.1g together",
			text.Thousands(a.ways), text.Thousands(a.learnt), text.Count(a.fresh, "run"), at, a.eps))
		if a.levels > 1 {
			all = append(all, fmt.Sprintf("after a step at each, q is known to some %.1g in total variation",
				2*a.eps*float64(a.levels)))
		}
	case a.ways > 0:
		all = append(all, fmt.Sprintf("followed: %s ways, each twice", text.Thousands(a.ways)))
	}
	if a.putBack {
		all = append(all, "what your step holds was put back after each run, and its rows do not depend on it")
	}
	if a.foretold > 0 {
		all = append(all, fmt.Sprintf("%s through loops were foretold, and with 95%% confidence ways that go "+
			"otherwise have together less than %.2g", text.Count(a.foretold, "run"), a.ofLoops()))
	}
	return all
}

// An Evidence has what is known of each update of a step.
type Evidence []updateEvidence

// An updateEvidence has what was followed or learnt, how many free runs agree with it, and the difference that they
// show.
type updateEvidence struct {
	account
	compared int
	shown    float64
}

// Plus returns what is known by other rows of the step, too. Free runs are compared with the rows of each by
// themselves, so that the largest difference is said which they show.
func (e Evidence) Plus(f Evidence) Evidence {
	if e == nil {
		return f
	}
	all := slices.Clone(e)
	for k, b := range f {
		a := &all[k]
		a.sum(b.account)
		a.fresh = cmp.Or(min(e[k].fresh, b.fresh), max(e[k].fresh, b.fresh))
		a.levels = e[k].levels + b.levels
		a.eps = max(e[k].eps, b.eps)
		a.compared += b.compared
		a.shown = max(a.shown, b.shown)
	}
	return all
}

// InWords says it; "" of rows that were told. Of several updates it has the sums of what was followed and of what was
// learnt, and the least that free runs show.
func (e Evidence) InWords() string {
	if len(e) == 1 {
		return strings.Join(append(e[0].known(), agreed(e[0].compared, e[0].shown)...), "; ")
	}
	var followed, learnt account
	compared := math.MaxInt
	shown := 0.0
	for _, u := range e {
		compared = min(compared, u.compared)
		shown = max(shown, u.shown)
		if u.learnt > 0 {
			learnt.sum(u.account)
		} else {
			followed.sum(u.account)
		}
	}
	all := []string{fmt.Sprintf("a scan of %s, each by itself", text.Count(len(e), "update"))}
	all = append(all, followed.known()...)
	all = append(all, learnt.known()...)
	all = append(all, agreed(compared, shown)...)
	return strings.Join(all, "; ")
}

// agreed says how many free runs agree with the ways, and what would have shown.
func agreed(runs int, shown float64) []string {
	if runs == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s free runs agree, as a check that shows differences of %.1g", text.Thousands(runs),
		shown)}
}

// inWords says what was followed, and what agrees with it.
func (a account) inWords(free agreement) string {
	return strings.Join(append(a.known(), agreed(free.n, free.shown())...), "; ")
}
