package score

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/experiments/columns"
	"breadboard/grid/text"
	"breadboard/toys/zoo"
)

// Outside is the kernel of --exec in rows. Those that somebody else made join a leaderboard as the JSON of score. They
// need no hash of a density: their spread is exact, and a density whose log f differs somewhere has another. They say
// their standard error, so that the program, run again with other dice, can be seen to do what they say.
const Outside = "exec"

// Handed reads the rows of the kernel of --exec, which gets this name. Other rows are not read. It is an error if they
// are not of the plan's problems, each of them once, or contradict themselves. The plan is prepared.
func (p *Plan) Handed(file, name, data string) (rows []Row, err error) {
	var all []struct {
		Row
		MSE  float64 `json:"mse"`
		RESS float64 `json:"ress"`
	}
	if err := json.Unmarshal([]byte(data), &all); err != nil {
		return nil, fmt.Errorf("%s is no list of rows; rows of a program from outside, as score writes them in JSON, "+
			"would do", file)
	}
	missing := map[problem]float64{} // the spread of each
	for _, r := range p.Rows() {
		missing[r.problem()] = r.Spread
	}
	for i, handed := range all {
		r := handed.Row
		if r.Kernel != Outside {
			continue
		}
		r.Kernel = name
		r.Limit = columns.Real(math.NaN())
		r.Variance = handed.MSE - r.Bias*r.Bias
		spread, ours := missing[r.problem()]
		switch {
		case !ours:
			err = fmt.Errorf("%v is no problem of this command, or there twice; the same densities, functions, "+
				"starts and numbers of steps as in the file would do", r.problem())
		case !near(r.Spread, spread):
			err = fmt.Errorf("the spread of %s on %s is %v, and not %v: these rows are of another density; rows of "+
				"this one would do", r.Function, r.Density, spread, r.Spread)
		case r.N != r.Budget || r.Chains < fewestChains || !(r.StdErr > 0) || !(handed.MSE > 0) ||
			!near(handed.RESS, r.RESS()):
			err = fmt.Errorf("its numbers do not fit each other: N is the budget, ress is spread over mse, above 0, "+
				"and there are %d chains or more and a standard error; rows as score wrote them would do", fewestChains)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, row %d: %w", file, i+1, err)
		}
		delete(missing, r.problem())
		rows = append(rows, r)
	}
	for _, r := range p.Rows() {
		if _, lacks := missing[r.problem()]; lacks {
			return nil, fmt.Errorf("%s lacks %s, as %v; kernels are compared by all of them, and a file with all "+
				"would do", file, text.Count(len(missing), "row"), r.problem())
		}
	}
	return rows, nil
}

// fewestChains are as many as score runs unless handed. Fewer say too little of a RESS to be refused by other chains.
const fewestChains = 100

// near allows for the rounding of exact sums in another order.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// Some returns the prepared plan on some of its densities, each alone, at most so many, drawn by its seed and in their
// order.
func (p *Plan) Some(most int) (all []*Plan) {
	drawn := rand.New(rand.NewPCG(p.MCSeed, 0)).Perm(len(p.Densities))[:min(most, len(p.Densities))]
	for _, i := range slices.Sorted(slices.Values(drawn)) {
		one := *p
		one.Densities = []zoo.Density{p.Densities[i]}
		all = append(all, &one)
	}
	return all
}

// Agree returns an error if rows that were handed in do not say what was sampled again: if the logs of two RESS are
// more than five standard errors apart. That is the error of the runs here, and of a file of so many chains: the error
// that a file says it has could excuse anything.
func Agree(file string, handed, again []Row) error {
	for _, r := range again {
		h := handed[slices.IndexFunc(handed, func(h Row) bool { return h.problem() == r.problem() })]
		off := math.Log(r.RESS()/h.RESS()) / (r.StdErr / r.RESS() * math.Sqrt(1+float64(r.Chains)/float64(h.Chains)))
		if !(math.Abs(off) <= 5) {
			return fmt.Errorf("%s says that the RESS of %v is %.4g ± %.2g, and its program, run again, has %.4g ± "+
				"%.2g; rows of this program would do", file, r.problem(), h.RESS(), h.StdErr, r.RESS(), r.StdErr)
		}
	}
	return nil
}
