package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/experiments/score"
	"breadboard/grid/text"
	"breadboard/reports/scores"
	"breadboard/reports/table"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// scoreCmd says how well kernels really work.
type scoreCmd struct {
	Zoo    string `help:"Densities of the zoo, separated by commas: all, small, a group (${groups}) or a name; small, if nothing is named." placeholder:"NAME,..." names:"zoo"`
	Toy    string `help:"One density by name: ${toys}." placeholder:"NAME" names:"toy"`
	Target string `help:"One density from a file: log f as CSV, one grid row a line, -inf for a wall; or as .npy." placeholder:"FILE"`
	Axes   string `help:"How walkers move along the axes: ${axes}; one word for all densities, or one for each axis (default each density's own)." placeholder:"KIND,..." names:"axes"`
	targetSeed
	Kernel    []string `sep:"none" help:"Kernels, separated by commas; without it all: ${kernels}." placeholder:"NAME,..." names:"kernel"`
	Matrix    string   `help:"A kernel from outside, beside the others: its transition matrix on one density, CSV or NPY." placeholder:"PATH"`
	Tolerance float64  `help:"How far the laws of --matrix may be off besides rounding: 1e-5, say, if it was written with six digits." default:"0" placeholder:"EPS"`
	Exec      string   `help:"A kernel from outside, sampled: a program that makes moves when asked over its pipes." placeholder:"COMMAND"`
	Admit     []string `sep:"none" help:"Rows that somebody made by --exec and --format json, and the program that made them, which runs again on three densities: they join the leaderboard by the name of the file." placeholder:"FILE=COMMAND"`
	Chains    *int     `help:"How many chains to run where numbers are sampled: for the calibration of --out (default 8), and of --exec (default 100)." placeholder:"K"`
	timeoutFlag
	Budgets     []string `short:"N" sep:"none" help:"Numbers of steps: a list, or logarithmic steps as 10..1000x5 (1000; for the zoo 10 to 10000)." placeholder:"N,..."`
	Evaluations []string `sep:"none" help:"In place of -N: evaluations of the density, which buy each kernel its own number of steps." placeholder:"N,..."`
	Start       []string `sep:"none" help:"Where chains start, separated by commas: exact, lightest (the cell of least mass), worst (the cell that is worst for the function and N), cell:I from cell 0 (default exact)." placeholder:"SPEC,..."`
	Function    []string `sep:"none" help:"What they average, separated by commas: mean:AXIS, var:AXIS, logf, mode:I, file:PATH, from axis and mode 1 (default all but files)." placeholder:"SPEC,..."`
	diceSeed
	Out string `help:"The directory of the rows, the tables and the figures." placeholder:"DIR"`
	consentFlags
	outputFlags
	handed []handed
}

// handed are rows that somebody else made, and the program that they are of.
type handed struct {
	file, command string
	rows          []score.Row
}

// Run scores, and only then writes and prints.
func (c *scoreCmd) Run(w *world) error {
	plan, err := c.scorePlan(w)
	if err == nil {
		err = plan.Prepare()
	}
	if err == nil {
		err = c.admit(plan)
	}
	if err != nil {
		return bad(err)
	}
	if err := c.consent(plan.TooLarge()); err != nil {
		return err
	}
	if c.Out != "" {
		if err := w.claim("--out", c.Out); err != nil {
			return err
		}
	}
	what := fmt.Sprintf("%s on %s", table.Counted(len(plan.Kernels), "kernel"),
		table.Counted(len(plan.Densities), "density"))
	if c.Zoo == "" && len(plan.Densities) > 1 { // nobody named one
		w.notify("score: " + what + " of the small zoo; --zoo, --toy or --target names others")
	}
	result, err := watched(w, "score",
		func(ctx context.Context, tell experiments.Progress) (score.Result, error) {
			return plan.Run(ctx, tell)
		})
	if err == nil {
		err = c.sampled(w, plan, &result)
	}
	if err == nil && len(result.Rows) == 0 {
		err = errNoScores
	}
	if err == nil && c.Out != "" {
		err = c.write(w, result)
	}
	if err != nil {
		return err
	}
	return w.print(c.format, scoreTables(result, c.format)...)
}

// write writes the files of a result into --out.
func (c *scoreCmd) write(w *world, r score.Result) error {
	files, err := scores.Files(r)
	if err != nil {
		return err
	}
	return w.write(c.Out, files)
}

// sampled adds the rows of the program of --exec, if there is one, and those of --admit, when theirs have run again.
func (c *scoreCmd) sampled(w *world, p *score.Plan, r *score.Result) (err error) {
	if c.Exec != "" {
		chains := 100
		if c.Chains != nil {
			chains = *c.Chains
		}
		for _, one := range p.Some(len(p.Densities)) {
			rows, err := c.moved(w, one, c.Exec, chains)
			if err != nil {
				return programFault(err)
			}
			r.Rows = append(r.Rows, rows...)
		}
	}
	const most = 3 // densities
	for _, h := range c.handed {
		other := *p
		if other.MCSeed == h.rows[0].MCSeed { // the dice of the file
			other.MCSeed++
		}
		for _, one := range other.Some(most) {
			again, err := c.moved(w, one, h.command, h.rows[0].Chains)
			if errors.As(err, new(*client.Fault)) {
				err = fmt.Errorf("--admit %s: %w", h.file, err)
			}
			if err == nil {
				err = score.Agree(h.file, h.rows, again)
			}
			if err != nil {
				return bad(err)
			}
			r.Verified = append(r.Verified, fmt.Sprintf("%s is handed in, by %s. On %s its program ran again, with "+
				"seed %d, and agrees.", h.rows[0].Kernel, h.file, one.Densities[0].Name, one.MCSeed))
		}
		r.Rows = append(r.Rows, h.rows...)
	}
	score.Normalize(r.Rows)
	return nil
}

// moved are the rows of a program on the one density of a plan.
func (c *scoreCmd) moved(w *world, p *score.Plan, command string, chains int) (rows []score.Row, err error) {
	m, err := client.StartKernel(w.ctx, command, c.Timeout, p.MCSeed, p.Densities[0].Make().Grid)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	return watched(w, "score",
		func(ctx context.Context, tell experiments.Progress) ([]score.Row, error) {
			return p.Sample(ctx, m, score.Outside, chains, tell)
		})
}

// admit reads the files of --admit.
func (c *scoreCmd) admit(p *score.Plan) error {
	for _, spec := range c.Admit {
		file, command, _ := strings.Cut(spec, "=")
		name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
		named := func(k chains.Entry[chains.Kernel]) bool { return k.Name == name }
		already := func(h handed) bool { return h.rows[0].Kernel == name }
		switch {
		case command == "":
			return fmt.Errorf("--admit %[1]s has no program, and its rows could not be verified; --admit "+
				"'%[1]s=COMMAND' would do",
				file)
		case name == score.Outside || slices.ContainsFunc(p.Kernels, named) || slices.ContainsFunc(c.handed, already):
			return fmt.Errorf("--admit %s: there is a kernel %s already; another name of the file would do", file, name)
		}
		data, err := readHanded(file)
		if err != nil {
			return err
		}
		h := handed{file: file, command: command}
		if h.rows, err = p.Handed(file, name, data); err != nil {
			return err
		}
		c.handed = append(c.handed, h)
	}
	return nil
}

// readHanded reads a file of --admit.
func readHanded(path string) (string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", text.Unreadable(path, err, "a file that --format json wrote")
	}
	return string(data), nil
}

// mostBudget is the largest budget: a chain of 10^9 steps.
const mostBudget = 1_000_000_000

// A kernel that was not asked for by its name is left out from so many operations on one density, or
// on each of several, and from so much memory. 10^10 operations take some seconds.
const mostWork, mostZooWork, mostBytes = 3e10, 5e9, 1 << 28

// scorePlan looks everything up.
func (c *scoreCmd) scorePlan(w *world) (*score.Plan, error) {
	p := &score.Plan{Functions: separated(c.Function), Starts: separated(c.Start), Evaluations: c.Evaluations != nil,
		Calibrate: c.Out != "", MCSeed: c.MCSeed}
	noDensities := c.densities(w, p)
	var noBudgets, noOutside error
	specs, noKernels := lists.Words(experiments.FieldKernel, c.Kernel)
	for _, spec := range specs {
		k, wrong := score.FindKernel(spec)
		noKernels = errors.Join(noKernels, wrong)
		p.Kernels = append(p.Kernels, chains.Entry[chains.Kernel]{Name: spec, Make: k})
	}
	single := len(p.Densities) == 1
	if single && noKernels == nil {
		on := p.Densities[0].Make().Grid
		for _, k := range p.Kernels {
			noKernels = errors.Join(noKernels, experiments.Fits(k.Name, k.Make, score.Box(k.Make, on)))
		}
	}
	if len(c.Kernel) == 0 {
		p.Kernels = slices.Concat(kernels.Catalogue, kernels.OfPairs)
		p.MostBytes = mostBytes
		p.MostWork = mostZooWork
		if single {
			p.MostWork = mostWork
		}
	}
	switch {
	case c.Budgets != nil && c.Evaluations != nil:
		noBudgets = errors.New("-N and --evaluations are both given; one of the two would do")
	case c.Budgets != nil || c.Evaluations != nil:
		field := experiments.Field("N")
		if p.Evaluations {
			field = experiments.FieldBudget
		}
		p.Budgets, noBudgets = numbers(lists.Numbers{Field: field, What: "a budget", Low: 1, High: mostBudget},
			slices.Concat(c.Budgets, c.Evaluations))
		slices.Sort(p.Budgets)
	case single:
		p.Budgets = []int{1000}
	default: // of a profile
		p.Budgets = []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}
	}
	if len(p.Starts) == 0 {
		p.Starts = []string{"exact"}
	}
	if p.Chains = score.UsualChains; c.Chains != nil {
		p.Chains = *c.Chains
	}
	if noDensities == nil {
		noOutside = c.outside(w, p)
	}
	return p, errors.Join(noDensities, noKernels, noBudgets, noOutside)
}

// densities finds the densities, and gives them the kinds of axes that are asked for.
func (c *scoreCmd) densities(w *world, p *score.Plan) error {
	if err := c.findTargets(w, p); err != nil || c.Axes == "" {
		return err
	}
	for i, d := range p.Densities {
		t := d.Make()
		kinds, err := experiments.ReadKinds(c.Axes, t.Grid)
		if err != nil {
			return err
		}
		t.Grid = t.Grid.Of(kinds...)
		p.Densities[i].Make = func() toys.Target { return t }
	}
	return nil
}

// findTargets finds the densities: of the zoo, or one and its seed, if that is random.
func (c *scoreCmd) findTargets(w *world, p *score.Plan) (err error) {
	if c.Toy == "" && c.Target == "" {
		p.Densities, err = zoo.Select(cmp.Or(c.Zoo, "small"))
		return err
	}
	named := experiments.Setting{Toy: c.Toy, Target: c.Target, Seed: c.Seed}
	space, err := named.Find()
	if err != nil {
		return err
	}
	chain, err := c.makeChain(w, space)
	if err != nil {
		return err
	}
	p.Seed = chain.Seed
	name := chain.TargetName()
	p.Densities = []zoo.Density{{Name: name, Make: func() toys.Target { return chain.Target }}}
	return nil
}

// outside reads the kernel of --matrix into the plan, and checks the flags of --exec.
func (c *scoreCmd) outside(w *world, p *score.Plan) error {
	for _, flag := range []string{"mc-seed", "chains"} {
		if w.given(flag) && c.Exec == "" && c.Admit == nil && !p.Calibrate {
			return fmt.Errorf("--%s, and nothing is sampled; --exec or --out as well would do", flag)
		}
	}
	if c.Matrix == "" && c.Exec == "" && c.Admit == nil {
		return nil
	}
	if p.Evaluations {
		return errors.New("--evaluations: what a step costs a kernel from outside is not known; -N would do")
	}
	if (c.Exec != "" || c.Admit != nil) && slices.Contains(p.Starts, score.Worst) {
		return errors.New("--start worst: the chains of --exec are drawn, and which cell is worst for them is not " +
			"known; lightest would do")
	}
	if c.Matrix == "" {
		return nil
	}
	t, err := p.Alone()
	if err != nil {
		return fmt.Errorf("--matrix: %w", err)
	}
	matrix, err := outside.OpenMatrix(c.Matrix, t.Grid.Size())
	if err != nil {
		return err
	}
	k, err := score.Given(c.Matrix, matrix, t, c.Tolerance)
	p.Kernels = append([]chains.Entry[chains.Kernel]{k}, p.Kernels...)
	return err
}

// errNoScores says that there is nothing to tell.
var errNoScores = badf("every kernel is left out, because it takes too long, its steps have no price, or it has no " +
	"form on these axes; a --kernel by its name, --axes line, or fewer of --function, would do")

// scoreTables are every row for programs, and for people a table of one density or the leaderboards of several.
func scoreTables(r score.Result, f table.Format) (tables []table.Table) {
	if f.ForPrograms() {
		return []table.Table{scores.Data(r.Rows)}
	}
	unit := r.Unit()
	if r.Densities() > 1 {
		for _, b := range score.Boards(r.Rows) {
			tables = append(tables, scores.Leaderboard(b, unit))
		}
	} else {
		t := scores.OnDensity(r.Rows, unit)
		if len(r.Constant) > 0 {
			t.Note("Constant here, and left out: %s.", strings.Join(r.Constant, ", "))
		}
		tables = []table.Table{t}
	}
	last := &tables[len(tables)-1]
	last.Notes = append(append(last.Notes, scores.LeftOut(r)...), r.Verified...)
	return tables
}
