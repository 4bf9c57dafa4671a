// Package apart measures how far apart two inference programs are on one target: by AIDE's estimate,
// and by the exact numbers beside it.
//
// A Spec is a program with settings of its own, as in ais:T=100:kernel=king. A Study makes a Pair of each program,
// aimed at a chain, and the gold standard, and measure makes a Row of each Pair. A program that does not run on a
// chain needs a Pair alone: its things X may be paths or partitions.
package apart

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/hidden"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	exactly "breadboard/exact/hidden"
	"breadboard/experiments"
	"breadboard/experiments/weights"
	"breadboard/grid/text"
)

// A Side is a program with the chain that it runs on.
type Side struct {
	Spec
	Chain experiments.Chain
	Ts    []int // at which it runs: one, or one for each T of the study
}

// On returns the program on a chain. The error says what the chain lacks, or that the program cannot
// run in reverse.
func (s Spec) On(c experiments.Chain, ts []int) (Side, error) {
	if s.Text != Exec {
		if err := experiments.Reverses(c, s.Program); err != nil {
			return Side{}, ofProgram{err, s.field}
		}
	}
	return Side{s, c, ts}, nil
}

// A Study has programs to be compared with a gold standard on one target.
type Study struct {
	Gold     Side
	Programs []Side
	Common   experiments.Chain // has the settings of programs without their own
	Outside  outside.Runner    // the program that specs call exec; nil if none does
	Command  string            // of that program
	Options
}

// Rows compares every program with the gold standard at every T, and returns rows in the order of ts
// and programs. The error is ctx's, the program's from outside, or a Fault if a schedule does not exist.
func (s Study) Rows(ctx context.Context, ts []int, tell experiments.Progress) (rows []Row, err error) {
	ways, err := s.ways(ctx)
	if err != nil {
		return nil, err
	}
	// There is an account of every program, and of all but the gold standard an estimate.
	done, all := 0, len(ts)*(1+2*len(s.Programs))
	part := func() experiments.Progress {
		done++
		return tell.Share(done-1, done, all)
	}
	var gold aimed
	targets := make([]aimed, len(s.Programs))
	for i, T := range ts {
		if err := gold.aim(ctx, s, s.Gold, i, part()); err != nil {
			return nil, err
		}
		for k, side := range s.Programs {
			if err := targets[k].aim(ctx, s, side, i, part()); err != nil {
				return nil, err
			}
			tell := part()
			if i > 0 && !s.anneals(side) {
				continue // the row of the first T says it all
			}
			row, err := s.measure(ctx, gold, targets[k], tell)
			if err != nil {
				return nil, err
			}
			row.Gold = s.Gold.Text
			row.Program = side.Text
			row.Setting = s.Common.Setting
			row.Target = s.Common.TargetName()
			row.Grid = s.Common.Target.Grid.String()
			row.Kinds = s.Common.Pinned().Axes
			// A program from outside is told the two ends alone. If the other one knows no more, neither ever had a
			// kernel, a bridge, a schedule or a T.
			row.T = T
			if !s.anneals(side) {
				row.T = 0
				row.Kernel = ""
				row.Repeat = 0
				row.Bridge = ""
				row.Schedule = ""
				row.SkipLast = false
			}
			if s.Gold.Text == Exec || side.Text == Exec {
				row.Ways = ways
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// anneals reports whether a program or the gold standard may depend on the levels, or whether neither is from outside.
func (s Study) anneals(side Side) bool {
	if s.Gold.Text != Exec && side.Text != Exec {
		return true
	}
	return !s.Gold.endsAlone() || !side.endsAlone()
}

// measure measures two programs. If the program from outside fails, that ends the estimate.
func (s Study) measure(ctx context.Context, gold, target aimed, tell experiments.Progress) (Row, error) {
	if s.Outside == nil {
		return measure(ctx, pair(gold, target), s.Options, tell)
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	for _, one := range []aimed{gold, target} {
		if one.outside != nil {
			one.outside.ctx, one.outside.fail = ctx, fail
		}
	}
	s.Workers = 1 // the program answers one question after another
	row, err := measure(ctx, pair(gold, target), s.Options, tell)
	return row, cmp.Or(context.Cause(ctx), err)
}

// An aimed is a program on cells with its account, unless it has none.
type aimed struct {
	cells
	outside *outsider // in place of cells; nil if the program is not from outside
	account accounts.Account
	unknown error                         // why it has none: accounts.ErrTooLarge, errOutside or errAlone
	side    func() (accounts.Side, error) // the account with the laws of weights; made when it is first asked for
	text    string
}

// errAlone is why a program has no account if none was to be made.
var errAlone = errors.New("the exact numbers are left out, so the estimate stands alone")

// aim aims a program at its annealing for the study's T number i, and computes its account unless it stays alone. A
// program with a T of its own is aimed once.
func (a *aimed) aim(ctx context.Context, s Study, side Side, i int, tell experiments.Progress) error {
	if i >= len(side.Ts) {
		return nil
	}
	*a = aimed{text: side.Text}
	if side.Text == Exec {
		_, target := s.Common.Ends()
		a.outside, a.unknown = &outsider{runner: s.Outside, target: target}, errOutside
		return nil
	}
	annealing, _, err := side.Chain.At(ctx, side.Ts[i])
	if err != nil {
		if side.Own() && errors.As(err, new(experiments.Fault)) {
			err = side.fault(err)
		}
		return err
	}
	e, p, _, err := weights.Aim(side.Chain, annealing, side.Program)
	if err != nil {
		return err
	}
	a.cells = newCells(e.(programs.Program), p)
	if s.Alone {
		a.unknown = errAlone
		return nil
	}
	account, err := a.cells.account(ctx, tell)
	if errors.Is(err, accounts.ErrTooLarge) {
		a.unknown, err = err, nil
	}
	a.account, a.side = account, sync.OnceValues(func() (accounts.Side, error) {
		return accounts.NewSide(ctx, account, e.(programs.Program), p, mostEnumerated)
	})
	return err
}

// mostEnumerated is the number of reverse runs that are enumerated for exact biases at any M: a second's
// work at most. Annealing on 49 cells has fewer at T = 4, and more at T = 5.
const mostEnumerated = 10_000

// pair makes the pair of two programs on cells. Their accounts, if both have one, give the exact
// distance.
func pair(gold, target aimed) Pair[int] {
	p := Pair[int]{Gold: gold.cells, Target: target.cells}
	if gold.outside != nil {
		p.Gold = gold.outside
	}
	if target.outside != nil {
		p.Target = target.outside
	}
	for _, one := range []aimed{gold, target} {
		why := errAlone.Error()
		if one.unknown != errAlone {
			why = fmt.Sprintf("%s is %v, so the estimate stands alone", one.text, one.unknown)
		}
		if one.unknown != nil && !slices.Contains(p.Unknown, why) {
			p.Unknown = append(p.Unknown, why)
		}
	}
	if p.Unknown != nil {
		return p
	}
	p.Exact = Exact{accounts.Apart(gold.account, target.account), string(gold.account.How), string(target.account.How)}
	p.Biases = func(ctx context.Context, m Counts, most int) (d accounts.Distance, halved int, err error) {
		var sides [2]accounts.Side
		for i, one := range []aimed{gold, target} {
			if sides[i], err = one.side(); err == nil && !sides[i].Weighed() {
				err = accounts.ErrTooLarge
			}
			if err != nil {
				return d, 0, err
			}
		}
		if d, err = accounts.Between(ctx, sides[0], sides[1], m); err != nil {
			return d, 0, err
		}
		halved, _, err = accounts.Halving(ctx, sides[0], sides[1], most)
		return d, halved, err
	}
	return p
}

// cells is a program as AIDE sees it: its log weights are log w - log R. So two programs may begin at different initial
// densities.
type cells struct {
	programs.Program
	problem programs.Problem
	logR    float64
}

func newCells(e programs.Program, p programs.Problem) cells {
	return cells{Program: e, problem: p, logR: weights.LogRatio(p)}
}

// Forward returns the program's cell.
func (c cells) Forward(d chains.Dice) (x int, logw float64) {
	x, logw = c.Program.Forward(d)
	return x, logw - c.logR
}

// Reverse runs the program in reverse from x, a cell with mass.
func (c cells) Reverse(x int, d chains.Dice) (logw float64) { return c.Program.Reverse(x, d) - c.logR }

// Forwards makes many forward runs.
func (c cells) Forwards(dice []chains.Dice) (xs []int, logw []float64) {
	xs, logw = aide.Forwards(c.Program, dice)
	floats.AddConst(-c.logR, logw)
	return xs, logw
}

// Reverses makes many reverse runs.
func (c cells) Reverses(xs []int, dice []chains.Dice) []float64 {
	logw := aide.Reverses(c.Program, xs, dice)
	floats.AddConst(-c.logR, logw)
	return logw
}

// account is the program's account. The error is accounts.ErrTooLarge or ctx's.
func (c cells) account(ctx context.Context, tell experiments.Progress) (accounts.Account, error) {
	return accounts.Options{Progress: tell}.Of(ctx, c.Program, c.problem)
}

// A HiddenStudy has programs on a hidden Markov model, to be compared with a gold standard. They return
// paths.
type HiddenStudy struct {
	Name     string // the model's
	Model    *hidden.Model
	Texts    []string // of the programs, first of which is the gold standard
	Programs []hidden.Program
	Options
}

// NewHidden reads the programs of a study. The error says all that is wrong with them.
func NewHidden(name string, m *hidden.Model, gold string, all []string, o Options) (s HiddenStudy, err error) {
	s = HiddenStudy{Name: name, Model: m, Texts: append([]string{gold}, all...), Options: o}
	field := FieldGold
	for _, spec := range s.Texts {
		p, wrong := hidden.Read(spec, m)
		if wrong != nil {
			err = errors.Join(err, experiments.Faultf("%v %s: %v", field, spec, wrong))
		}
		s.Programs, field = append(s.Programs, p), experiments.FieldProgram
	}
	return s, err
}

// Rows compares every program with the gold standard. T is the number of observations. The error is
// ctx's.
func (s HiddenStudy) Rows(ctx context.Context, tell experiments.Progress) (rows []Row, err error) {
	gold := s.Programs[0]
	for i, target := range s.Programs[1:] {
		p := Pair[*hidden.Path]{Gold: gold, Target: target, Unknown: []string{errAlone.Error()}}
		name := s.Texts[1+i]
		if !s.Alone {
			d, err := exactly.Apart(ctx, gold, target)
			how := func(of hidden.Program) string {
				if _, exact := of.(hidden.Posterior); exact {
					return string(accounts.Closed)
				}
				if math.IsNaN(d.Symmetrised()) {
					return string(accounts.Particles)
				}
				return "forward and backward sums"
			}
			switch {
			case errors.Is(err, accounts.ErrTooLarge):
				p.Unknown = []string{fmt.Sprintf("%s is %v, so the estimate stands alone", name, err)}
			case err != nil:
				return nil, err
			default:
				p.Exact, p.Unknown = Exact{Distance: d, HowGold: how(gold), HowTarget: how(target)}, nil
			}
		}
		row, err := measure(ctx, p, s.Options, tell.Share(i, i+1, len(s.Texts)-1))
		if err != nil {
			return nil, err
		}
		row.Target = s.Name
		row.Gold = s.Texts[0]
		row.Program = name
		row.T = s.Model.Len()
		row.Grid = text.Count(s.Model.States(), "state") + " and " + text.Count(s.Model.Len(), "observation")
		rows = append(rows, row)
	}
	return rows, nil
}
