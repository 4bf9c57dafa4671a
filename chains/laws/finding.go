package laws

import (
	"fmt"
	"math"
	"slices"
)

// A Finding records one look at a law: the largest deviation, the limit, and the place
// of the largest deviation.
type Finding struct {
	Law          Law
	OK           bool
	Value, Limit float64
	Witness      string // a state, a pair of states, a step or a path; "" if nothing is off
	Unclear      bool   // too few data to decide; OK is then true
	Needs        int    // if unclear, about how many moves would decide; 0 if that is unknown
}

// finding returns the Finding of a law that is off by this value.
func finding(l Law, off, limit float64, witness string, args ...any) Finding {
	return Finding{Law: l, OK: off <= limit, Value: off, Limit: limit, Witness: fmt.Sprintf(witness, args...)}
}

// String describes a broken law in a line.
func (f Finding) String() string {
	return fmt.Sprintf("%v: %s: off by %.3g, where %.3g is allowed", f.Law, f.Witness, f.Value, f.Limit)
}

// Worse reports whether f is further off than g. A broken law is worse than a kept
// one, whatever their values, since limits differ from level to level.
func (f Finding) Worse(g Finding) bool {
	if f.OK != g.OK {
		return !f.OK
	}
	return f.Value > g.Value || math.IsNaN(f.Value) && !math.IsNaN(g.Value)
}

// Broken returns the findings that are breaches.
func Broken(all []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(all), func(f Finding) bool { return f.OK })
}

// A Worst remembers the largest of many deviations, each in units of its own limit,
// and where it was. The zero value has seen none.
type Worst struct {
	off, limit float64
	where      string
}

// See takes a deviation of a law whose limit is the same everywhere. It reports
// whether the deviation is the largest so far; At then says where it is. NaN is larger
// than any.
func (w *Worst) See(off float64) bool { return w.seeWithin(off, 1) }

// seeWithin is See for a law that has its own limit, above 0, at each place.
func (w *Worst) seeWithin(off, limit float64) bool {
	over, most := off/limit, 0.0
	if w.limit > 0 {
		most = w.off / w.limit
	}
	if over > most || math.IsNaN(over) && !math.IsNaN(most) {
		w.off, w.limit = off, limit
		return true
	}
	return false
}

// At says where the largest deviation is.
func (w *Worst) At(format string, args ...any) { w.where = fmt.Sprintf(format, args...) }

// Finding returns the largest deviation that See saw, of a law that may be off by
// limit.
func (w Worst) Finding(l Law, limit float64) Finding {
	return Finding{Law: l, OK: w.off <= limit, Value: w.off, Limit: limit, Witness: w.where}
}

// findingWithin returns the largest deviation that seeWithin saw. Its limit is the one
// at the worst place, or this one if nothing was off.
func (w Worst) findingWithin(l Law, limit float64) Finding {
	if w.limit > 0 {
		limit = w.limit
	}
	return w.Finding(l, limit)
}

// A first remembers the largest deviation along a chain, and the first step where a
// deviation exceeded its limit.
type first struct {
	off, limit float64
	where      string
}

func (m *first) see(off, limit float64, format string, args ...any) {
	m.limit = max(m.limit, limit)
	if !(off <= limit) && m.where == "" {
		m.where = "first " + fmt.Sprintf(format, args...)
	}
	if off > m.off || math.IsNaN(off) {
		m.off = off
	}
}

func (m first) finding(l Law) Finding {
	return Finding{Law: l, OK: m.where == "", Value: m.off, Limit: m.limit, Witness: m.where}
}
