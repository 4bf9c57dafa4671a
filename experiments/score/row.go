package score

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"breadboard/exact/timeaverage"
	"breadboard/experiments"
	"breadboard/experiments/columns"
)

// Enough is the RESS from which on a sampler is said to succeed: a dozen independent draws, after MacKay (2003).
const Enough = 12

// A Row is the accuracy of one time average.
type Row struct {
	Density  string `json:"density"`
	Kernel   string `json:"kernel"`
	Function string `json:"function"`
	Start    string `json:"start"`
	timeaverage.Accuracy
	Budget int     `json:"budget"` // what N is made of: steps, evaluations of the density or microseconds
	NESS   float64 `json:"-"`      // RESS over the median of the kernels' N (Eq. 7); 0 before Normalize
	// Chains is the number of sampled chains whose squared errors make up the mean; StdErr is the standard error of
	// RESS. Both are 0 if the row is exact. The mean of squared KS distances is the Variance, and R is the Spread.
	Chains int     `json:"chains,omitempty"`
	StdErr float64 `json:"stderr,omitempty"`
	// Seed is the density's, if it is random, and MCSeed that of the chains, if there are any.
	Seed   *uint64 `json:"seed,omitempty"`
	MCSeed uint64  `json:"mc_seed,omitempty"`
	// Limit is what RESS/N tends to as N grows, from every start; NaN if it tends to nothing or the states are too many.
	Limit columns.Real `json:"limit"`
}

// Class is the function without its axis or number: mean, var, ks, logf, mode or file.
func (r Row) Class() string { return classOf(r.Function) }

// classOf is a function's name without its axis or number.
func classOf(function string) string {
	name, _, _ := strings.Cut(function, ":")
	return name
}

// isDistance reports whether a function, as in flags, is a KS distance.
func isDistance(function string) bool { return classOf(function) == "ks" }

// Distance reports whether the row is of a KS distance, which has no bias.
func (r Row) Distance() bool { return isDistance(r.Function) }

// Solved reports whether the sampler succeeds.
func (r Row) Solved() bool { return r.RESS() >= Enough }

// A Board is a leaderboard (Table 1): how well kernels do on average over the densities, from one
// start and within one budget.
type Board struct {
	Start   string
	Budget  int
	Classes []string // of functions, as mean and var
	// Lines has the best first: most successes over all classes, then most NESS. Kernels that ran on
	// less than half of the densities come last, because theirs may be the easy ones.
	Lines []Line
}

// A Line is a kernel's place. Scores has one for each class of the board.
type Line struct {
	Kernel    string
	Densities int // on which it was run
	Scores    []Score
}

// A Score is of one class of functions. All functions of the class on a density count as one estimate of many
// dimensions, each in units of its own variance, whose RESS is D over the sum of 1/RESS (Eq. 5).
type Score struct {
	NESS    float64 // the mean over the densities; NaN if there are none
	Success float64 // the share of the densities on which RESS is Enough
}

// Boards makes a board for every start, at the largest budget. The rows are normalised.
func Boards(rows []Row) (all []Board) {
	budget := 0
	for _, r := range rows {
		budget = max(budget, r.Budget)
	}
	for _, start := range experiments.Distinct(rows, func(r Row) string { return r.Start }) {
		here := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Start != start || r.Budget != budget })
		all = append(all, board(here, start, budget))
	}
	return all
}

// board is the board of the rows of one start and budget.
func board(rows []Row, start string, budget int) Board {
	b := Board{Start: start, Budget: budget, Classes: experiments.Distinct(rows, Row.Class)}
	type place struct{ kernel, density, class string }
	groups := map[place][]Row{}
	for _, r := range rows {
		at := place{r.Kernel, r.Density, r.Class()}
		groups[at] = append(groups[at], r)
	}
	densities := experiments.Distinct(rows, func(r Row) string { return r.Density })
	for _, kernel := range experiments.Distinct(rows, func(r Row) string { return r.Kernel }) {
		l, seen := Line{Kernel: kernel}, map[string]bool{}
		for _, class := range b.Classes {
			var each [][]Row
			for _, d := range densities {
				if here := groups[place{kernel, d, class}]; here != nil {
					each = append(each, here)
					seen[d] = true
				}
			}
			l.Scores = append(l.Scores, score(each))
		}
		l.Densities = len(seen)
		b.Lines = append(b.Lines, l)
	}
	few := func(l Line) int {
		if 2*l.Densities < len(densities) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(b.Lines, func(l, m Line) int {
		return cmp.Or(few(l)-few(m), better(l, m, func(s Score) float64 { return s.Success }),
			better(l, m, func(s Score) float64 { return s.NESS }))
	})
	return b
}

// score is the score of one class: its rows, density by density.
func score(densities [][]Row) Score {
	if len(densities) == 0 {
		return Score{math.NaN(), math.NaN()}
	}
	ness, successes := 0.0, 0
	for _, rows := range densities {
		ress, n := 0.0, 0.0 // of several functions as one estimate (Eq. 5), inverted
		for _, r := range rows {
			ress += 1 / r.RESS()
			n += 1 / r.NESS
		}
		ness += float64(len(rows)) / n
		if float64(len(rows))/ress >= Enough {
			successes++
		}
	}
	all := float64(len(densities))
	return Score{ness / all, float64(successes) / all}
}

// better compares the sums over all classes, the larger first.
func better(l, m Line, of func(Score) float64) int {
	sum := func(l Line) (s float64) {
		for _, score := range l.Scores {
			if v := of(score); !math.IsNaN(v) {
				s += v
			}
		}
		return s
	}
	return cmp.Compare(sum(m), sum(l))
}

// A Profile is how a kernel's share of solved problems grows with the budget, as COCO draws it for
// optimisers. A problem is a time average of a function on a density; it is solved if RESS is Enough.
type Profile struct {
	Kernel, Start string
	Budgets       []int
	Solved        []float64 // the share, for each budget
	Problems      int
}

// Profiles makes the profile of every kernel from every start.
func Profiles(rows []Row) (all []Profile) {
	for _, start := range experiments.Distinct(rows, func(r Row) string { return r.Start }) {
		for _, kernel := range experiments.Distinct(rows, func(r Row) string { return r.Kernel }) {
			p := Profile{Kernel: kernel, Start: start}
			solved, problems := map[int]int{}, map[int]int{}
			for _, r := range rows {
				if r.Kernel == kernel && r.Start == start && !r.Distance() {
					problems[r.Budget]++
					if r.Solved() {
						solved[r.Budget]++
					}
				}
			}
			for b, n := range problems {
				p.Budgets = append(p.Budgets, b)
				p.Problems = n
			}
			slices.Sort(p.Budgets)
			for _, b := range p.Budgets {
				p.Solved = append(p.Solved, float64(solved[b])/float64(problems[b]))
			}
			if len(p.Budgets) > 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

// Normalize sets NESS: RESS over the median of N over the kernels that have the same density,
// function, start and budget (Eq. 7).
func Normalize(rows []Row) {
	type group struct {
		density, function, start string
		budget                   int
	}
	ns := map[group][]float64{}
	of := func(r Row) group { return group{r.Density, r.Function, r.Start, r.Budget} }
	for _, r := range rows {
		ns[of(r)] = append(ns[of(r)], float64(r.N))
	}
	medians := map[group]float64{}
	for g, n := range ns {
		medians[g] = Median(n)
	}
	for i, r := range rows {
		rows[i].NESS = r.RESS() / medians[of(r)]
	}
}

// Median is the middle of the values, or the mean of the two in the middle.
func Median(values []float64) float64 {
	v := slices.SortedFunc(slices.Values(values), cmp.Compare[float64])
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}
