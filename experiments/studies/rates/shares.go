package rates

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains/evidence"
)

// The directions of errors, and the programs that they are put into.
var (
	directions = []string{"random", "uniform", "sharp"}
	faulted    = []string{"masked", "uniform"}
)

// faultAt finds the step and the direction of an error in a spec.
var faultAt = regexp.MustCompile(`:at=(\d+)(?::toward=(\w+))?`)

// A share is what errors in one step of a program add to J, to B and to the path KL, in the mean over draws of the
// errors.
type share struct {
	set, target string
	at, steps   int
	j, b, path  float64
}

func shareB(s share) float64    { return s.b }
func sharePath(s share) float64 { return s.path }

// errorOf is the step and the direction of the error in a row's program. The step is 0 without one.
func errorOf(r Row) (at int, direction string) {
	found := faultAt.FindStringSubmatch(r.Program)
	if found == nil {
		return 0, ""
	}
	at, err := strconv.Atoi(found[1])
	if err != nil {
		panic("rates: " + err.Error()) // unreachable: a step has few digits
	}
	return at, cmp.Or(found[2], "random")
}

// added is what errors in one step add, by draw of the errors.
type added struct{ j, b, path []float64 }

// sharesOf are those of a program and a direction. Of masked diffusion only eight tokens are taken, so that all have
// as many steps.
func sharesOf(rows []Row, program, direction string) (all []share) {
	own := slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		return r.Question != faults || !strings.HasPrefix(r.Program, program)
	})
	for _, base := range own {
		at, _ := errorOf(base)
		if at > 0 || program == "masked" && base.Tokens != eight {
			continue
		}
		steps := make([]added, base.Calls)
		for _, r := range own {
			at, toward := errorOf(r)
			if at == 0 || toward != direction || r.Set != base.Set || r.Target != base.Target {
				continue
			}
			step := &steps[at-1]
			step.j = append(step.j, r.J-base.J)
			step.b = append(step.b, r.B-base.B)
			step.path = append(step.path, r.PathRev-base.PathRev)
		}
		for i, step := range steps {
			all = append(all, share{base.Set, base.Target, i + 1, base.Calls, stat.Mean(step.j, nil),
				stat.Mean(step.b, nil), stat.Mean(step.path, nil)})
		}
	}
	return all
}

// eight tokens have most targets.
const eight = 8

// medianShare is the median over the targets of a set of J's share in what an error at a step adds to B; NaN if it adds
// nothing. An empty set takes both.
func medianShare(all []share, set string, at int) float64 {
	var shares []float64
	for _, s := range all {
		if s.at == at && (set == "" || s.set == set) && s.b != 0 {
			shares = append(shares, s.j/s.b)
		}
	}
	if len(shares) == 0 {
		return math.NaN()
	}
	return evidence.Median(shares)
}

// overFirst are, by target of a set, what an error at a step adds over what it adds in the first step. An empty set
// takes both.
func overFirst(all []share, set string, at int, of func(share) float64) (ratios []float64) {
	first := map[string]float64{}
	for _, s := range all {
		if s.at == 1 {
			first[s.set+s.target] = of(s)
		}
	}
	for _, s := range all {
		if s.at == at && (set == "" || s.set == set) {
			ratios = append(ratios, of(s)/first[s.set+s.target])
		}
	}
	return ratios
}

// pairOf counts the targets on which one way has less J than another at so many calls, and those of them on which it
// has more B.
func pairOf(rows []Row, set, way, other string, calls int) (targets, less, more int) {
	for _, c := range contestsOf(rows, samplers) {
		if c.set != set || c.calls != calls {
			continue
		}
		named := func(way string) func(Row) bool {
			return func(r Row) bool { return r.Program == specOf(way, calls) }
		}
		i := slices.IndexFunc(c.rows, named(way))
		k := slices.IndexFunc(c.rows, named(other))
		if i < 0 || k < 0 {
			continue
		}
		targets++
		if c.rows[i].J < c.rows[k].J {
			less++
			if c.rows[i].B > c.rows[k].B {
				more++
			}
		}
	}
	return targets, less, more
}

// exponents fit log y = a + b log d - c log K to the uniform diffusions of a family of targets from so many steps on,
// and tell b, c and the largest miss of log y.
func exponents(rows []Row, set, family, way string, of func(Row) float64) (tokens, steps, miss float64) {
	var some []Row
	for _, r := range rows {
		if r.Question == ratio && r.Set == set && strings.HasPrefix(r.Target, family) && r.Calls >= fewest &&
			r.Program == fmt.Sprintf(way, r.Calls) {
			some = append(some, r)
		}
	}
	return fitted(some, of)
}

// fewest is the number of steps from which on exponents are fitted.
const fewest = 16
