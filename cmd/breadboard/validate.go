package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"breadboard/chains"
	"breadboard/chains/evidence"
	"breadboard/chains/outside"
	"breadboard/cmd/breadboard/internal/client"
	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments"
	"breadboard/experiments/draws"
	"breadboard/experiments/geweke"
	"breadboard/experiments/validation"
	"breadboard/grid/sheets"
	"breadboard/grid/text"
	"breadboard/reports"
	"breadboard/reports/inspected"
	"breadboard/reports/table"
	"breadboard/toys"
)

// validateCmd checks a kernel: one of the catalogue, or one from outside, as matrices, as a
// program or as observed moves.
type validateCmd struct {
	File   string `arg:"" optional:"" help:"Your kernel: a program (.py, .R or one that may be executed), or a .csv or .npy of its matrix or of observed moves." placeholder:"FILE"`
	Matrix string `help:"A matrix, CSV or NPY, or a folder, beta-0.5.csv." placeholder:"PATH"`
	Exec   string `help:"A command that makes moves, or - for the caller: see cmd/breadboard/doc/kernel.md." placeholder:"COMMAND"`
	Rows   bool   `help:"Ask --exec for rows, and judge these exactly."`
	Draws  string `help:"Judge a file of draws of any sampler instead: see cmd/breadboard/doc/samplers.md." placeholder:"FILE"`
	cellFlags
	annealingFlags
	targetSeed
	Beta      *float64 `help:"Validate at this beta alone; 1 is the target." placeholder:"BETA"`
	Levels    []string `short:"T" sep:"none" help:"The number of levels of the annealing (default 11)." placeholder:"N"`
	Tolerance float64  `help:"How far laws may be off besides rounding, as 1e-5." default:"0" placeholder:"EPS"`
	diceSeed
	Time time.Duration `help:"End after this time, as 30s, and judge the moves." placeholder:"TIME"`
	timeoutFlag
	Full     bool   `help:"Print every law, and how fast the chain is."`
	Pictures string `help:"Also draw heat maps, spectrum and page into it." placeholder:"DIR"`
	outputFlags

	moves string // FILE, if it has observed moves
}

// Run validates the kernel and prints the findings.
func (c *validateCmd) Run(w *world) error {
	if err := c.takeFile(w); err != nil {
		return err
	}
	if c.Draws != "" {
		return c.judgeDraws(w)
	}
	if err := c.check(w); err != nil {
		return err
	}
	judge := c.exactly
	if c.fromMoves() {
		judge = c.samples
	}
	v, err := judge(w)
	if err == nil && c.Pictures != "" && w.ctx.Err() == nil {
		err = c.draw(w, v)
	}
	if err != nil {
		return err
	}
	switch c.format { // one object as JSON, the laws alone as CSV, and otherwise the verdict, or with --full all tables
	case table.JSON:
		err = reports.WriteValidation(w.stdout, v)
	case table.CSV:
		err = w.print(c.format, reports.LawsData(v))
	default:
		tables := []table.Table{reports.Verdict(v)}
		if c.Full {
			tables = reports.Validation(v)
		}
		err = w.print(c.format, tables...)
	}
	if err == nil && !v.OK() {
		err = errBroken
	}
	return cmp.Or(w.ctx.Err(), err) // after a signal what is printed is of the moves before
}

// fromMoves reports whether the kernel is known from moves alone.
func (c *validateCmd) fromMoves() bool { return c.Exec != "" && !c.Rows || c.moves != "" }

// check returns what is wrong with the flags.
func (c *validateCmd) check(w *world) error {
	if c.Pictures != "" {
		if err := w.claim("--pictures", c.Pictures); err != nil {
			return err
		}
	}
	isGiven := c.Matrix != "" || c.Exec != "" || c.moves != ""
	switch {
	case c.Beta != nil && !(*c.Beta >= 0 && *c.Beta <= 1):
		return badf("--beta %v; use a number from 0 to 1", *c.Beta)
	case w.given("time") && !(c.Time > 0 && c.Exec != "" && !c.Rows):
		return badf("--time %v; use a time above 0, such as 30s, with --exec", c.Time)
	case w.given("tolerance") && c.fromMoves():
		return badf("--tolerance %v is of rows, and the errors of moves are those of chance; leave it out", c.Tolerance)
	case !(c.Tolerance >= 0 && c.Tolerance < 1):
		return badf("--tolerance %v; use a small number from 0", c.Tolerance)
	case c.Matrix != "" && c.Exec != "":
		return badf("--matrix and --exec are both given; use one of the two")
	case c.columnsGiven(w) && c.moves == "":
		return badf("--columns and --from are of --draws and of a file of moves; leave them out")
	case isGiven && c.Kernel == "" && c.Repeat != 1:
		return badf("--repeat %d is of --kernel, which is not given; use --kernel NAME, or leave --repeat out",
			c.Repeat)
	case !isGiven && c.Kernel == "":
		return badf("nothing to validate; use FILE, --kernel NAME, --matrix PATH, --exec COMMAND or --draws FILE")
	}
	return nil
}

// columnsGiven reports whether a flag says how a file writes cells.
func (c *validateCmd) columnsGiven(w *world) bool { return w.given("columns") || w.given("from") }

// draw writes the pictures and the page.
func (c *validateCmd) draw(w *world, v validation.Validation) error {
	files, err := inspected.Files(v, w.made())
	if err != nil {
		return err
	}
	return w.write(c.Pictures, files)
}

// exactly validates a kernel of the catalogue, a matrix at one beta, a folder of them at its own betas, or the rows
// that a program tells: at every beta of the annealing unless one is given.
func (c *validateCmd) exactly(w *world) (v validation.Validation, err error) {
	tell, finish := w.progress("validate")
	defer finish()
	const parts = 3 // of the work
	chain, T, err := c.findChain(w)
	if err != nil {
		return v, err
	}
	var s validation.Candidate
	beta := c.Beta
	if c.Matrix == "" && !c.Rows {
		s, err = validation.Of(w.ctx, chain, T)
		err = unfit(err)
		s.Name = chain.KernelLabel() + " on " + chain.TargetLabel()
	} else {
		var given validation.Matrices
		given, err = c.matrices(w, chain, T)
		if err == nil {
			s = validation.Given(chain, given)
		}
		if beta == nil && len(given.P) == 1 {
			beta = new(1.0)
		}
	}
	if err == nil {
		err = checkSize(s.Name, s.Grid.Size())
	}
	if err != nil {
		return v, err
	}
	if drawn := chain.Target.Model != nil && beta == nil; w.given("mc-seed") && !drawn {
		return v, badf("--mc-seed is given, and nothing is drawn; leave it out")
	}
	s.Slack = c.Tolerance
	if beta != nil {
		v, err = validation.At(w.ctx, s, *beta)
	} else {
		v, err = validation.Run(w.ctx, s, tell.Share(0, 1, parts))
	}
	if err == nil {
		err = v.Measure(w.ctx, tell.Share(1, 2, parts))
	}
	if ofCatalogue := c.Matrix == "" && !c.Rows; err == nil && ofCatalogue && beta == nil {
		err = c.fit(w.ctx, &v, chain, nil, tell.Share(2, 3, parts))
	}
	return v, err
}

// fit tests the kernel together with the model whose posterior the target is, if it is one. m makes the steps, if it is
// not nil.
func (c *validateCmd) fit(ctx context.Context, v *validation.Validation, chain experiments.Chain, m chains.Mover,
	tell experiments.Progress) error {
	if chain.Target.Model == nil {
		return nil
	}
	test := geweke.Of(chain, 10, 1000, c.MCSeed)
	test.Mover = m
	return v.Fit(ctx, tell, test)
}

// checkSize returns bad input if there are too many cells for a matrix.
func checkSize(name string, cells int) error {
	if cells <= validation.MostCells {
		return nil
	}
	return badf("%s has %s cells; use up to %s, whose matrices fit, or the moves of --exec", name,
		table.Thousands(cells), table.Thousands(validation.MostCells))
}

// findChain returns the annealing that the flags name and its T.
func (c *validateCmd) findChain(w *world) (chain experiments.Chain, T int, err error) {
	if err := fileHint(c.Kernel); err != nil {
		return chain, 0, bad(err)
	}
	asked, wrong := levels(c.Levels)
	named := c.setting(c.Seed)
	space, err := named.Find()
	if err = errors.Join(err, wrong); err != nil {
		return chain, 0, bad(err)
	}
	if c.Matrix == "" && c.Exec == "" && c.moves == "" { // the others are refused without asking
		if err := checkSize(c.Kernel+" on "+space.TargetName(), space.Grid.Size()); err != nil {
			return chain, 0, err
		}
	}
	const mostValidated = 20_000 // levels, because the findings of each are kept
	ts, err := space.Levels(asked, 11)
	switch {
	case err != nil:
		return chain, 0, bad(err)
	case len(ts) > 1:
		return chain, 0, badf("-T %s; use one number of levels", strings.Join(c.Levels, ","))
	case ts[0] > mostValidated:
		return chain, 0, badf("-T %d; use a number of levels up to %d", ts[0], mostValidated)
	}
	chain, err = w.makeChain(space)
	return chain, ts[0], err
}

// mostMoves is the number of moves that a program is asked for at the most, at all betas together.
const mostMoves = 10_000_000

// samples validates a kernel that is known from samples alone: a program, or a record of moves.
func (c *validateCmd) samples(w *world) (v validation.Validation, err error) {
	chain, T, err := c.findChain(w)
	if err != nil {
		return v, err
	}
	s, err := validation.Of(w.ctx, chain, T)
	if err != nil {
		return v, unfit(err)
	}
	cells := s.Grid.Size()
	if c.Kernel != "" && cells > validation.MostCells {
		return v, badf("--kernel %s on %s cells; use up to %s, or leave --kernel out for the laws without it", c.Kernel,
			table.Thousands(cells), table.Thousands(validation.MostCells))
	}
	if c.Kernel != "" {
		s.Declared = s.Kernel
	}
	// A sound kernel is accused once in a thousand times by one look, and a fault of 0.1 in total variation is found
	// nine times in ten. A program moves so many chains up the betas at the most, and as many down.
	o := validation.Sampling{Budget: mostMoves, Chains: 10_000, Fault: 0.1, Level: 0.001, Power: 0.9, Seed: c.MCSeed}
	if c.moves == "" {
		s.Name = c.execName() + " on " + chain.TargetLabel()
		return c.askProgram(w, chain, s, o)
	}
	s.Name = fmt.Sprintf("%s on %s", c.moves, chain.TargetLabel())
	seen := evidence.NewTally(cells)
	how, err := c.reading()
	if err != nil {
		return v, err
	}
	if err := outside.OpenMoves(c.moves, how, s.Grid, seen.Add); err != nil {
		return v, bad(err)
	}
	beta := 1.0
	if c.Beta != nil {
		beta = *c.Beta
	}
	judging, stop := w.judging(0)
	defer stop()
	return s.Count(judging, seen, beta, o), nil
}

// askProgram starts the program and asks it for moves. After a signal, or when the time is over, it judges those that
// were made.
func (c *validateCmd) askProgram(w *world, chain experiments.Chain, s validation.Candidate,
	o validation.Sampling) (v validation.Validation, err error) {
	defer func() { err = programFault(err) }()
	m, err := client.StartKernel(w.ctx, c.Exec, c.Timeout, c.MCSeed, s.Grid)
	if err != nil {
		return v, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	var betas []float64
	parts := s.T() + 1 // annealed chains come after the betas
	if c.Beta != nil {
		betas = []float64{*c.Beta}
		parts = 1
	}
	judging, stop := w.judging(c.Time)
	defer stop()
	bounded := &boundedMoves{Mover: m, w: w, most: int(min(s.Plan(o, betas), mostMoves)), parts: parts,
		isCaller: c.Exec == client.Caller}
	if c.Time > 0 {
		bounded.end = w.clock.Now().Add(c.Time - min(c.Time/judgingShare, mostJudging))
	}
	finish := w.shown("validate")
	defer finish()
	v, err = s.Sample(judging, bounded, betas, o)
	if err == nil && c.Time == 0 && betas == nil && w.ctx.Err() == nil {
		err = c.fit(w.ctx, &v, chain, m, nil)
	}
	if errors.Is(err, validation.ErrNoMore) {
		err = badf("--time %v, in which too few moves were made to judge; use a longer one", c.Time)
	}
	return v, err
}

// judgingShare is the part of --time in which the moves are judged, and mostJudging the longest that is kept for it: on
// hundreds of cells all tests and causes take some seconds.
const (
	judgingShare = 5
	mostJudging  = 10 * time.Second
)

// judging returns a context for tests and for the search for causes. It ends after this time, if that is above 0, and
// some time after a signal. The program is not ended before (see patience).
func (w *world) judging(bound time.Duration) (ctx context.Context, stop context.CancelFunc) {
	const afterSignal, printing = 2 * time.Second, 5 * time.Second // whoever presses Ctrl-C waits
	ctx, stop = context.WithCancel(context.WithoutCancel(w.ctx))
	if bound > 0 {
		w.clock.After(bound, stop)
	}
	context.AfterFunc(w.ctx, func() { w.clock.After(afterSignal, stop) })
	w.patient(afterSignal + printing)
	return ctx, stop
}

// boundedMoves are moves of a program that end after a signal, and when their time is over, of which each beta has an
// equal share of what the others left.
type boundedMoves struct {
	chains.Mover
	w        *world
	most     int       // moves that may be asked for
	done     int       // moves
	parts    int       // betas that are left, and the annealed chains
	end      time.Time // of all moves; zero if the time has no bound
	levelEnd time.Time // of the moves at this beta
	// isCaller says that a line is answered whenever that is: the program waits in its caller, which answers the line
	// before it reads the verdict.
	isCaller bool
}

// Aim aims the program, and gives the beta its share of the time.
func (m *boundedMoves) Aim(ctx context.Context, beta float64, logf []float64) error {
	now := m.w.clock.Now()
	m.levelEnd = now.Add(m.end.Sub(now) / time.Duration(max(1, m.parts)))
	m.parts--
	return m.unlessOver(ctx, func(ctx context.Context) error { return m.Mover.Aim(ctx, beta, logf) })
}

// Move moves line by line, of a thousand moves each.
func (m *boundedMoves) Move(ctx context.Context, next, states []int) error {
	for at := 0; at < len(states); at += 1000 {
		end := min(at+1000, len(states))
		err := m.unlessOver(ctx, func(ctx context.Context) error {
			return m.Mover.Move(ctx, next[at:end], states[at:end])
		})
		if err != nil {
			return err
		}
		m.done += end - at
		most := max(m.most, m.done)
		m.w.meter.Set(float64(m.done)/float64(most),
			fmt.Sprintf("%s of up to %s moves", table.Thousands(m.done), table.Thousands(most)))
	}
	return nil
}

// unlessOver asks the program for something, if there are to be more moves.
func (m *boundedMoves) unlessOver(ctx context.Context, ask func(context.Context) error) error {
	if !m.end.IsZero() && !m.w.clock.Now().Before(m.levelEnd) {
		return validation.ErrNoMore
	}
	if m.isCaller {
		ctx = context.WithoutCancel(ctx)
	}
	err := ask(ctx)
	if m.w.ctx.Err() != nil {
		return validation.ErrNoMore
	}
	return err
}

// A kernel from outside whose rows are known is judged exactly, wherever the rows are from: files, or a program.

// matrices returns the matrices of --matrix, or the rows that --exec tells.
func (c *validateCmd) matrices(w *world, chain experiments.Chain, T int) (validation.Matrices, error) {
	if c.Rows {
		return c.askRows(w, chain, T)
	}
	given, err := c.readMatrices(chain.Target.Grid.Size())
	return given, bad(err)
}

// readMatrices reads the file or folder of --matrix. A folder always has two matrices
// or more in P, counting the missing one of beta = 0; a file has one.
func (c *validateCmd) readMatrices(cells int) (validation.Matrices, error) {
	given := validation.Matrices{Path: c.Matrix, Declared: c.Kernel != ""}
	levelsGiven := len(c.Levels) > 0 || c.Schedule != "linear"
	info, err := os.Stat(c.Matrix)
	switch {
	case err != nil:
		return given, fmt.Errorf("--matrix %s: %w; use a CSV or NPY file, or a folder of them",
			c.Matrix, text.Pathless(err))
	case info.IsDir() && (c.Beta != nil || levelsGiven):
		return given, fmt.Errorf("--matrix %s is a folder, which has its own betas; leave --beta, -T and --schedule "+
			"out", c.Matrix)
	case info.IsDir():
		f, err := outside.OpenFolder(c.Matrix, cells)
		given.Schedule, given.P = f.Schedule, f.P
		return given, err
	case levelsGiven:
		return given, fmt.Errorf("--matrix %s is of one beta; leave -T and --schedule out, or give a folder", c.Matrix)
	}
	p, err := outside.OpenMatrix(c.Matrix, cells)
	given.Schedule = chains.Linear(2)
	given.P = [][]float64{p}
	return given, err
}

// askRows asks the program of --exec for its rows at the betas of the annealing after the first, or at --beta alone.
func (c *validateCmd) askRows(w *world, chain experiments.Chain, T int) (given validation.Matrices, err error) {
	given = validation.Matrices{Path: c.execName(), Declared: c.Kernel != "", Schedule: chains.Linear(2)}
	cells := chain.Target.Grid.Size()
	if cells > experiments.MostAskedCells {
		return given, badf("--exec %s --rows on %s cells; use up to %s, whose rows fit", c.Exec,
			table.Thousands(cells), table.Thousands(experiments.MostAskedCells))
	}
	betas := []float64{}
	if c.Beta != nil {
		betas = append(betas, *c.Beta)
	} else {
		a, _, err := chain.At(w.ctx, T)
		if err != nil {
			return given, unfit(err)
		}
		given.Schedule = a.Schedule
		given.P = make([][]float64, 1, T)
		betas = a.Schedule.Betas()[1:]
	}
	program := w.rowsProgram(c.Exec, c.Timeout, c.MCSeed)
	defer func() { err = unanswered(errors.Join(err, program.close())) }()
	chain = chain.Asking(program.ask)
	for i, beta := range betas {
		if i > 0 && beta == betas[i-1] {
			given.P = append(given.P, given.P[len(given.P)-1])
			continue
		}
		p, err := chain.Told(w.ctx, beta)
		if err != nil {
			return given, err
		}
		given.P = append(given.P, p)
	}
	return given, nil
}

// execName returns the name of the program of --exec in a verdict.
func (c *validateCmd) execName() string {
	if c.Exec == client.Caller {
		return "the caller"
	}
	return strconv.Quote(c.Exec)
}

// judgeDraws compares every sample of the file with the target.
func (c *validateCmd) judgeDraws(w *world) error {
	how, err := c.reading()
	if err != nil {
		return err
	}
	space, err := c.ofTarget(c.Seed).Find()
	if err != nil {
		return bad(err)
	}
	chain, err := w.makeChain(space)
	if err != nil {
		return err
	}
	all, err := c.samplesOf(w, how, chain.Target)
	if err != nil {
		return bad(err)
	}
	err = w.print(c.format, reports.Draws(chain, all, c.format)...)
	if err == nil && slices.ContainsFunc(all, func(r draws.Result) bool { return r.Verdict == draws.Differs }) {
		err = errBroken
	}
	return err
}

// samplesOf reads the file and compares its samples with the target.
func (c *validateCmd) samplesOf(w *world, how sheets.Reading, target toys.Target) ([]draws.Result, error) {
	sheet, err := sheets.Open(c.Draws, "a CSV or .npy file of cells")
	if err != nil {
		return nil, err
	}
	if err := sheet.As(how, draws.Words(target.Grid)); err != nil {
		return nil, err
	}
	samples, err := draws.Read(sheet, target.Grid)
	if err != nil {
		return nil, err
	}
	return draws.Judge(target.Grid, chains.Normalized(target.LogF), samples), nil
}

// unnamedTarget stands in where nobody names a target for a program.
const unnamedTarget = "barrier"

// interpreters run a program by the ending of its file.
var interpreters = map[string]string{".py": "python3", ".R": "Rscript"}

// takeFile finds what FILE is: a program, a matrix, a folder of them, or a record of moves. A program
// has a target even if none is named.
func (c *validateCmd) takeFile(w *world) error {
	if c.File == "" {
		return nil
	}
	if c.Matrix != "" || c.Exec != "" || c.Draws != "" {
		return badf("%s is given beside --matrix, --exec or --draws; use one of them", c.File)
	}
	info, err := os.Stat(c.File)
	if err != nil {
		return badf("%s: %w; use the file of a program, of a matrix or of moves", c.File, text.Pathless(err))
	}
	ending := filepath.Ext(c.File)
	runs, known := interpreters[ending]
	executable := info.Mode().IsRegular() && info.Mode()&0o111 != 0
	switch {
	case info.IsDir():
		c.Matrix = c.File
	case known:
		c.Exec = shell.Quoted(runs, c.File)
	case ending == ".csv" || ending == ".npy":
		return c.takeNumbers()
	case executable:
		path, err := filepath.Abs(c.File) // a bare name would be looked for in the PATH
		if err != nil {
			return err
		}
		c.Exec = shell.Quoted(path)
	default:
		return badf("%s; use a program (.py, .R, or one that may be executed), a .csv or .npy of a matrix or of "+
			"moves, or a folder of matrices", c.File)
	}
	if c.Exec != "" && c.Toy == "" && c.Target == "" {
		c.Toy = unnamedTarget
		w.notify("validate: on " + unnamedTarget + "; --toy or --target names another target")
	}
	return nil
}

// takeNumbers takes moves from a file whose columns have names, or from an array of NumPy of whole numbers or of
// another shape than a matrix; and a matrix from any other.
func (c *validateCmd) takeNumbers() error {
	file, err := os.Open(c.File)
	if err != nil {
		return badf("%s: %w; use a file that can be read", c.File, text.Pathless(err))
	}
	defer file.Close()
	first, _ := bufio.NewReader(file).ReadString('\n') // all of a shorter file
	fields := strings.FieldsFunc(strings.TrimSpace(first), func(r rune) bool { return r == ',' || r == ';' })
	isArray := strings.HasPrefix(first, npyMagic)
	if isArray && !squareOfNumbers(first) || !isArray && text.Named(fields) {
		c.moves = c.File
	} else {
		c.Matrix = c.File
	}
	return nil
}

// npyMagic begins every file of NumPy.
const npyMagic = "\x93NUMPY"

// squareOfNumbers reports whether the head of a file of NumPy says that it has a square of floating-point numbers.
func squareOfNumbers(head string) bool {
	_, kind, _ := strings.Cut(head, "'descr': '")
	_, shape, _ := strings.Cut(head, "'shape': (")
	shape, _, _ = strings.Cut(shape, ")")
	rows, columns, isTable := strings.Cut(shape, ", ")
	return isTable && rows == columns && len(kind) > 1 && kind[1] == 'f'
}

// fileHint says how a program that was named as a catalogue's kernel is validated.
func fileHint(kernel string) error {
	if _, err := os.Stat(kernel); err != nil || filepath.Ext(kernel) == "" {
		return nil
	}
	return fmt.Errorf("--kernel %s is a file; use breadboard validate %s", kernel, shell.Quoted(kernel))
}
