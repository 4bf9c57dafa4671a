package score

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/evidence"
	"breadboard/exact/timeaverage"
	"breadboard/experiments"
)

// LeastRESS is the least RESS of a success: a dozen independent draws, after MacKay (2003).
const LeastRESS = 12

// A Row has the accuracy of one time average.
type Row struct {
	Density  string `column:"density"`
	Kernel   string `column:"kernel"`
	Function string `column:"function"`
	Start    string `column:"start"`
	timeaverage.Accuracy
	Budget int     `column:"budget"` // what N is made of: steps, or evaluations of the density
	NESS   float64 `column:"ness"`   // RESS over the median of the kernels' N (Eq. 7); 0 before Normalize
	StdErr float64 // of RESS, of sampled chains; 0 if it is exact
	Seed   *uint64 `column:"seed"` // the density's, if it is random
	// Limit is the limit of RESS/N for large N, from every start. It is NaN if there is no limit, or too many states.
	Limit float64 `column:"limit"`
}

// Class returns the function without its axis or number: mean, var, logf, mode or file.
func (r Row) Class() string {
	name, _, _ := strings.Cut(r.Function, ":")
	return name
}

func (r Row) density() string { return r.Density }
func (r Row) kernel() string  { return r.Kernel }

// Solved reports whether the sampler succeeds.
func (r Row) Solved() bool { return r.RESS() >= LeastRESS }

// A Board ranks kernels by their averages over the densities, from one start and within one budget (Table 1).
type Board struct {
	Start   string
	Budget  int
	Classes []string // of functions, as mean and var
	// Lines has the best first: by successes over all classes, and then by NESS. Kernels that ran on less than half of
	// the densities come last, because these may be the easy ones.
	Lines []Line
}

// A Line has a kernel's scores, one for each class of the board.
type Line struct {
	Kernel    string
	Densities int // on which it was run
	Scores    []Score
}

// A Score has the averages of one class of functions. All D functions of the class on a density count as one estimate,
// each in units of its own variance, whose RESS is D over the sum of 1/RESS (Eq. 5).
type Score struct {
	NESS    float64 // the mean over the densities; NaN if there are none
	Success float64 // the share of the densities on which RESS is at least LeastRESS
	StdErr  float64 // of Success, by the dice of the chains; 0 if all rows are exact
}

// Boards makes a board for every start, at the largest budget. The rows are normalised.
func Boards(rows []Row) (all []Board) {
	budget := 0
	for _, r := range rows {
		budget = max(budget, r.Budget)
	}
	last := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Budget != budget })
	for start, of := range experiments.GroupBy(last, func(r Row) string { return r.Start }) {
		b := Board{Start: start, Budget: budget, Classes: experiments.Distinct(of, Row.Class)}
		for kernel, own := range experiments.GroupBy(of, Row.kernel) {
			l := Line{Kernel: kernel, Densities: len(experiments.Distinct(own, Row.density))}
			classes := maps.Collect(experiments.GroupBy(own, Row.Class))
			for _, class := range b.Classes {
				l.Scores = append(l.Scores, score(classes[class]))
			}
			b.Lines = append(b.Lines, l)
		}
		densities := len(experiments.Distinct(of, Row.density))
		onHalf := func(l Line) int { // 1 if the kernel ran on half of the densities or more
			if 2*l.Densities >= densities {
				return 1
			}
			return 0
		}
		slices.SortStableFunc(b.Lines, func(l, m Line) int {
			return cmp.Or(onHalf(m)-onHalf(l), cmp.Compare(m.sum(success), l.sum(success)),
				cmp.Compare(m.sum(ness), l.sum(ness)))
		})
		all = append(all, b)
	}
	return all
}

// score returns the score of one class, by its rows of all densities. Dice decide the success on a density with a
// normal error of 1/RESS. The functions of a density have the same chains, and so their errors add up.
func score(rows []Row) Score {
	var sum, successes, densities, variance float64
	for _, of := range experiments.GroupBy(rows, Row.density) {
		ress := 0.0
		off := 0.0
		n := 0.0
		several := float64(len(of)) // the number of functions, D in Eq. 5
		for _, r := range of {
			ress += 1 / r.RESS()
			off += r.StdErr / (r.RESS() * r.RESS())
			n += 1 / r.NESS
		}
		sum += several / n
		if several/ress >= LeastRESS {
			successes++
		}
		if off > 0 {
			chance := distuv.UnitNormal.CDF((several/LeastRESS - ress) / off)
			variance += chance * (1 - chance)
		}
		densities++
	}
	return Score{sum / densities, successes / densities, math.Sqrt(variance) / densities}
}

// success returns a score's share of successes, for Line.sum; ness returns its NESS.
func success(s Score) float64 { return s.Success }
func ness(s Score) float64    { return s.NESS }

// sum returns the sum of a number over all classes, without NaN.
func (l Line) sum(of func(Score) float64) (sum float64) {
	for _, s := range l.Scores {
		if v := of(s); !math.IsNaN(v) {
			sum += v
		}
	}
	return sum
}

// Normalize sets NESS: RESS over the median N of the kernels with the same density, function, start and budget (Eq. 7).
func Normalize(rows []Row) {
	of := func(r Row) Row {
		return Row{Density: r.Density, Function: r.Function, Start: r.Start, Budget: r.Budget}
	}
	steps := map[Row][]float64{}
	for _, r := range rows {
		steps[of(r)] = append(steps[of(r)], float64(r.N))
	}
	for i, r := range rows {
		rows[i].NESS = r.RESS() / evidence.Median(steps[of(r)])
	}
}
