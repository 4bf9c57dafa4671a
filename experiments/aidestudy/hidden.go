package aidestudy

import (
	"context"
	"errors"
	"fmt"
	"math"

	"breadboard/chains/hmm"
	"breadboard/exact/accounts"
	exactly "breadboard/exact/hmm"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// A HiddenStudy compares programs on a hidden Markov model with a gold standard. The programs return paths.
type HiddenStudy struct {
	Name     string // the model's
	Model    *hmm.Model
	Texts    []string // of the programs; the first is the gold standard
	Programs []hmm.Program
	Options
}

// NewHidden reads the programs of a study. The error joins their faults.
func NewHidden(name string, m *hmm.Model, gold string, all []string, o Options) (s HiddenStudy, err error) {
	s = HiddenStudy{Name: name, Model: m, Texts: append([]string{gold}, all...), Options: o}
	field := FieldGold
	for _, spec := range s.Texts {
		p, wrong := hmm.Read(spec, m)
		if wrong != nil {
			err = errors.Join(err, experiments.Faultf("%v %s: %v", field, spec, wrong))
		}
		s.Programs, field = append(s.Programs, p), experiments.FieldProgram
	}
	return s, err
}

// Compare compares each program with the gold standard. T is the number of observations. The error is ctx's.
func (s HiddenStudy) Compare(ctx context.Context, progress experiments.Progress) (rows []Comparison, err error) {
	gold := s.Programs[0]
	grid := text.Count(s.Model.States(), "state") + " and " + text.Count(s.Model.Len(), "observation")
	for i, target := range s.Programs[1:] {
		row := Comparison{Target: s.Name, Grid: grid, Gold: s.Texts[0], Program: s.Texts[1+i], T: s.Model.Len(),
			Options: s.Options}
		if s.WithoutExact {
			row.Warnings = []string{leftOut}
		} else {
			d, err := exactly.DistanceOf(ctx, gold, target)
			switch {
			case errors.Is(err, accounts.ErrTooLarge):
				row.Warnings = []string{fmt.Sprintf("%s is %v, so the estimate stands alone", row.Program, err)}
			case err != nil:
				return nil, err
			default:
				row.Exact = Exact{Distance: d, HowGold: accountName(gold, d), HowTarget: accountName(target, d)}
			}
		}
		row, err := measure(ctx, gold, target, [2]accounts.Side{}, row, progress.Share(i, i+1, len(s.Texts)-1))
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// accountName returns how the account of a program was computed, from its distance d to another program.
func accountName(of hmm.Program, d accounts.Distance) string {
	if _, exact := of.(hmm.Posterior); exact {
		return string(accounts.Closed)
	}
	if math.IsNaN(d.Symmetrised()) {
		return string(accounts.Particles)
	}
	return "forward and backward sums"
}
