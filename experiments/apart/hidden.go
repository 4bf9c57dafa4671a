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
	read := func(f experiments.Field, spec string) hidden.Program {
		p, wrong := hidden.Read(spec, m)
		if wrong != nil {
			err = errors.Join(err, experiments.Faultf("%v %s: %v", f, spec, wrong))
		}
		return p
	}
	s.Gold = read(FieldGold, gold)
	for _, spec := range all {
		s.Programs = append(s.Programs, read(experiments.FieldProgram, spec))
	}
	return s, err
}

// Rows compares every program with the gold standard. T is the number of observations. The error is
// ctx's.
func (s HiddenStudy) Rows(ctx context.Context, tell experiments.Progress) (rows []Row, err error) {
	for i, target := range s.Programs {
		p, name := Pair[*hidden.Path]{Gold: s.Gold, Target: target, Unknown: []string{errAlone.Error()}}, s.ProgramTexts[i]
		if !s.Alone {
			if p.Exact, p.Unknown, err = s.exactly(ctx, target, name); err != nil {
				return nil, err
			}
		}
		row, err := Measure(ctx, p, s.Options, tell.Share(i, i+1, len(s.Programs)))
		if err != nil {
			return nil, err
		}
		row.Target, row.Gold, row.Program, row.T = s.Name, s.GoldText, name, s.Model.Len()
		row.Grid = text.Count(s.Model.States(), "state") + " and " + text.Count(s.Model.Len(), "observation")
		rows = append(rows, row)
	}
	return rows, nil
}

func (s HiddenStudy) exactly(ctx context.Context, target hidden.Program, name string) (e Exact, unknown []string, err error) {
	d, err := exactly.Apart(ctx, s.Gold, target)
	if errors.Is(err, accounts.ErrTooLarge) {
		return e, []string{fmt.Sprintf("%s is %v, so the estimate stands alone", name, err)}, nil
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
	return Exact{Distance: d, HowGold: how(s.Gold), HowTarget: how(target)}, nil, err
}
