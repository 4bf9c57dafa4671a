package apart

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"breadboard/chains/aide"
	"breadboard/chains/outside"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	exactly "breadboard/exact/accounts/apart"
	"breadboard/experiments"
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
	if s.Text == Exec {
		return Side{s, c, ts}, nil
	}
	if err := c.Reverses(s.Program); err != nil {
		return Side{}, respelled{err, s.asField}
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
func (s Study) Rows(ctx context.Context, ts []int, tell experiments.Progress) ([]Row, error) {
	ways, err := s.ways(ctx)
	if err != nil {
		return nil, err
	}
	var rows []Row
	// There is an account of every program, and of all but the gold standard an estimate.
	done, all := 0, len(ts)*(1+2*len(s.Programs))
	part := func() experiments.Progress {
		done++
		return tell.Share(done-1, done, all)
	}
	var gold aimed
	targets := make([]aimed, len(s.Programs))
	for i, T := range ts {
		if gold, err = s.aim(ctx, s.Gold, i, gold, part()); err != nil {
			return nil, err
		}
		for k, side := range s.Programs {
			if targets[k], err = s.aim(ctx, side, i, targets[k], part()); err != nil {
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
			row.Gold, row.Program = s.Gold.Text, side.Text
			s.name(&row, side, T)
			if s.Gold.Text == Exec || side.Text == Exec {
				row.Ways = ways
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// name names what a row was measured on. A program from outside is told the two ends alone. If the other one knows no
// more, neither ever had a kernel, a bridge, a schedule or a T.
func (s Study) name(row *Row, side Side, T int) {
	row.Setting, row.Target, row.Grid = s.Common.Setting, s.Common.TargetName(), s.Common.Target.Grid.String()
	if row.T = T; !s.anneals(side) {
		row.T, row.Kernel, row.Bridge, row.Schedule, row.SkipLast = 0, "", "", "", false
	}
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
		return Measure(ctx, pair(gold, target), s.Options, tell)
	}
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	for _, one := range []aimed{gold, target} {
		if one.outside != nil {
			one.outside.ctx, one.outside.fail = ctx, fail
		}
	}
	s.Workers = 1 // the program answers one question after another
	row, err := Measure(ctx, pair(gold, target), s.Options, tell)
	return row, cmp.Or(context.Cause(ctx), err)
}

// An aimed is a program on cells with its account, unless it has none.
type aimed struct {
	cells
	outside *outsider // in place of cells; nil if the program is not from outside
	account accounts.Account
	unknown error                        // why it has none: accounts.ErrTooLarge, errOutside or errAlone
	side    func() (exactly.Side, error) // the account with the laws of weights; made when it is first asked for
	text    string
}

// aim aims a program at its annealing for the study's T number i. A program with a T of its own is aimed
// once, and last is what it was at the T before.
func (s Study) aim(ctx context.Context, side Side, i int, last aimed, tell experiments.Progress) (aimed, error) {
	if i >= len(side.Ts) {
		return last, nil
	}
	if side.Text == Exec {
		_, target := s.Common.Ends()
		return aimed{outside: &outsider{runner: s.Outside, target: target}, unknown: errOutside, text: Exec}, nil
	}
	return side.aim(ctx, i, s.Alone, tell)
}

// errAlone is why a program has no account if none was to be made.
var errAlone = errors.New("the exact numbers are left out, so the estimate stands alone")

// why says why nothing is known exactly of the program; "" if it has an account.
func (a aimed) why() string {
	switch a.unknown {
	case nil:
		return ""
	case errAlone:
		return a.unknown.Error()
	}
	return fmt.Sprintf("%s is %v, so the estimate stands alone", a.text, a.unknown)
}

// program is the program as AIDE sees it.
func (a aimed) program() aide.Program[int] {
	if a.outside != nil {
		return a.outside
	}
	return a.cells
}

// aim aims the program at its annealing for the study's T number i, and computes its account unless it
// stays alone.
func (s Side) aim(ctx context.Context, i int, alone bool, tell experiments.Progress) (aimed, error) {
	a, _, err := s.Chain.At(ctx, s.Ts[i])
	if err != nil {
		if s.Own() && errors.As(err, new(experiments.Fault)) {
			err = s.fault(err)
		}
		return aimed{}, err
	}
	e, p, _, err := s.Chain.Aim(a, s.Program)
	if err != nil {
		return aimed{}, err
	}
	one := aimed{cells: newCells(e.(programs.Program), p, s.Chain.Target.Grid.Size()), text: s.Text}
	if alone {
		one.unknown = errAlone
		return one, nil
	}
	if one.account, err = one.cells.account(ctx, tell); errors.Is(err, accounts.ErrTooLarge) {
		one.unknown, err = err, nil
	}
	one.side = sync.OnceValues(func() (exactly.Side, error) {
		return exactly.NewSide(ctx, one.account, one.Program, one.problem, mostEnumerated)
	})
	return one, err
}

// mostEnumerated is the number of reverse runs that are enumerated for exact biases at any M: a second's
// work at most. Annealing on 49 cells has fewer at T = 4, and more at T = 5.
const mostEnumerated = 10_000

// pair makes the pair of two programs on cells. Their accounts, if both have one, give the exact
// distance.
func pair(gold, target aimed) Pair[int] {
	p := Pair[int]{Gold: gold.program(), Target: target.program()}
	for _, one := range []aimed{gold, target} {
		if why := one.why(); why != "" && !slices.Contains(p.Unknown, why) {
			p.Unknown = append(p.Unknown, why)
		}
	}
	if p.Unknown != nil {
		return p
	}
	p.Exact = Exact{accounts.Apart(gold.account, target.account), string(gold.account.How), string(target.account.How)}
	if gold.k == 1 && target.k == 1 {
		p.Biases = func(ctx context.Context, m Counts, most int) (accounts.Distance, int, error) {
			return biases(ctx, gold, target, m, most)
		}
	}
	return p
}

// biases is Pair.Biases for programs on cells without states.
func biases(ctx context.Context, gold, target aimed, m Counts, most int) (d accounts.Distance, halved int, err error) {
	var sides []exactly.Side
	for _, one := range []aimed{gold, target} {
		side, err := one.side()
		if err == nil && !side.Weighed() {
			err = accounts.ErrTooLarge
		}
		if err != nil {
			return d, 0, err
		}
		sides = append(sides, side)
	}
	if d, err = exactly.Between(ctx, sides[0], sides[1], m); err != nil {
		return d, 0, err
	}
	halved, _, err = exactly.Halving(ctx, sides[0], sides[1], most)
	return d, halved, err
}
