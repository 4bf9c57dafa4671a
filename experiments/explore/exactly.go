package explore

import (
	"context"

	"breadboard/exact"
	"breadboard/experiments/portrait"
)

// Exactly answers with everything that is exact. Its numbers are those of breadboard exact --format json.
func Exactly(ctx context.Context, q Question) (Exact, error) {
	ctx, stop := inTime(ctx)
	defer stop()
	r, err := q.run(ctx)
	if err != nil {
		return Exact{}, err
	}
	if r.program() {
		return r.accounted(ctx)
	}
	res, err := exact.Run(ctx, r.annealing)
	if err != nil {
		return Exact{}, err
	}
	p, err := portrait.Outlined(ctx, r.chain.Measured(r.annealing, res), r.annealing)
	if err != nil {
		return Exact{}, err
	}
	e := Exact{Measured: r.measured(res), ESS: Number(res.ESS), FwdLogW: Number(res.FwdLogW()),
		RevLogW: Number(res.RevLogW()), JParts: Numbers(p.JParts()), BParts: Numbers(p.Parts),
		Betas: Numbers(r.annealing.Schedule.Betas()), Defect: Number(res.Defect)}
	for _, step := range res.Steps {
		e.Steps = append(e.Steps, Number(step.Part.Jeffreys()))
	}
	return e, nil
}

// accounted answers with the account of the program. It has no parts by cell or by step.
func (r run) accounted(ctx context.Context) (Exact, error) {
	row, err := r.account(ctx)
	if err != nil {
		return Exact{}, err
	}
	return Exact{Measured: measuredProgram(row), ESS: Number(row.ESS), FwdLogW: Number(row.FwdLogW()),
		RevLogW: Number(row.RevLogW()), Betas: Numbers(r.annealing.Schedule.Betas()),
		Defect: Number(row.Account.Off)}, nil
}
