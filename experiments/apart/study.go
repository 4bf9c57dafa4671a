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
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/weights"
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
	endsAlone := func(s Side) bool { return s.Text == Exec || programs.EntryOf(s.Program).Ends }
	return !endsAlone(s.Gold) || !endsAlone(side)
}

// measure measures two programs. If the program from outside fails, that ends the estimate.
func (s Study) measure(ctx context.Context, gold, target aimed, tell experiments.Progress) (Row, error) {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	for _, one := range []aimed{gold, target} {
		if o, outside := one.Program.(*outsider); outside {
			o.ctx, o.fail = ctx, fail
			s.Workers = 1 // the program answers one question after another
		}
	}
	row, err := measure(ctx, pair(gold, target), s.Options, tell)
	return row, cmp.Or(context.Cause(ctx), err)
}

// An aimed is a program on cells with its account, unless it has none.
type aimed struct {
	aide.Program[int]
	text    string
	account accounts.Account
	unknown error                         // why it has none: accounts.ErrTooLarge, errOutside or errAlone
	side    func() (accounts.Side, error) // the account with the laws of weights; made when it is first asked for
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
		a.Program, a.unknown = &outsider{runner: s.Outside, target: target}, errOutside
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
	program := e.(programs.Program)
	a.Program = cells{program, weights.LogRatio(p)}
	if s.Alone {
		a.unknown = errAlone
		return nil
	}
	a.account, err = accounts.Options{Progress: tell}.Of(ctx, program, p)
	if errors.Is(err, accounts.ErrTooLarge) {
		a.unknown, err = err, nil
	}
	const mostEnumerated = 10_000 // reverse runs: a second's work at most
	a.side = sync.OnceValues(func() (accounts.Side, error) {
		return accounts.NewSide(ctx, a.account, program, p, mostEnumerated)
	})
	return err
}

// pair makes the pair of two programs on cells. Their accounts, if both have one, give the exact
// distance.
func pair(gold, target aimed) Pair[int] {
	p := Pair[int]{Gold: gold.Program, Target: target.Program}
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
	p.Sides = func() (g, t accounts.Side, err error) {
		if g, err = gold.side(); err == nil {
			t, err = target.side()
		}
		return g, t, err
	}
	return p
}

// cells is a program as AIDE sees it: its log weights are log w - log R. So two programs may begin at different initial
// densities.
type cells struct {
	programs.Program
	logR float64
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
