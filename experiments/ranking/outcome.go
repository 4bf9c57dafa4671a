package ranking

import (
	"math"
	"slices"

	"breadboard/experiments/sweep"
)

// An Outcome is one combination of the names of a sweep, over the draws of its target.
type Outcome struct {
	Job   sweep.Job // what the draws share; it has no seed
	Draws []*Draw   // one if nothing is random
	J, B  Spread    // over the draws
	// J and B over the least of the draw's rivals. NaN if there are none.
	OverJ, OverB Spread
	// Whether the median of J or of B is the least among the rivals, to nine digits. Several may
	// be equal.
	LeastJ, LeastB bool
}

// A Draw has the numbers of one draw. Those that do not exist are NaN. A J that is rounding is 0.
type Draw struct {
	Seed               *uint64 // nil if nothing is random
	J, B, OverJ, OverB float64
}

// A match names a contest: a draw of a target, or the target over all its draws, and T. Its rivals
// have these in common.
type match struct {
	target string
	T      int
}

// outcomes collects rows, in their order. Rows compete if they have the same draw of a target and
// the same T, whatever else differs: two kernels do, two T do not.
func outcomes(rows []*sweep.Row) (all []Outcome) {
	type key struct {
		family, schedule string
		T                int
	}
	places := map[key]int{} // in all
	rivals := map[match][]*Draw{}
	for _, r := range rows {
		j := r.Job
		j.Seed = nil
		k := key{j.Family(), j.Schedule, j.T}
		place, ok := places[k]
		if !ok {
			place = len(all)
			places[k] = place
			all = append(all, Outcome{Job: j})
		}
		d := &Draw{Seed: r.Job.Seed, J: r.At("J"), B: r.At("B"), OverJ: math.NaN(), OverB: math.NaN()}
		all[place].Draws = append(all[place].Draws, d)
		m := match{r.Job.TargetKey(), j.T}
		rivals[m] = append(rivals[m], d)
	}
	for _, match := range rivals {
		compare(match)
	}
	for i := range all {
		all[i].sumUp()
	}
	markLeast(all)
	return all
}

// compare divides the numbers of rivals by the least of them. A number without a rival has no
// quotient.
func compare(rivals []*Draw) {
	overLeast(rivals, func(d *Draw) (v float64, quotient *float64) { return d.J, &d.OverJ })
	overLeast(rivals, func(d *Draw) (v float64, quotient *float64) { return d.B, &d.OverB })
}

func overLeast(rivals []*Draw, of func(*Draw) (v float64, quotient *float64)) {
	least, known := math.NaN(), 0
	for _, d := range rivals {
		if v, _ := of(d); !math.IsNaN(v) {
			least = lesser(least, v)
			known++
		}
	}
	for _, d := range rivals {
		if v, quotient := of(d); known > 1 {
			*quotient = over(v, least)
		}
	}
}

// sumUp takes the quartiles over the draws.
func (o *Outcome) sumUp() {
	o.J, o.B = o.spread(func(d Draw) float64 { return d.J }), o.spread(func(d Draw) float64 { return d.B })
	o.OverJ = o.spread(func(d Draw) float64 { return d.OverJ })
	o.OverB = o.spread(func(d Draw) float64 { return d.OverB })
}

// spread is the spread of the numbers that exist; all NaN if none does.
func (o *Outcome) spread(of func(Draw) float64) Spread {
	var known []float64
	for _, d := range o.Draws {
		if v := of(*d); !math.IsNaN(v) {
			known = append(known, v)
		}
	}
	if known == nil {
		nan := math.NaN()
		return Spread{nan, nan, nan, nan}
	}
	return spread(known)
}

// Rivals reports whether others were run on this target at this T.
func (o Outcome) Rivals() bool { return !math.IsNaN(o.OverJ.Q2) || !math.IsNaN(o.OverB.Q2) }

// lesser is the smaller of two numbers; NaN counts for nothing.
func lesser(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

// markLeast marks the least medians among outcomes with rivals, of each target at each T.
func markLeast(all []Outcome) {
	of := func(o Outcome) match { return match{Target.Of(o.Job), o.Job.T} }
	least := map[match]Draw{}
	for _, o := range all {
		l, ok := least[of(o)]
		if !ok {
			l = Draw{J: math.NaN(), B: math.NaN()}
		}
		least[of(o)] = Draw{J: lesser(l.J, o.J.Q2), B: lesser(l.B, o.B.Q2)}
	}
	for i, o := range all {
		l := least[of(o)]
		all[i].LeastJ = !math.IsNaN(o.OverJ.Q2) && order(o.J.Q2, l.J) == 0
		all[i].LeastB = !math.IsNaN(o.OverB.Q2) && order(o.B.Q2, l.B) == 0
	}
}

// measured reports whether a row has a J or a B.
func measured(r *sweep.Row) bool { return !math.IsNaN(r.At("J")) || !math.IsNaN(r.At("B")) }

// Varying returns the axes in which some outcomes differ, in the order of Axes. Initial densities are none of them if
// each target has its own alone: its name says which.
func Varying(all []Outcome) (some []Axis) {
	for _, a := range Axes {
		if a.differs(all) && (a.Name != Initial.Name || !OwnInitials(all)) {
			some = append(some, a)
		}
	}
	return some
}

// differs reports whether some outcomes have different names on the axis.
func (a Axis) differs(all []Outcome) bool {
	return slices.ContainsFunc(all, func(o Outcome) bool { return a.Of(o.Job) != a.Of(all[0].Job) })
}

// ofTarget reports whether all outcomes of a target have the same initial density.
func ofTarget(all []Outcome) bool {
	for _, of := range GroupBy(all, func(o Outcome) string { return Target.Of(o.Job) }) {
		if Initial.differs(of) {
			return false
		}
	}
	return true
}

// OwnInitials reports whether the initial densities differ from target to target, and only so.
func OwnInitials(all []Outcome) bool { return Initial.differs(all) && ofTarget(all) }
