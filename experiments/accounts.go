package experiments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/exact/estimators"
	"breadboard/experiments/columns"
	"breadboard/grid"
	"breadboard/toys"
)

// An Accounted is a program on a chain, at one T, with its account. Of the numbers in Run those
// that only an annealing has are NaN.
type Accounted struct {
	Exact
	Program string
}

// Sampled is the How of an account whose numbers are estimates from runs.
const Sampled = "sampled"

// Accounts runs the programs at every T of ts, and returns rows in the order of ts and specs.
// A program that is too large for an exact account is sampled.
func (c Chain) Accounts(ctx context.Context, ts []int, specs []string, progress Progress) ([]Accounted, error) {
	return AtEach(ctx, c, 0, ts, len(specs), progress, func(ctx context.Context, at Aimed, tell Progress) (Accounted,
		error) {
		row, err := c.Account(ctx, at.Annealing, specs[at.k], tell)
		row.Choice = at.Choice
		if c.States > MostUnasked {
			row.Measured, row.CellQ = row.WithoutLaws(), nil
		}
		return row, err
	})
}

// Account returns the account of a program on an annealing that At made.
func (c Chain) Account(ctx context.Context, a chains.Annealing, spec string, progress Progress) (Accounted, error) {
	row := Accounted{Exact{Chain: c}, spec}
	e, p, rise, err := c.Aim(a, spec)
	if err != nil {
		return row, err
	}
	account, err := accounts.Options{Progress: progress}.Of(ctx, e, p)
	row.Run = accountRun(a.T(), account)
	if errors.Is(err, accounts.ErrTooLarge) {
		row.Run, err = sampledRun(ctx, e, p, err, progress)
	}
	if err != nil {
		return row, err
	}
	row.LogR += rise
	row.Warnings = slices.Concat(c.partedRun(spec), row.Warnings)
	row.CellQ, row.Extended = row.Q, c.Extended()
	n := c.Target.Grid.Size()
	if row.Extended && row.Account.How == Sampled {
		row.CellQ = nil
		for states := range slices.Chunk(row.Q, len(row.Q)/n) { // of a cell, side by side
			row.CellQ = append(row.CellQ, floats.Sum(states))
		}
	} else if row.Extended {
		account = account.Marginal(n)
		row.CellQ, row.Cell = account.Q, account.Final
	}
	if why := account.Final.WhyInfinite(account.LogQ, account.P, account.LogP, c.Target.Grid.Coords); why != "" {
		row.Warnings = append(row.Warnings, why)
	}
	return row, nil
}

// Aim aims a program at an annealing that At made, with the constants taken off its log densities. So
// rise is to be added to the program's log weights. A model's observations lower themselves.
func (c Chain) Aim(a chains.Annealing, spec string) (e programs.Estimator, p programs.Problem, rise float64,
	err error) {
	if c.Problem(a).Observed == nil {
		a, rise = a.Lowered()
	}
	e, p, err = c.program(a, spec)
	return e, p, rise, err
}

// Sample runs a program on an annealing that At made.
func (c Chain) Sample(ctx context.Context, a chains.Annealing, spec string, o sample.Options) (sample.Runs, error) {
	e, p, rise, err := c.Aim(a, spec)
	if err != nil {
		return sample.Runs{}, err
	}
	runs, err := sample.RunProgram(ctx, e, p, o)
	runs.Rise += rise
	return runs, err
}

// accountRun has the numbers of an exact account.
func accountRun(T int, a accounts.Account) columns.Run {
	r := newRun(exact.Measured{T: T, Q: a.Q, P: a.P, Final: a.Final, Paths: a.Paths, LogR: a.LogR},
		columns.Account{How: string(a.How), Cost: a.Cost, Off: a.Off,
			B: sample.Exactly(a.B()), FwdLogW: sample.Exactly(a.FwdLogW()), RevLogW: sample.Exactly(a.RevLogW()),
			MeanW: sample.Exactly(a.MeanW), MeanInvW: sample.Exactly(a.MeanInvW),
			RMSEFwd: sample.Exactly(a.RMSEFwd()), RMSERev: sample.Exactly(a.RMSERev())}, a.G == nil)
	if math.IsNaN(a.MeanW) {
		r.Warnings = append(r.Warnings, noMeanW)
	}
	return r
}

const noReverse = "the program has no reverse, and so no B, no E_rev[log w] and no mean of 1/w"

// newRun is a run with these numbers. All others are unknown.
func newRun(g exact.Measured, a columns.Account, oneWay bool, warnings ...string) columns.Run {
	nan := math.NaN()
	unknown := exact.Moments{Mean: nan, Variance: nan, Skewness: nan}
	if oneWay {
		warnings = append(warnings, noReverse)
	}
	noPairs := exact.Divergence{Forward: nan, Reverse: nan}
	return columns.Run{Cell: g.Final, Result: exact.Result{Measured: g, Pairwise: noPairs,
		MeanW: a.MeanW.Value, MeanInvW: a.MeanInvW.Value, ESS: nan, FwdLaw: unknown, RevLaw: unknown, Defect: nan,
		Warnings: warnings}, Account: &a, NearB: nan, NearFloor: nan}
}

// A program that can only be sampled is run sampledRuns times in each direction. If that takes
// more than sampledWork log densities it is run less often, but at least fewRuns times. A run is
// taken to compute at least the densities of all levels, cell by cell.
const (
	sampledRuns = 10_000
	fewRuns     = 100
	sampledWork = 3e7
	sampledSeed = 1
)

// sampledRun estimates the numbers of a program that has no exact account. A warning says why. J
// has no unbiased estimate and is left out.
func sampledRun(ctx context.Context, e programs.Estimator, p programs.Problem, why error,
	progress Progress) (columns.Run, error) {
	levels := p.T()
	if p.Observed != nil {
		levels = max(levels, p.Observed.N())
	}
	n := int(max(fewRuns, min(sampledRuns, sampledWork/max(1, e.Cost(), float64(levels*p.Grid.Size())))))
	runs, err := sample.RunProgram(ctx, e, p, sample.Options{Chains: n, Seed: sampledSeed, Progress: progress})
	if err != nil {
		return columns.Run{}, err
	}
	nan, logR := math.NaN(), LogRatio(p)
	fwd, rev := runs.FwdLogW(), runs.RevLogW()
	law := make([]float64, len(runs.Forward.Ends))
	for x, ends := range runs.Forward.Ends {
		law[x] = float64(ends)
	}
	floats.Scale(1/floats.Sum(law), law)
	first, last := p.Ends()
	g := exact.Measured{T: p.T(), P: chains.Normalized(last), Q: law, LogR: logR,
		Final: exact.Divergence{Forward: nan, Reverse: nan},
		Paths: exact.Divergence{Forward: logR - fwd.Value, Reverse: rev.Value - logR}}
	a := columns.Account{How: Sampled, Cost: e.Cost(), Off: nan, B: runs.B(), FwdLogW: fwd, RevLogW: rev,
		MeanW: runs.MeanW(logR), MeanInvW: runs.MeanInvW(logR), RMSEFwd: runs.RMSEFwd(logR),
		RMSERev: runs.RMSERev(logR)}
	ways, oneWay := "runs each way", runs.Reverse.LogW == nil
	if oneWay {
		ways = "forward runs"
	}
	// No run starts from masses below any float, and what these weigh may be as large as they are small.
	var unseen []string
	if chains.LogSpan(first) >= chains.MaxLogSpan {
		a.MeanW = sample.Exactly(nan)
		unseen = append(unseen, noMeanW)
	}
	if chains.LogSpan(last) >= chains.MaxLogSpan && !math.IsNaN(a.MeanInvW.Value) {
		a.MeanInvW = sample.Exactly(nan)
		unseen = append(unseen, "mean_inv_w is left out: it needs masses below the smallest float")
	}
	r := newRun(g, a, oneWay, append([]string{fmt.Sprintf("%v; sampled by %d %s, always with mc-seed %d; breadboard "+
		"sample takes other seeds and numbers; J of a sampled law has no unbiased estimate and is left out",
		why, n, ways, sampledSeed)}, runs.Warnings()...)...)
	r.Warnings = append(r.Warnings, unseen...)
	return r, nil
}

const noMeanW = "mean_w is left out: it needs masses below the smallest float, is above the largest, or is not known " +
	"of the program"

// LogRatio is log Z_T/Z_1 of a problem.
func LogRatio(p programs.Problem) float64 {
	first, last := p.Ends()
	return chains.LogSum(last) - chains.LogSum(first)
}

// A WeightLaw is what is known of the law of log w of a program at one T, beyond the means in
// its account. It has tails, averages, or what bounds of log R certify.
type WeightLaw struct {
	Target, Program string
	Seed            *uint64 // of the target; nil if nothing in it is random
	T               int
	LogR            float64
	B               []float64                // how far the tails are from log R, in nats
	Above           Perhaps[[]accounts.Tail] // P_fwd(log w > log R + b) for each b
	Below           Perhaps[[]accounts.Tail] // P_rev(log w < log R - b)
	Runs            int                      // of an average
	// Of so many runs, relative to log R: the log of the mean of w over forward runs, the log of its
	// harmonic mean over reverse runs, and the largest log w of forward runs.
	Arithmetic, Harmonic, Largest Perhaps[accounts.Combined]
	Estimates                     Perhaps[[]estimators.Estimate] // of log R, from so many runs
	OneSided                      []OneSided
	Warnings                      []string       // of the account on which these stand
	Cells                         Perhaps[Cells] // the account, in which every cell is on its own
}

// Cells are an account on a grid.
type Cells struct {
	accounts.Account
	grid.Grid
}

// Perhaps is a value, or why it is not known.
type Perhaps[V any] struct {
	Value   V
	Unknown string // "" if it is known
}

// set keeps the value. The error of a law that is not known is no failure.
func (p *Perhaps[V]) set(value V, err error) error {
	if errors.Is(err, accounts.ErrTooLarge) {
		p.Unknown = err.Error()
		return nil
	}
	p.Value = value
	return err
}

// lawWidth is the width in nats to which the tails of log w are known. largestOff is how far the
// largest of some runs may be off, if that can be had in a second or two.
const lawWidth, largestOff = 0.01, 0.05

// A Law is what a table tells of log w: it fills the row of a program that is aimed at a problem of the chain.
type Law func(ctx context.Context, c Chain, e programs.Estimator, p programs.Problem, row *WeightLaw) error

// Tails are those of log w, b nats beyond log R.
func Tails(b []float64) Law {
	return func(ctx context.Context, _ Chain, e programs.Estimator, p programs.Problem, row *WeightLaw) error {
		row.B = b
		if err := row.Above.set(accounts.Above(ctx, e, p, lawWidth, b...)); err != nil {
			return err
		}
		return row.Below.set(accounts.Below(ctx, e, p, lawWidth, b...))
	}
}

// Averages are the means and errors of averages of so many runs.
func Averages(runs int) Law {
	return func(ctx context.Context, _ Chain, e programs.Estimator, p programs.Problem, row *WeightLaw) error {
		row.Runs = runs
		if err := row.Arithmetic.set(accounts.Arithmetic(ctx, e, p, runs)); err != nil {
			return err
		}
		if err := row.Harmonic.set(accounts.Harmonic(ctx, e, p, runs)); err != nil {
			return err
		}
		return row.Largest.set(accounts.Largest(ctx, e, p, runs, largestOff))
	}
}

// Estimators are those of log R from so many chains of annealing.
func Estimators(runs int) Law {
	return func(ctx context.Context, _ Chain, e programs.Estimator, _ programs.Problem, row *WeightLaw) error {
		ais, ok := e.(programs.AIS)
		row.Runs = runs
		if !ok {
			row.Estimates.Unknown = "only annealing has levels"
			return nil
		}
		return row.Estimates.set(estimators.Of(ctx, ais.Annealing, runs))
	}
}

// Raise is the Law of the accounts from which the bounds of each cell's probability are read.
func Raise(ctx context.Context, c Chain, e programs.Estimator, p programs.Problem, row *WeightLaw) error {
	if _, reverses := e.(programs.Program); !reverses {
		row.Cells.Unknown = noReverse
		return nil
	}
	a, err := accounts.Of(ctx, e, p)
	if err == nil && c.Extended() {
		a = a.Marginal(c.Target.Grid.Size())
	}
	return row.Cells.set(Cells{a, c.Target.Grid}, err)
}

// Laws returns what the law tells of every program at every T, in the order of ts and specs.
func (c Chain) Laws(ctx context.Context, ts []int, specs []string, law Law, tell Progress) ([]WeightLaw, error) {
	return AtEach(ctx, c, 1, ts, len(specs), tell, func(ctx context.Context, at Aimed, _ Progress) (WeightLaw, error) {
		e, p, rise, err := c.Aim(at.Annealing, specs[at.k])
		if err != nil {
			return WeightLaw{}, err
		}
		row := WeightLaw{Target: c.TargetName() + c.OnBox(), Seed: c.Seed, Program: specs[at.k], T: at.T(),
			LogR: LogRatio(p) + rise}
		return row, law(ctx, c, e, p, &row)
	})
}

// The names that only models know: the prior, as an initial density, and the observations, as the
// bridge from the prior to the posterior.
const (
	prior        = "prior"
	observations = "observations"
)

// observed returns the observations of a model, or nil.
func observed(t toys.Target) *chains.Observations {
	if t.Model == nil {
		return nil
	}
	return &chains.Observations{Steps: t.Model.Steps, Axes: t.Model.Axes, LogRelabelings: t.Model.LogRelabelings}
}

// Problem returns the problem of an annealing that At made. It has a model's observations if the annealing begins at
// the prior. It has an exact draw, if there is one, if the kernel runs on cells without states of its own.
func (c Chain) Problem(a chains.Annealing) programs.Problem {
	p := programs.Problem{Annealing: a, Sample: -1}
	if c.Target.Model == nil {
		return p
	}
	if c.Initial == prior {
		p.Observed = observed(c.Target)
	}
	if !c.Extended() {
		p.Sample = c.Target.Model.Latents
	}
	return p
}

// Family returns the family of the model that the setting names, with its hyperparameters on a
// lattice. An observation has width numbers.
func (s Setting) Family(width int) (toys.Family, error) {
	if s.Toy == "" {
		return toys.Family{}, Faultf("no model: %v NAME, one of %s, would do", FieldToy, strings.Join(Models(), ", "))
	}
	toy, params, err := findToy(s.Toy)
	switch {
	case err != nil:
		return toys.Family{}, err
	case toy.Family == nil && toy.Model != nil:
		return toys.Family{}, Faultf("%v %s has no hyperparameters; one of %s would do", FieldToy, s.Toy,
			strings.Join(Models(), ", "))
	case toy.Family == nil:
		return toys.Family{}, Faultf("%v %s is no model; one of %s would do", FieldToy, s.Toy,
			strings.Join(Models(), ", "))
	}
	f, err := toy.Family(params, width)
	if err != nil {
		err = Faultf("%v %s: %v", FieldToy, s.Toy, err)
	}
	return f, err
}

// Models lists the toys that are models with hyperparameters, with the names of their parameters.
func Models() (specs []string) {
	for _, t := range toys.Catalogue {
		if t.Family != nil {
			specs = append(specs, t.Spec())
		}
	}
	return specs
}

// findProgram reads the spec of a program, such as smc:8.
func findProgram(spec string) (programs.Maker, error) {
	if spec == "" {
		return nil, Faultf("%v: a name is empty; names such as %s, separated by single commas, would do", FieldProgram,
			"ais,smc:8")
	}
	m, known, err := programs.Read(spec)
	switch {
	case !known:
		return nil, Unknown(FieldProgram, spec, Specs(FieldProgram))
	case err != nil:
		return nil, Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return m, nil
}

// CheckPrograms returns the faults of all specs, joined.
func CheckPrograms(specs ...string) error { return checked(specs, findProgram) }

// Suits returns a fault for every program that needs something which the chain lacks, such as a model's data.
func (c Chain) Suits(specs ...string) error { return checked(specs, c.suits) }

func checked[V any](specs []string, look func(spec string) (V, error)) error {
	var faults []error
	for _, spec := range specs {
		_, err := look(spec)
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// Reverses returns a fault if the chain lacks something that the program needs, or the program cannot run in reverse.
func (c Chain) Reverses(spec string) error {
	e, err := c.suits(spec)
	if _, ok := e.(programs.Program); err == nil && !ok {
		return Faultf("%v %s: it has no reverse, and both programs are to run in reverse; ais or smc:8, say, would do",
			FieldProgram, spec)
	}
	return err
}

func (c Chain) suits(spec string) (programs.Estimator, error) {
	if c.Matrix != "" && spec != "ais" {
		return nil, Faultf("%v %s: %v %s has kernels for its own annealing alone; ais, or none, would do",
			FieldProgram, spec, FieldMatrix, c.Matrix)
	}
	e, _, err := c.program(c.annealing(c.few()), spec)
	return e, err
}

// program aims a program at an annealing that At made.
func (c Chain) program(a chains.Annealing, spec string) (programs.Estimator, programs.Problem, error) {
	p := c.Problem(a)
	m, err := findProgram(spec)
	if err != nil {
		return nil, p, err
	}
	if c.Target.Orbits != nil && slices.Contains(ofCells, stem(spec)) {
		return nil, p, Faultf("%v %s: it goes by single cells, their axes or their ties, and %s is walked on orbits; "+
			"another program, as ais or smc:8, would do", FieldProgram, spec, c.TargetName())
	}
	e, err := m(p)
	if err != nil {
		err = Faultf("%v %s: %v", FieldProgram, spec, err)
	}
	return e, p, err
}

// ofCells are the programs that give other numbers on orbits than on cells. The others draw by densities and kernels
// alone, and densities of orbits lead to the same weights: but for rounding, which decides what ties in nested
// sampling.
var ofCells = []string{"vb", "bic", "smc-data", "shme", "cms", "chib", "ns"}
