package ranking

import (
	"cmp"
	"math"
	"slices"

	"breadboard/experiments/sweep"
)

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
		noJ, noB := math.IsNaN(r.At("J")), math.IsNaN(r.At("B"))
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
	s.Contests = contests(both)
	s.name = groupNames(s.Contests)
	s.All = agree(s.Contests, s.name, nil)
	var open []Contest
	taken := false
	for _, c := range s.Contests {
		rest := slices.DeleteFunc(slices.Clone(c.Entries), func(e Entry) bool { return slices.Contains(chosen, e.Schedule) })
		taken = taken || len(rest) < len(c.Entries)
		open = append(open, Contest{c.Job, rest})
	}
	if a := agree(open, s.name, chosen); taken && len(a.Contests) > 0 {
		s.Open = &a
	}
	return s
}

// GroupName is the name of the job's group; of its target if no job of the group was
// measured.
func (s Summary) GroupName(j sweep.Job) string { return cmp.Or(s.name(j), j.TargetName()) }
