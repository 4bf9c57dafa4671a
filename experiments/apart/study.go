// Package apart measures how far apart two inference programs are on one target: by AIDE's estimate,
// and by the exact numbers beside it.
//
// A Spec is a program with settings of its own, as in ais:T=100:kernel=king. A Study aims each program and the gold
// standard at chains, and measure makes a Row of the two. Programs of a HiddenStudy run on no chain and return paths.
package apart

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains/aide"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/experiments/weights"
)

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
func (s Study) Rows(ctx context.Context, ts []int, tell experiments.Progress) (rows []Comparison, err error) {
	ways, err := s.checkWays(ctx)
	if err != nil {
		return nil, err
	}
	for i, T := range ts {
		gold, err := s.prepare(ctx, s.Gold, i)
		if err != nil {
			return nil, err
		}
		for _, side := range s.Programs {
			target, err := s.prepare(ctx, side, i)
			if err != nil {
				return nil, err
			}
			row := Comparison{Setting: s.Common.Setting, Target: s.Common.TargetName(),
				Grid: s.Common.Target.Grid.String(), Kinds: s.Common.FullSetting().Axes, Gold: s.Gold.Text,
				Program: side.Text, T: T, Options: s.Options}
			if s.Gold.Text == Exec || side.Text == Exec {
				row.Ways = ways
			}
			tell := tell.Share(len(rows), len(rows)+1, len(ts)*len(s.Programs))
			if row, err = compare(ctx, gold, target, row, tell); err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// An aimed is a program on cells with its account, unless it has none.
type prepared struct {
	aide.Program[int]
	side       accounts.Side // with the laws of weights, if these are few
	whyUnknown string        // why it has no account; "" if it has one
}

// alone is why a program has no account if none was to be made.
const leftOut = "the exact numbers are left out, so the estimate stands alone"

// aim aims a program at its annealing for the study's T number i, and computes its account unless it stays alone.
// Constants in its log weights drop out of the estimate, so that two programs may begin at different initial densities.
func (s Study) prepare(ctx context.Context, side Side, i int) (prepared, error) {
	if side.Text == Exec {
		_, target := s.Common.Ends()
		return prepared{&external{ctx: ctx, runner: s.Outside, target: target}, accounts.Side{},
			"exec is a program from outside, which shows runs alone, so the estimate stands alone"}, nil
	}
	annealing, _, err := side.Chain.At(ctx, side.Ts[min(i, len(side.Ts)-1)])
	if side.HasOwn() && errors.As(err, new(experiments.Fault)) {
		err = side.fault(err)
	}
	if err != nil {
		return prepared{}, err
	}
	e, p, _, err := weights.LoweredProgram(side.Chain, annealing, side.Program)
	if err != nil {
		return prepared{}, err
	}
	program := e.(programs.Program)
	a := prepared{Program: program}
	if s.Alone {
		a.whyUnknown = leftOut
		return a, nil
	}
	account, err := accounts.Of(ctx, program, p)
	if errors.Is(err, accounts.ErrTooLarge) {
		a.whyUnknown = fmt.Sprintf("%s is %v, so the estimate stands alone", side.Text, err)
		return a, nil
	}
	if err != nil {
		return a, err
	}
	const mostEnumerated = 10_000 // reverse runs: a second's work at most
	a.side, err = accounts.NewSide(ctx, account, program, p, mostEnumerated)
	return a, err
}

// compare measures two programs on cells. Their accounts, if both have one, give the exact distance. If the program
// from outside fails, its error is the row's.
func compare(ctx context.Context, gold, target prepared, row Comparison,
	tell experiments.Progress) (Comparison, error) {
	for _, one := range []prepared{gold, target} {
		if one.whyUnknown != "" && !slices.Contains(row.Warnings, one.whyUnknown) {
			row.Warnings = append(row.Warnings, one.whyUnknown)
		}
	}
	if row.Warnings == nil {
		row.Exact = Exact{accounts.Apart(gold.side.Account, target.side.Account), string(gold.side.Account.How),
			string(target.side.Account.How)}
	}
	row, err := measure(ctx, gold.Program, target.Program, [2]accounts.Side{gold.side, target.side}, row, tell)
	for _, one := range []prepared{gold, target} {
		if o, outside := one.Program.(*external); outside {
			err = cmp.Or(o.err, err)
		}
	}
	return row, err
}
