package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/outside"
	"breadboard/experiments"
	"breadboard/experiments/lists"
	"breadboard/experiments/score"
	"breadboard/grid/text"
	"breadboard/reports/scores"
	"breadboard/reports/table"
	"breadboard/toys"
	"breadboard/toys/zoo"
)

// scoreCmd prints the exact effective sample sizes of kernels.
type scoreCmd struct {
	Zoo    string `help:"Densities of the zoo: all, small, a group such as posteriors, or names: breadboard list zoo." placeholder:"NAME,..." names:"zoo"`
	Toy    string `help:"One density by name, as barrier or ising:3x3:0.4: breadboard list toys." placeholder:"NAME" names:"toy"`
	Target string `help:"One density from a file: log f as CSV, -inf for a wall; or as .npy." placeholder:"FILE"`
	Axes   string `help:"Kinds of axes, for all or each: line, ring, any." placeholder:"KIND,..." names:"axes"`
	targetSeed
	Kernel    []string `sep:"none" help:"Kernels, as heat-bath,lazy:0.5; without it all: breadboard list kernels." placeholder:"NAME,..." names:"kernel"`
	Matrix    string   `help:"A kernel of your own, beside the others: its matrix on one density, as CSV or .npy." placeholder:"PATH"`
	Tolerance float64  `help:"How far the laws of --matrix may be off besides rounding, as 1e-5." default:"0" placeholder:"EPS"`
	Exec      string   `help:"A command that has your step: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	followFlags
	Steps       []string `short:"N" sep:"none" help:"Numbers of steps, as 10,100 or 10..1000x5 (default 1000; of the zoo 10 to 10000)." placeholder:"N,..."`
	Evaluations []string `sep:"none" help:"In place of -N: evaluations of the density, which buy each kernel its steps." placeholder:"N,..."`
	Start       []string `sep:"none" help:"Where chains start: exact, lightest, worst (of all cells) or cell:I (default exact)." placeholder:"SPEC,..."`
	Function    []string `sep:"none" help:"What chains average: mean:AXIS, var:AXIS, logf, mode:I or file:PATH (default all but files)." placeholder:"SPEC,..."`
	Out         string   `help:"The directory of the rows, the tables and the figures." placeholder:"DIR"`
	figureFlags
	outputFlags
}

// Run scores, and only then writes and prints.
func (c *scoreCmd) Run(s *session) error {
	plan, err := c.scorePlan(s)
	if err == nil {
		err = plan.Prepare()
	}
	if err != nil {
		return bad(err)
	}
	if c.Out != "" {
		if err := s.claim("--out", c.Out); err != nil {
			return err
		}
	}
	what := fmt.Sprintf("%s on %s", text.Count(len(plan.Kernels), "kernel"),
		text.Count(len(plan.Densities), "density"))
	if c.Zoo == "" && len(plan.Densities) > 1 { // the default is the small zoo
		s.notify("score: " + what + " of the small zoo; --zoo, --toy or --target names others")
	}
	result, err := watched(s, "score",
		func(ctx context.Context, tell experiments.Progress) (score.Result, error) {
			return plan.Run(ctx, tell)
		})
	if err == nil {
		err = c.addExec(s, plan, &result)
	}
	if err == nil && len(result.Rows) == 0 {
		err = errNoScores
	}
	if err == nil && c.Out != "" {
		var files []table.File
		files, err = scores.Files(result, c.Width)
		if err == nil {
			err = s.write(c.Out, files)
		}
	}
	if err != nil {
		return err
	}
	return s.print(c.format, scoreTables(result, c.format)...)
}

// addExec adds the rows of the command of --exec, if there is one.
func (c *scoreCmd) addExec(s *session, p *score.Plan, r *score.Result) error {
	if c.Exec == "" {
		return nil
	}
	for i := range p.Densities {
		rows, said, err := c.execRows(s, p, i)
		if err != nil {
			return commandFault(err)
		}
		r.Rows = append(r.Rows, rows...)
		r.Followed = said
	}
	score.Normalize(r.Rows)
	return nil
}

// execRows returns the rows of the command on one density, and what was followed there.
func (c *scoreCmd) execRows(s *session, p *score.Plan, density int) (rows []score.Row, said string, err error) {
	target := p.Densities[density].Make()
	command := s.stepCommand(c.Exec, c.followFlags, 1)
	defer func() { err = errors.Join(err, command.close()) }()
	annealer, err := experiments.Setting{Exec: c.Exec}.AnnealerOn(target)
	if err != nil {
		return nil, "", bad(err)
	}
	matrix, _, err := command.matrices(s.ctx, annealer, 1)
	if err == nil {
		said, err = command.Agree(s.ctx, target.Grid)
	}
	if err != nil {
		return nil, "", err
	}
	k, err := score.FromMatrix(c.Exec, matrix, target, 0)
	if err != nil {
		return nil, "", bad(err)
	}
	k.Name = score.ExecKernel
	rows, err = watched(s, "score", func(ctx context.Context, _ experiments.Progress) ([]score.Row, error) {
		return p.Exactly(ctx, k, density)
	})
	return rows, said, err
}

// mostWork bounds the operations of a kernel on one density, and mostZooWork on each of several. Beyond it a kernel is
// left out, unless --kernel names it. 10^10 operations take some seconds.
const mostWork, mostZooWork = 3e10, 5e9

// scorePlan looks up all names, and returns what to score.
func (c *scoreCmd) scorePlan(s *session) (*score.Plan, error) {
	p := &score.Plan{Functions: separated(c.Function), Starts: separated(c.Start), Evaluations: c.Evaluations != nil}
	noDensities := c.densities(s, p)
	var noOutside error
	specs, noKernels := lists.Words(experiments.FieldKernel, c.Kernel)
	for _, spec := range specs {
		k, wrong := score.FindKernel(spec)
		noKernels = errors.Join(noKernels, wrong)
		p.Kernels = append(p.Kernels, chains.Entry[chains.Kernel]{Name: spec, Make: k})
	}
	single := len(p.Densities) == 1
	if single && noKernels == nil {
		on := p.Densities[0].Make()
		on.Name = p.Densities[0].Name
		for _, k := range p.Kernels {
			fault := score.CheckStates(k.Name, k.Make, on)
			if fault == nil {
				fault = experiments.Fits(k.Name, k.Make, score.Box(k.Make, on.Grid))
			}
			noKernels = errors.Join(noKernels, fault)
		}
	}
	if len(c.Kernel) == 0 {
		p.Kernels = slices.Concat(kernels.Original, kernels.OfPairs)
		p.MostWork = mostZooWork
		if single {
			p.MostWork = mostWork
		}
	}
	noBudgets := c.budgets(p)
	if len(p.Starts) == 0 {
		p.Starts = []string{"exact"}
	}
	if noDensities == nil {
		noOutside = c.outside(p)
	}
	return p, errors.Join(noDensities, noKernels, noBudgets, noOutside)
}

// budgets finds the numbers of steps, or of evaluations that buy steps: those given, or one for a density and ten for
// several.
func (c *scoreCmd) budgets(p *score.Plan) (err error) {
	switch {
	case c.Steps != nil && c.Evaluations != nil:
		err = errors.New("-N and --evaluations are both given; use one of the two")
	case c.Steps != nil || c.Evaluations != nil:
		const mostBudget = 1_000_000_000 // steps
		field := experiments.Field("N")
		if p.Evaluations {
			field = experiments.FieldBudget
		}
		p.Budgets, err = numbers(lists.Numbers{Field: field, Low: 1, High: mostBudget},
			slices.Concat(c.Steps, c.Evaluations))
		slices.Sort(p.Budgets)
	case len(p.Densities) == 1:
		p.Budgets = []int{1000}
	default:
		p.Budgets = []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}
	}
	return err
}

// densities finds the densities, and sets the kinds of their axes if --axes names them.
func (c *scoreCmd) densities(s *session, p *score.Plan) error {
	if err := c.findTargets(s, p); err != nil || c.Axes == "" {
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

// findTargets finds the densities: those of the zoo, or a single one, with its seed if it is random.
func (c *scoreCmd) findTargets(s *session, p *score.Plan) (err error) {
	if c.Toy == "" && c.Target == "" {
		p.Densities, err = zoo.Select(cmp.Or(c.Zoo, "small"))
		return err
	}
	named := experiments.Setting{Toy: c.Toy, Target: c.Target, Seed: c.Seed}
	space, err := named.Find()
	if err != nil {
		return err
	}
	annealer, err := s.makeAnnealer(space)
	if err != nil {
		return err
	}
	p.Seed = annealer.Seed
	name := annealer.TargetName()
	p.Densities = []zoo.Density{{Name: name, Make: func() toys.Target { return annealer.Target }}}
	return nil
}

// outside reads the kernel of --matrix into the plan, and checks the flags of --exec.
func (c *scoreCmd) outside(p *score.Plan) error {
	if c.Matrix == "" && c.Exec == "" {
		return nil
	}
	if p.Evaluations {
		return errors.New("--evaluations: what a step costs a kernel from outside is not known; use -N")
	}
	if c.Exec != "" {
		for _, d := range p.Densities {
			if _, err := (experiments.Setting{Exec: c.Exec}).FindOn(d.Make()); err != nil {
				return err
			}
		}
	}
	if c.Matrix == "" {
		return nil
	}
	if len(p.Densities) != 1 {
		return errors.New("--matrix: a matrix is of one density; use one, by its name or its file")
	}
	t := p.Densities[0].Make()
	matrix, err := outside.OpenMatrix(c.Matrix, t.Grid.Size())
	if err != nil {
		return err
	}
	k, err := score.FromMatrix(c.Matrix, matrix, t, c.Tolerance)
	p.Kernels = append([]chains.Entry[chains.Kernel]{k}, p.Kernels...)
	return err
}

// errNoScores says that no kernel is left to score.
var errNoScores = badf("every kernel is left out, because it takes too long, its steps have no price, or it has no " +
	"form on these axes; use a --kernel by its name, --axes line, or fewer of --function")

// scoreTables returns every row for programs, and for people a table of one density or the leaderboards of several.
func scoreTables(r score.Result, f table.Format) (tables []table.Table) {
	if f.ForSoftware() {
		return []table.Table{scores.Data(r.Rows)}
	}
	unit := r.Unit()
	if r.Densities > 1 {
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
	last.Notes = append(last.Notes, scores.LeftOut(r)...)
	if r.Followed != "" {
		last.Note("exec: %s.", r.Followed)
	}
	return tables
}
