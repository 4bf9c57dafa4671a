package ranking

import (
	"iter"
	"math"
	"slices"
	"strings"

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

// A Group is a setting: a target, or all draws of a random toy. Only the schedule and T
// differ in it.
type Group struct {
	Name    string    // what tells it from the others
	Job     sweep.Job // what its jobs share
	Targets int       // draws; 1 if nothing is random
}

// A Spread is the quartiles and the largest of some numbers; all the same if there is
// one number.
type Spread struct{ Q1, Q2, Q3, Max float64 }

func spread(xs []float64) Spread {
	slices.Sort(xs)
	return Spread{quantile(xs, 0.25), quantile(xs, 0.5), quantile(xs, 0.75), xs[len(xs)-1]}
}

// groups collects the contests of each group, and names the groups.
func groups(all []Contest) []Group {
	var out []Group
	for _, of := range GroupBy(all, func(c Contest) string { return groupKey(c.Job) }) {
		out = append(out, group(of))
	}
	name := namesAmong(out)
	for i := range out {
		out[i].Name = name(out[i].Job)
	}
	return out
}

// groupKey is a key that the jobs of a group share.
func groupKey(j sweep.Job) string {
	j.Seed, j.T = nil, 0
	return j.Family()
}

// group counts the draws of some contests.
func group(all []Contest) Group {
	g := Group{Job: all[0].Job}
	g.Job.Seed, g.Job.T = nil, 0
	for range GroupBy(all, func(c Contest) string { return c.Job.TargetKey() }) {
		g.Targets++
	}
	return g
}

// GroupBy yields the keys in the order in which each came first, with all items that have it.
func GroupBy[K comparable, V any](all []V, key func(V) K) iter.Seq2[K, []V] {
	var order []K
	of := map[K][]V{}
	for _, v := range all {
		k := key(v)
		if of[k] == nil {
			order = append(order, k)
		}
		of[k] = append(of[k], v)
	}
	return func(yield func(K, []V) bool) {
		for _, k := range order {
			if !yield(k, of[k]) {
				return
			}
		}
	}
}

// parts are the settings that may tell a group from others with its target.
var parts = []func(sweep.Job) string{
	func(j sweep.Job) string { return j.Kernel },
	func(j sweep.Job) string { return j.Bridge },
	func(j sweep.Job) string { return j.Initial },
	sweep.Job.Skipped,
	sweep.Job.ProgramName,
}

// namesAmong names a group by its target and by the settings in which some of the groups differ.
func namesAmong(all []Group) func(sweep.Job) string {
	var differ []func(sweep.Job) string
	for _, part := range parts {
		if slices.ContainsFunc(all, func(g Group) bool { return part(g.Job) != part(all[0].Job) }) {
			differ = append(differ, part)
		}
	}
	return func(j sweep.Job) string {
		words := []string{j.TargetName()}
		for _, part := range differ {
			if here := part(j); here != "" {
				words = append(words, here)
			}
		}
		return strings.Join(words, ", ")
	}
}

// names finds the name of a job's group.
func names(all []Group) func(sweep.Job) string {
	of := map[string]string{}
	for _, g := range all {
		of[groupKey(g.Job)] = g.Name
	}
	return func(j sweep.Job) string { return of[groupKey(j)] }
}
