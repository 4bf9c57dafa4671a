package sweep

import (
	"context"

	"breadboard/experiments"
)

// Asked is the plan with the checksums of its program's rows on every target, by which its results are kept: a program
// may change unseen. They are those of the first bridge and of the first initial density. A plan without a program is
// as it was.
func (p Plan) Asked(ctx context.Context, ask experiments.Ask) (Plan, error) {
	if p.Exec == "" {
		return p, nil
	}
	program := Kernel{Named: Named{Name: p.Exec}, program: true}
	targets := make([]Subject, 0, len(p.Targets))
	for _, t := range p.Targets {
		s := t.movedBy(t.setting(), program)
		s.Bridge = p.Bridges[0]
		s.Initial = p.Initials[0].Name
		chain, err := s.Chain()
		if err != nil {
			return p, err
		}
		t.ExecSum, err = chain.Asking(ask).RowsSum(ctx)
		if err != nil {
			return p, err
		}
		targets = append(targets, t)
	}
	p.Targets = targets
	return p, nil
}
