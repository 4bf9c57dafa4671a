package score

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/columns"
	"breadboard/grid/text"
	"breadboard/toys/zoo"
)

// Rows that somebody else made of a kernel join a leaderboard as the CSV of score --exec. It needs no hash of a
// density: the column spread is exact, and a density whose log f differs by 1e-6 somewhere has another. A row says its
// standard error, so that the program, run again with other dice, can be seen to do what the row says.

// A problem is what a row scores a kernel by.
type problem struct {
	density, function, start string
	budget                   int
}

func (r Row) problem() problem { return problem{r.Density, r.Function, r.Start, r.Budget} }

func (p problem) String() string {
	return fmt.Sprintf("%s on %s from %s after %d steps", p.function, p.density, p.start, p.budget)
}

// Only is the prepared plan on one of its densities.
func (p *Plan) Only(density string) *Plan {
	one := *p
	one.Densities = slices.DeleteFunc(slices.Clone(p.Densities), func(d zoo.Density) bool { return d.Name != density })
	return &one
}

// handedColumns are read. What follows from them, as ress, is checked.
var handedColumns = strings.Fields("kernel density function start budget N chains mc_seed spread bias mse ress stderr")

// Outside is the kernel of --exec in rows.
const Outside = "exec"

// Handed reads the rows of the kernel of --exec, which gets this name. Other rows are not read. It is an error if they
// are not of the plan's problems, each of them once, or contradict themselves. The plan is prepared, and has steps alike.
func (p *Plan) Handed(file, name, data string) (rows []Row, err error) {
	const would = "what score --exec writes with --format csv would do"
	lines, err := csv.NewReader(strings.NewReader(data)).ReadAll()
	if err != nil || len(lines) < 2 {
		return nil, fmt.Errorf("%s is no table with rows (%v); %s", file, err, would)
	}
	place := map[string]int{}
	for i, column := range lines[0] {
		place[column] = i
	}
	for _, column := range handedColumns {
		if _, ok := place[column]; !ok {
			return nil, fmt.Errorf("%s has no column %s; %s", file, column, would)
		}
	}
	missing := p.problems()
	for i, line := range lines[1:] {
		if line[place["kernel"]] != Outside {
			continue
		}
		r, err := handedRow(func(column string) string { return line[place[column]] })
		spread, ours := missing[r.problem()]
		switch {
		case err != nil:
		case !ours:
			err = fmt.Errorf("%v is no problem of this command, or there twice; the same densities, --function, --start and -N "+
				"as in the file, would do", r.problem())
		case !near(r.Spread, spread):
			err = fmt.Errorf("the spread of %s on %s is %v, and not %v: these rows are of another density; rows of this one "+
				"would do", r.Function, r.Density, spread, r.Spread)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, row %d: %w", file, i+2, err)
		}
		delete(missing, r.problem())
		r.Kernel, r.Seed, r.Limit = name, p.Seed, columns.Real(math.NaN())
		rows = append(rows, r)
	}
	if len(missing) > 0 {
		first := slices.MinFunc(slices.Collect(maps.Keys(missing)), func(a, b problem) int {
			return strings.Compare(a.String(), b.String())
		})
		return nil, fmt.Errorf("%s lacks %s, as %v; kernels are compared by all of them, and a file with all would do", file,
			text.Count(len(missing), "row"), first)
	}
	return rows, nil
}

// problems are the problems of a prepared plan, each with the spread of its function.
func (p *Plan) problems() map[problem]float64 {
	all := map[problem]float64{}
	for _, d := range p.Densities {
		here := p.scenes[d.Name]()
		law := chains.Normalized(here.target.LogF)
		for _, f := range here.functions {
			_, spread := f.Truth(law)
			for _, start := range here.starts {
				for _, budget := range p.Budgets {
					all[problem{d.Name, f.Name, start.Name, budget}] = spread
				}
			}
		}
	}
	return all
}

// near allows for the rounding of exact sums in another order.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

// handedRow reads the cells of a row by the names of their columns.
func handedRow(cell func(column string) string) (r Row, err error) {
	real := func(column string) (v float64) {
		found, wrong := text.Float(cell(column))
		if wrong != nil {
			err = fmt.Errorf("%s: %w", column, wrong)
		}
		return found
	}
	r = Row{Density: cell("density"), Function: cell("function"), Start: cell("start"), Budget: int(real("budget")),
		Chains: int(real("chains"))}
	r.N, r.Spread, r.StdErr = int(real("N")), real("spread"), real("stderr")
	if cell("bias") != "" { // a distance has none
		r.Bias = real("bias")
	}
	mse, ress := real("mse"), real("ress")
	r.Variance = mse - r.Bias*r.Bias
	if seed, wrong := strconv.ParseUint(cell("mc_seed"), 10, 64); wrong == nil {
		r.MCSeed = seed
	} else {
		err = fmt.Errorf("mc_seed is %s, and no seed of chains", text.Quote(cell("mc_seed")))
	}
	switch {
	case err != nil:
	case r.N != r.Budget:
		err = fmt.Errorf("%d steps, and a budget of %d: these kernels have steps alike; equal numbers would do", r.N, r.Budget)
	case r.Chains < 2 || !(r.StdErr > 0) || !(mse > 0):
		err = fmt.Errorf("a row that is sampled has two chains, a mean squared error and a standard error; those of score " +
			"--exec would do")
	case !near(ress, r.Spread/mse):
		err = fmt.Errorf("ress is %v, and spread over mse is %v; the two are the same in what score writes", ress, r.Spread/mse)
	}
	return r, err
}

// mostOff is how many standard errors of a quotient two samplings of the same RESS may be apart, and checked is on how
// many densities.
const mostOff, checked = 5, 3

// Checked are the densities on which rows are sampled again, some of the plan's drawn by its seed.
func (p *Plan) Checked() (names []string) {
	for _, i := range rand.New(rand.NewPCG(p.MCSeed, 0)).Perm(len(p.Densities))[:min(checked, len(p.Densities))] {
		names = append(names, p.Densities[i].Name)
	}
	return names
}

// Agree returns an error if rows that were handed in do not say what was sampled again: if the logs of two RESS are more
// than five standard errors apart.
func Agree(file string, handed, again []Row) error {
	said := map[problem]Row{}
	for _, r := range handed {
		said[r.problem()] = r
	}
	for _, r := range again {
		h := said[r.problem()]
		off := math.Log(r.RESS()/h.RESS()) / math.Hypot(r.StdErr/r.RESS(), h.StdErr/h.RESS())
		if !(math.Abs(off) <= mostOff) {
			return experiments.Faultf("%s says that the RESS of %v is %.4g ± %.2g, and its program, run again, has %.4g ± %.2g; "+
				"rows of this program would do", file, r.problem(), h.RESS(), h.StdErr, r.RESS(), r.StdErr)
		}
	}
	return nil
}
