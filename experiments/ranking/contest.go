// Package ranking finds the best schedules of a sweep, by J and by B, and measures whether the
// two agree. Read contest.go first, then outcome.go and agreement.go.
//
// A Contest has the schedules that were run in one setting at one T. Its Tau compares their
// orders by J and by B; its Cost is the price of picking the schedule with the least B. A
// group has the draws of a target. An Agreement averages over the draws of a group
// at one T, with intervals by a bootstrap. A Summary has contests, and agreements with and without
// the schedules that were themselves chosen by J or B.
package ranking

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"breadboard/experiments"
	"breadboard/experiments/sweep"
)

// An Entry is a schedule in a contest. J is of the target's cell, and so is comparable
// between kernels. A J that is rounding alone is 0.
type Entry struct {
	Schedule string
	J, B     float64
}

// A Contest compares the schedules of a sweep that were run in one setting at one T.
type Contest struct {
	Job     sweep.Job // what the entries share; it has no schedule
	Entries []Entry
	Group   string // the name of its group
}

// sameDigits is the relative difference below which two numbers count as equal: J and B
// have nine promised digits.
const sameDigits = 1e-9

// order compares two numbers that are not NaN. Numbers that differ by round-off are
// equal.
func order(a, b float64) int {
	if math.Abs(a-b) <= sameDigits*max(math.Abs(a), math.Abs(b)) && !math.IsInf(a-b, 0) {
		return 0
	}
	return cmp.Compare(a, b)
}

func (e Entry) of(q experiments.Quantity) float64 {
	if q == experiments.B {
		return e.B
	}
	return e.J
}

// Winner is the entry with the least J or B, or the first of several that are equal to
// nine digits.
func (c Contest) Winner(q experiments.Quantity) Entry {
	best := slices.MinFunc(c.Entries, func(a, b Entry) int { return cmp.Compare(a.of(q), b.of(q)) })
	i := slices.IndexFunc(c.Entries, func(e Entry) bool { return order(e.of(q), best.of(q)) == 0 })
	return c.Entries[i]
}

// Cost is the price of choosing by B: the J of the schedule with the least B, over the
// least J. It is at least 1, and +Inf if only the least J is 0.
func (c Contest) Cost() float64 {
	return over(c.Winner(experiments.B).J, c.Winner(experiments.J).J)
}

// over is x over the least of several numbers that include x: 1 if both are 0 or both are
// infinite.
func over(x, least float64) float64 {
	if order(x, least) == 0 {
		return 1
	}
	return x / least
}

// Tau is Kendall's tau-b between the orders of J and of B: 1 if the two agree in every
// pair, -1 if they disagree in every pair, and in general
//
//	(agreeing - disagreeing) / sqrt((pairs not tied in J)(pairs not tied in B)).
//
// Numbers equal to nine digits are tied. It is NaN if all are tied in J or in B, because
// then there is no order.
func (c Contest) Tau() float64 {
	var agree, inJ, inB int
	for i, a := range c.Entries {
		for _, b := range c.Entries[:i] {
			j, k := order(a.J, b.J), order(a.B, b.B)
			agree += j * k
			inJ += j * j
			inB += k * k
		}
	}
	return float64(agree) / math.Sqrt(float64(inJ)*float64(inB))
}

// chosen are the names of the two schedules that truth itself chose by B or by J:
// in an order by B or by J they stand at the head for that reason alone.
var chosen = []string{"best-b", "best-j"}

// An Axis is one of the names in which the jobs of a sweep may differ. The seed is none: the
// draws of a target are a sample, and not alternatives.
type Axis struct {
	Name string
	Of   func(sweep.Job) string // the job's name on the axis
}

// The axes.
var (
	Target   = Axis{"target", sweep.Job.TargetName}
	Budget   = Axis{"evaluations", func(j sweep.Job) string { return strconv.Itoa(j.Budget) }}
	Levels   = Axis{"T", func(j sweep.Job) string { return strconv.Itoa(j.T) }}
	Kernel   = Axis{"kernel", func(j sweep.Job) string { return j.Kernel }}
	Repeat   = Axis{"repeat", func(j sweep.Job) string { return j.StepsWord() }}
	Bridge   = Axis{"bridge", func(j sweep.Job) string { return j.Bridge }}
	Initial  = Axis{"initial", func(j sweep.Job) string { return j.Initial }}
	Schedule = Axis{"schedule", func(j sweep.Job) string { return j.Schedule }}
	Program  = Axis{"program", sweep.Job.ProgramName}
)

// Axes lists them in the order of tables: what is sampled and at what length, and then the ways
// of sampling it, which compete.
var Axes = []Axis{Target, Budget, Levels, Repeat, Kernel, Bridge, Initial, Schedule, Program}

// Values returns the names on the axis, in the order in which they come first.
func (a Axis) Values(all []Outcome) (names []string) {
	for name := range experiments.GroupBy(all, func(o Outcome) string { return a.Of(o.Job) }) {
		names = append(names, name)
	}
	return names
}

// Numbers returns the number of each name if they differ in a number at the end alone, as in lazy:0.1,
// lazy:0.5, and what comes before it, lazy: here. A number alone has nothing before it. ok is
// false if the names are not of this form.
func Numbers(names []string) (before string, numbers []float64, ok bool) {
	for i, name := range names {
		cut := strings.LastIndexByte(name, ':') + 1
		v, err := strconv.ParseFloat(name[cut:], 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || i > 0 && name[:cut] != before {
			return "", nil, false
		}
		before = name[:cut]
		numbers = append(numbers, v)
	}
	return before, numbers, len(names) > 0
}

// A Summary has the best schedules of a sweep, by J and by B.
type Summary struct {
	Outcomes   []Outcome // all combinations of names that have a J or a B
	Contests   []Contest // all, also contests of one schedule
	All        Agreement
	Open       *Agreement // without best-b and best-j; nil if the sweep has neither, or nothing else
	Rows       int
	Unmeasured []sweep.Job // jobs without J and B, which are left out of everything

	name func(sweep.Job) string // of its group
}

// Summarize reads the rows of a sweep. It takes J for the target's cell, so that
// kernels that extend the state can be compared with others. Groups and schedules are
// in the order of the rows; the same rows give the same summary.
func Summarize(rows []sweep.Row) Summary {
	s := Summary{Rows: len(rows)}
	var some, both []*sweep.Row // a million rows are not copied
	for i := range rows {
		r := &rows[i]
		noJ := math.IsNaN(r.At("J"))
		noB := math.IsNaN(r.At("B"))
		if !noJ || !noB {
			some = append(some, r)
		}
		if noJ || noB {
			s.Unmeasured = append(s.Unmeasured, r.Job)
			continue
		}
		both = append(both, r)
	}
	s.Outcomes = outcomes(some)
	type contest struct {
		family string
		T      int
	}
	for _, of := range experiments.GroupBy(both, func(r *sweep.Row) contest {
		return contest{r.Job.Family(),
			r.Job.T}
	}) {
		c := Contest{Job: of[0].Job}
		c.Job.Schedule, c.Job.ScheduleSum = "", ""
		for _, r := range of {
			c.Entries = append(c.Entries, Entry{r.Job.Schedule, r.At("J"), r.At("B")})
		}
		s.Contests = append(s.Contests, c)
	}
	s.name = groupNames(s.Contests)
	for i, c := range s.Contests {
		s.Contests[i].Group = s.name(c.Job)
	}
	s.All = agree(s.Contests, nil)
	var open []Contest
	taken := false
	for _, c := range s.Contests {
		rest := slices.DeleteFunc(slices.Clone(c.Entries),
			func(e Entry) bool { return slices.Contains(chosen, e.Schedule) })
		taken = taken || len(rest) < len(c.Entries)
		open = append(open, Contest{c.Job, rest, c.Group})
	}
	if a := agree(open, chosen); taken && len(a.Contests) > 0 {
		s.Open = &a
	}
	return s
}

// GroupName is the name of the job's group; of its target if no job of the group was
// measured.
func (s Summary) GroupName(j sweep.Job) string { return cmp.Or(s.name(j), j.TargetName()) }
