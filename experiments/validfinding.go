package experiments

import (
	"fmt"
	"math"
)

// A finding is how far a law is off at most, and where: most in units of what is
// allowed there.
type finding struct {
	off, limit float64
	where      string
}

// see takes a deviation, and reports whether it is the largest so far, so that
// its place is to be told; NaN is larger than any.
func (f *finding) see(off float64) bool { return f.within(off, 1, 0) }

// within is see for a deviation that has its own limit, above 0, or the slack there if
// that is larger.
func (f *finding) within(off, limit, slack float64) bool {
	if slack > limit {
		limit = slack
	}
	over, most := off/limit, 0.0
	if f.limit > 0 {
		most = f.off / f.limit
	}
	if over > most || math.IsNaN(over) && !math.IsNaN(most) {
		f.off, f.limit = off, limit
		return true
	}
	return false
}

// at tells the place of the largest deviation.
func (f *finding) at(format string, args ...any) { f.where = fmt.Sprintf(format, args...) }

// law is the finding as one, of the same limit everywhere.
func (f finding) law(name string, limit float64) Law {
	f.limit = limit
	return f.lawWithin(name, limit)
}

// lawWithin is the finding as a law whose limits within was told; limit is that
// where nothing was off.
func (f finding) lawWithin(name string, limit float64) Law {
	if f.limit > 0 || f.off > 0 || math.IsNaN(f.off) {
		limit = f.limit
	}
	return Law{Name: name, OK: f.off <= limit, Value: f.off, Limit: limit, Witness: f.where}
}

// The slack is how far each entry of the rows may be off. A law that is relative
// to a mass is then held to what that makes of it, cell by cell: below, d is what
// is off, |d(x,y)| <= slack.

// slackInto is how far pT may be from p in cell y, relative to p(y): sum_x p(x)
// d(x,y) is slack at most.
func (s Candidate) slackInto(p float64) float64 { return s.Slack / max(p, underflow) }

// slackFlow is how far the flows between x and y may be apart: p(x) d(x,y) and
// p(y) d(y,x). A flow from x to itself, and what the n other entries of a row leave of it
// in the reversal, may be apart by what pT is and by n entries.
func (s Candidate) slackFlow(p []float64, x, y int) float64 {
	if x == y {
		return s.Slack * (1 + float64(len(p))*p[x])
	}
	return s.Slack * (p[x] + p[y])
}

// slackOver is how far a mean over a chain of so many steps may be off: at each, a
// row of n entries.
func (s Candidate) slackOver(steps int) float64 {
	return s.Slack * float64(steps*s.Grid.Size())
}
