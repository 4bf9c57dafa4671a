// Package aidestudy measures how far apart two inference programs are on one target: by AIDE's estimate, and exactly.
//
// A Spec (spec.go) is a program with its own settings, as in ais:T=100:kernel=king. A Study (study.go) makes each
// program and the gold standard with an annealer, and measure (pair.go) makes a Comparison of the two. A HiddenStudy
// (hidden.go) has programs that return paths of a hidden Markov model.
package aidestudy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/experiments"
)

// A Study compares programs with a gold standard on one target.
type Study struct {
	Gold     PlacedProgram
	Programs []PlacedProgram
	Common   experiments.Annealer // has the settings of programs without their own, and the user's command
	Options
}

// Compare compares each program with the gold standard at every T, and returns rows in the order of ts and programs.
// The error is ctx's, the command's, or a Fault if a schedule does not exist.
func (s Study) Compare(ctx context.Context, ts []int, progress experiments.Progress) (rows []Comparison, err error) {
	n := s.Runs.Target
	if s.Gold.Text == experiments.ExecProgram {
		n = s.Runs.Gold
	}
	ways, err := experiments.CheckWays(s.Common, n, s.Seed)
	if err != nil {
		return nil, err
	}
	for i, T := range ts {
		gold, err := s.prepare(ctx, s.Gold, i, ways)
		if err != nil {
			return nil, err
		}
		for _, placed := range s.Programs {
			target, err := s.prepare(ctx, placed, i, ways)
			if err != nil {
				return nil, err
			}
			row := Comparison{Setting: s.Common.Setting, Target: s.Common.TargetName(),
				Grid: s.Common.Target.Grid.String(), Kinds: s.Common.FullSetting().Axes, Gold: s.Gold.Text,
				Program: placed.Text, T: T, Options: s.Options}
			if s.Gold.Text == experiments.ExecProgram || placed.Text == experiments.ExecProgram {
				row.Ways = ways
			}
			progress := progress.Share(len(rows), len(rows)+1, len(ts)*len(s.Programs))
			if row, err = compare(ctx, gold, target, row, progress); err != nil {
				return nil, err
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// A prepared has a program on cells, and its account if it has one.
type prepared struct {
	aide.Program[int]
	side       accounts.Side // with the distributions of weights, if these have few values
	whyUnknown string        // why it has no account; "" if it has one
}

// leftOut says why a program has no account if the study leaves out exact numbers.
const leftOut = "the exact numbers are left out, so the estimate stands alone"

// prepare makes a program on its annealing for the i-th T of the study, and computes its account unless the study
// leaves it out. Constants in its log weights drop out of the estimate, so that two programs may begin at different
// initial densities. That of the user's command, by ways, is taken out: each term of a bias is of one program alone.
func (s Study) prepare(ctx context.Context, placed PlacedProgram, i int,
	ways *experiments.Consistency) (prepared, error) {
	annealer := s.Common
	annealing := annealer.Base(chains.Linear(2)) // the command is the same at every T
	var err error
	if placed.Text != experiments.ExecProgram {
		annealer = placed.Annealer
		annealing, _, err = annealer.At(ctx, placed.Ts[min(i, len(placed.Ts)-1)])
	}
	if placed.HasOwn() && errors.As(err, new(experiments.Fault)) {
		err = placed.fault(err)
	}
	if err != nil {
		return prepared{}, err
	}
	e, p, _, err := experiments.ProgramOn(annealer, annealing, placed.Program)
	if err != nil {
		return prepared{}, err
	}
	if told, ok := e.(programs.Followed); ok {
		e = told.Plus(-ways.Fit.LogC)
	}
	program := e.(programs.Program)
	a := prepared{Program: program}
	if runs, ok := e.(*outside.Runs); ok {
		a.whyUnknown = fmt.Sprintf("of %s, %s, so the estimate stands alone", placed.Text, runs.Why)
		return a, nil
	}
	if s.WithoutExact {
		a.whyUnknown = leftOut
		return a, nil
	}
	account, err := accounts.Of(ctx, program, p, nil)
	if errors.Is(err, accounts.ErrTooLarge) {
		a.whyUnknown = fmt.Sprintf("%s is %v, so the estimate stands alone", placed.Text, err)
		return a, nil
	}
	if err != nil {
		return a, err
	}
	a.side, err = accounts.NewSide(ctx, account, program, p)
	return a, err
}

// compare measures two programs on cells. Their accounts, if both have one, give the exact distance. The error may be
// the command's.
func compare(ctx context.Context, gold, target prepared, row Comparison,
	progress experiments.Progress) (Comparison, error) {
	for _, one := range []prepared{gold, target} {
		if one.whyUnknown != "" && !slices.Contains(row.Warnings, one.whyUnknown) {
			row.Warnings = append(row.Warnings, one.whyUnknown)
		}
	}
	if row.Warnings == nil {
		row.Exact = Exact{accounts.DistanceOf(gold.side.Account, target.side.Account), string(gold.side.Account.How),
			string(target.side.Account.How)}
	}
	row, err := measure(ctx, gold.Program, target.Program, [2]accounts.Side{gold.side, target.side}, row, progress)
	for _, one := range []prepared{gold, target} {
		if runs, ok := one.Program.(*outside.Runs); ok {
			err = cmp.Or(runs.Err, err)
		}
	}
	return row, err
}
