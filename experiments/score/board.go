package score

import (
	"cmp"
	"math"
	"slices"
)

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

// A Score is of one class of functions. All functions of the class on a density count as one
// estimate of many dimensions, each in units of its own variance, whose RESS is D over the sum of
// 1/RESS (Eq. 5).
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
	for _, start := range distinct(rows, func(r Row) string { return r.Start }) {
		here := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Start != start || r.Budget != budget })
		all = append(all, board(here, start, budget))
	}
	return all
}

// board is the board of the rows of one start and budget.
func board(rows []Row, start string, budget int) Board {
	b := Board{Start: start, Budget: budget, Classes: distinct(rows, Row.Class)}
	type place struct{ kernel, density, class string }
	groups := map[place][]Row{}
	for _, r := range rows {
		at := place{r.Kernel, r.Density, r.Class()}
		groups[at] = append(groups[at], r)
	}
	densities := distinct(rows, func(r Row) string { return r.Density })
	for _, kernel := range distinct(rows, func(r Row) string { return r.Kernel }) {
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
	slices.SortStableFunc(b.Lines, func(l, m Line) int {
		return cmp.Or(few(l, len(densities))-few(m, len(densities)), better(l, m, Score.success), better(l, m, Score.ness))
	})
	return b
}

// few is 1 for a kernel that ran on less than half of the densities, and 0 for others.
func few(l Line, densities int) int {
	if 2*l.Densities < densities {
		return 1
	}
	return 0
}

// score is the score of one class: its rows, density by density.
func score(densities [][]Row) Score {
	if len(densities) == 0 {
		return Score{math.NaN(), math.NaN()}
	}
	ness, successes := 0.0, 0
	for _, rows := range densities {
		r, n := together(rows)
		ness += n
		if r >= Enough {
			successes++
		}
	}
	all := float64(len(densities))
	return Score{ness / all, float64(successes) / all}
}

// together is the RESS, and the NESS, of several functions as one estimate (Eq. 5).
func together(rows []Row) (ress, ness float64) {
	for _, r := range rows {
		ress += 1 / r.RESS()
		ness += 1 / r.NESS
	}
	return float64(len(rows)) / ress, float64(len(rows)) / ness
}

func (s Score) success() float64 { return s.Success }
func (s Score) ness() float64    { return s.NESS }

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

// distinct are the different values of the rows, in their order.
func distinct[T any](rows []T, of func(T) string) (all []string) {
	seen := map[string]bool{}
	for _, r := range rows {
		if v := of(r); !seen[v] {
			seen[v] = true
			all = append(all, v)
		}
	}
	return all
}
