package apart

import (
	"context"
	"errors"
	"fmt"
	"math"

	"breadboard/chains/models/hidden"
	"breadboard/exact/accounts"
	exactly "breadboard/exact/hidden"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// A HiddenStudy has programs on a hidden Markov model, to be compared with a gold standard. They return
// paths.
type HiddenStudy struct {
	Name         string // the model's
	Model        *hidden.Model
	GoldText     string
	Gold         hidden.Program
	ProgramTexts []string
	Programs     []hidden.Program
	Options
}

// NewHidden reads the programs of a study. The error says all that is wrong with them.
func NewHidden(name string, m *hidden.Model, gold string, all []string, o Options) (s HiddenStudy, err error) {
	s = HiddenStudy{Name: name, Model: m, GoldText: gold, ProgramTexts: all, Options: o}
	var faults []error
	read := func(f experiments.Field, spec string) hidden.Program {
		p, err := hidden.Read(spec, m)
		if err != nil {
			faults = append(faults, experiments.Faultf("%v %s: %v", f, spec, err))
		}
		return p
	}
	s.Gold = read(FieldGold, gold)
	for _, spec := range all {
		s.Programs = append(s.Programs, read(experiments.FieldProgram, spec))
	}
	return s, errors.Join(faults...)
}

// Rows compares every program with the gold standard. T is the number of observations. The error is
// ctx's.
func (s HiddenStudy) Rows(ctx context.Context, tell experiments.Progress) (rows []Row, err error) {
	for i, p := range s.Programs {
		pair, err := s.pair(ctx, p, s.ProgramTexts[i])
		if err != nil {
			return nil, err
		}
		row, err := Measure(ctx, pair, s.Options, tell.Share(i, i+1, len(s.Programs)))
		if err != nil {
			return nil, err
		}
		row.Target, row.Gold, row.Program, row.T = s.Name, s.GoldText, s.ProgramTexts[i], s.Model.Len()
		row.Grid = fmt.Sprintf("%s and %s", text.Count(s.Model.States(), "state"),
			text.Count(s.Model.Len(), "observation"))
		rows = append(rows, row)
	}
	return rows, nil
}

// pair is a program beside the gold standard, with what is known exactly.
func (s HiddenStudy) pair(ctx context.Context, target hidden.Program, name string) (Pair[*hidden.Path], error) {
	p := Pair[*hidden.Path]{Gold: s.Gold, Target: target}
	if s.Alone {
		p.Unknown = []string{errAlone.Error()}
		return p, nil
	}
	d, err := exactly.Apart(ctx, s.Gold, target)
	switch {
	case errors.Is(err, accounts.ErrTooLarge):
		p.Unknown = []string{fmt.Sprintf("%s is %v, so the estimate stands alone", name, err)}
		return p, nil
	case err != nil:
		return p, err
	}
	how := func(of hidden.Program) string {
		if _, exact := of.(hidden.Posterior); exact {
			return string(accounts.Closed)
		}
		if math.IsNaN(d.Symmetrised()) {
			return string(accounts.Particles)
		}
		return "forward and backward sums"
	}
	p.Exact = Exact{Distance: d, HowGold: how(s.Gold), HowTarget: how(target)}
	return p, nil
}
