package ranking

import (
	"math"
	"slices"
	"strings"

	"breadboard/chains/evidence"
	"breadboard/experiments"
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
	WinsJ, WinsB   int // on how many draws J or B is the least among the draw's rivals, likewise; 0 if there are none
}

// A Draw has the numbers of one draw. Those that do not exist are NaN. A J that is rounding is 0.
type Draw struct {
	Seed               *uint64 // nil if nothing is random
	J, B, OverJ, OverB float64
}

// A match names a contest: a draw of a target, or the target over all its draws, T, and the steps a level; or the
// evaluations in place of both. Its rivals have these in common.
type match struct {
	target            string
	T, repeat, budget int
}

// Match is the same for outcomes that compete.
func (o Outcome) Match() any { return matchOf(Target.Of(o.Job), o.Job) }

func matchOf(target string, j sweep.Job) match {
	if j.Budget > 0 {
		return match{target: target, budget: j.Budget}
	}
	return match{target: target, T: j.T, repeat: j.Repeat}
}

// outcomes collects rows, in their order. Rows compete if they have the same draw of a target and
// the same T and steps a level, or the same evaluations, whatever else differs: two kernels do, two T do not.
func outcomes(rows []*sweep.Row) (all []Outcome) {
	type key struct {
		family, schedule string
		T, budget        int
	}
	rivals := map[match][]*Draw{}
	for _, of := range experiments.GroupBy(rows, func(r *sweep.Row) key {
		j := r.Job
		j.Seed = nil
		return key{j.Family(), j.Schedule, j.T, j.Budget}
	}) {
		o := Outcome{Job: of[0].Job}
		o.Job.Seed = nil
		for _, r := range of {
			d := &Draw{Seed: r.Job.Seed, J: r.At("J"), B: r.At("B")}
			m := matchOf(r.Job.TargetKey(), r.Job)
			o.Draws = append(o.Draws, d)
			rivals[m] = append(rivals[m], d)
		}
		all = append(all, o)
	}
	inJ := func(d Draw) float64 { return d.J }
	inB := func(d Draw) float64 { return d.B }
	for _, match := range rivals {
		js := overLeast(match, inJ)
		bs := overLeast(match, inB)
		for i, d := range match {
			d.OverJ, d.OverB = js[i], bs[i]
		}
	}
	for i := range all {
		o := &all[i]
		o.J, o.B = o.spread(inJ), o.spread(inB)
		o.OverJ = o.spread(func(d Draw) float64 { return d.OverJ })
		o.OverB = o.spread(func(d Draw) float64 { return d.OverB })
		o.WinsJ = o.wins(func(d Draw) float64 { return d.OverJ })
		o.WinsB = o.wins(func(d Draw) float64 { return d.OverB })
	}
	least := map[any]Draw{} // medians, of each target at each T
	for _, o := range all {
		l, ok := least[o.Match()]
		if !ok {
			l = Draw{J: math.NaN(), B: math.NaN()}
		}
		least[o.Match()] = Draw{J: lesser(l.J, o.J.Q2), B: lesser(l.B, o.B.Q2)}
	}
	for i, o := range all {
		l := least[o.Match()]
		all[i].LeastJ = !math.IsNaN(o.OverJ.Q2) && order(o.J.Q2, l.J) == 0
		all[i].LeastB = !math.IsNaN(o.OverB.Q2) && order(o.B.Q2, l.B) == 0
	}
	return all
}

// overLeast are numbers of rivals over the least of them. A number without a rival has no quotient.
func overLeast(rivals []*Draw, of func(Draw) float64) []float64 {
	least, known := math.NaN(), 0
	quotients := make([]float64, len(rivals))
	for i, d := range rivals {
		if quotients[i] = of(*d); !math.IsNaN(quotients[i]) {
			least = lesser(least, quotients[i])
			known++
		}
	}
	for i, v := range quotients {
		quotients[i] = math.NaN()
		if known > 1 {
			quotients[i] = over(v, least)
		}
	}
	return quotients
}

func (o *Outcome) spread(of func(Draw) float64) Spread {
	var all []float64
	for _, d := range o.Draws {
		all = append(all, of(*d))
	}
	return spread(all)
}

// wins counts the draws in which a quotient over the least is 1, to nine digits.
func (o *Outcome) wins(over func(Draw) float64) (n int) {
	for _, d := range o.Draws {
		v := over(*d)
		if !math.IsNaN(v) && order(v, 1) == 0 {
			n++
		}
	}
	return n
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

// Varying returns the axes in which some outcomes differ, in the order of Axes. Initial densities are none of them if
// each target has its own alone: its name says which.
func Varying(all []Outcome) (some []Axis) {
	for _, a := range Axes {
		if a.Differs(all) && (a.Name != Initial.Name || !OwnInitials(all)) {
			some = append(some, a)
		}
	}
	return some
}

// Differs reports whether some outcomes have different names on the axis.
func (a Axis) Differs(all []Outcome) bool {
	return slices.ContainsFunc(all, func(o Outcome) bool { return a.Of(o.Job) != a.Of(all[0].Job) })
}

// OwnInitials reports whether the initial densities differ from target to target, and only so.
func OwnInitials(all []Outcome) bool {
	for _, of := range experiments.GroupBy(all, func(o Outcome) string { return Target.Of(o.Job) }) {
		if Initial.Differs(of) {
			return false
		}
	}
	return Initial.Differs(all)
}

// A Spread is the quartiles and the largest of some numbers; all the same if there is
// one number. NaN is no number, and all are NaN if there is none.
type Spread struct{ Q1, Q2, Q3, Max float64 }

func spread(xs []float64) Spread {
	xs = slices.DeleteFunc(xs, math.IsNaN)
	if len(xs) == 0 {
		return Spread{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
	}
	slices.Sort(xs)
	return Spread{evidence.Quantile(xs, 0.25), evidence.Quantile(xs, 0.5), evidence.Quantile(xs, 0.75), xs[len(xs)-1]}
}

// parts are the settings that may tell a group from others with its target.
var parts = []func(sweep.Job) string{Kernel.Of, sweep.Job.Steps, Bridge.Of, Initial.Of, sweep.Job.Skipped, Program.Of}

// groupNames names the group of a job: a target, or all draws of a random toy, in which only the schedule and T differ.
// Its name is that of the target, with the settings in which some of the groups differ; "" if it has no contest.
func groupNames(all []Contest) func(sweep.Job) string {
	key := func(j sweep.Job) string {
		j.Seed, j.T = nil, 0
		return j.Family()
	}
	var jobs []sweep.Job // the first of each group
	for _, of := range experiments.GroupBy(all, func(c Contest) string { return key(c.Job) }) {
		jobs = append(jobs, of[0].Job)
	}
	differ := slices.DeleteFunc(slices.Clone(parts), func(part func(sweep.Job) string) bool {
		return !slices.ContainsFunc(jobs, func(j sweep.Job) bool { return part(j) != part(jobs[0]) })
	})
	names := map[string]string{}
	for _, j := range jobs {
		words := []string{j.TargetName()}
		for _, part := range differ {
			words = append(words, part(j))
		}
		names[key(j)] = strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ", ")
	}
	return func(j sweep.Job) string { return names[key(j)] }
}
