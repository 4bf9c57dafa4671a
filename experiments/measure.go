package experiments

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/exact/certain"
)

// Measure measures the annealing or the programs at every T of ts, on all cores. The measurements are in the order of
// ts and programs. The user's command is the same at every T, and runs once. Progress counts levels.
func (an Annealer) Measure(ctx context.Context, ts []int, ask Ask, progress Progress) ([]Measurement, error) {
	specs := ask.Programs
	if len(specs) == 0 {
		specs = []string{""}
	}
	isForward := len(ask.Programs) == 0 && !ask.ByCell && !ask.Proofs && ask.Chains == nil
	var exec Measurement
	if ask.Chains == nil && slices.Contains(specs, ExecProgram) {
		a := an.Base(chains.Linear(2))
		exec = Measurement{Annealer: an, Program: ExecProgram, Schedule: a.Schedule}
		if err := exec.account(ctx, a, nil); err != nil {
			return nil, err
		}
	}
	rows := make([]Measurement, len(ts)*len(specs))
	bytes := an.bytes(ask) + float64(slices.Max(ts))*an.perLevel()
	err := EachSized(ctx, ts, bytes, progress, func(ctx context.Context, i int, progress Progress) error {
		at := an
		at.Watch = progress.Watch // a search takes nearly all the time
		a, choice, err := at.At(ctx, ts[i])
		var missing MissError
		if isForward && errors.As(err, &missing) {
			rows[i], err = an.MeasureForward(ctx, a, missing.Misses, ask, progress)
			rows[i].Choice, rows[i].T = choice, ts[i]
			return err
		}
		for k := 0; err == nil && k < len(specs); k++ {
			row := exec
			if specs[k] != ExecProgram {
				row, err = an.MeasureOn(ctx, a, specs[k], ask, progress.Share(k, k+1, len(specs)))
				row.Choice = choice
			}
			row.T = ts[i]
			rows[i*len(specs)+k] = row
		}
		return err
	})
	return rows, err
}

// bytes returns the memory of a measurement beside that of its levels.
func (an Annealer) bytes(ask Ask) float64 {
	each, runs := an.cellBytes(), 0.0
	if len(ask.Programs) > 0 || ask.ByCell {
		each = max(each, AccountBytes)
	}
	if ask.Proofs {
		each = max(each, an.ProofBytes())
	}
	if ask.Chains != nil {
		runs = sample.ChainBytes * float64(ask.Chains.N)
	}
	return each*float64(an.Grid.Size()) + runs
}

// MeasureOn measures an annealing that At made, or a program on it if one is named.
func (an Annealer) MeasureOn(ctx context.Context, a chains.Annealing, program string, ask Ask,
	progress Progress) (Measurement, error) {
	m := Measurement{Annealer: an, Program: program, Schedule: a.Schedule, Followed: an.Followed()}
	m.Annealer.commandRows = nil // the rows would stay in memory as long as the result
	var parts []func(Progress) error
	part := func(isAsked bool, of func(Progress) error) {
		if isAsked {
			parts = append(parts, of)
		}
	}
	part(ask.Chains != nil, func(progress Progress) error { return m.check(ctx, a, ask, progress) })
	part(ask.Chains == nil && program != "", func(progress Progress) error { return m.account(ctx, a, progress) })
	part(ask.Chains == nil && program == "", func(progress Progress) (err error) {
		o := exact.Options{ByLevel: ask.ByLevel || ask.Drawn, Unchecked: ask.Unchecked, Progress: progress}
		r, err := o.Run(ctx, a)
		if err == nil {
			m.Run = an.RunOf(a, r)
		}
		return err
	})
	part(ask.ByCell, func(progress Progress) error { return m.byCell(ctx, a, progress) })
	part(ask.Drawn, func(Progress) error {
		frames, err := exact.Frames(ctx, a, []int{1, a.T()})
		if err == nil {
			m.BParts = frames[1].Parts
		}
		return err
	})
	part(ask.Proofs, func(progress Progress) error { return m.prove(ctx, a, progress) })
	for i, part := range parts {
		if err := part(progress.Share(i, i+1, len(parts))); err != nil {
			return Measurement{}, err
		}
	}
	return m.kept(ask), nil
}

// MeasureForward measures the forward chain of an annealing by rows that miss p, as misses says.
func (an Annealer) MeasureForward(ctx context.Context, a chains.Annealing, misses string, ask Ask,
	progress Progress) (Measurement, error) {
	m := Measurement{Annealer: an, Schedule: a.Schedule, Followed: an.Followed(), Misses: misses}
	m.Annealer.commandRows = nil
	r, err := exact.Forward(ctx, a, progress)
	if err != nil {
		return m, err
	}
	says := fmt.Sprintf("the steps miss p: %s. J is that of the forward chain as it runs, and there is no B", misses)
	r.Warnings = append([]string{says}, r.Warnings...)
	m.Run = an.RunOf(a, r)
	return m.kept(ask), nil
}

// byCell finds the account of the annealing's runs, or why it is not known.
func (m *Measurement) byCell(ctx context.Context, a chains.Annealing, progress Progress) error {
	e, p, _, err := ProgramOn(m.Annealer, a, AnnealingProgram)
	if err != nil {
		return err
	}
	account, err := accounts.Of(ctx, e, p, progress)
	if errors.Is(err, accounts.ErrTooLarge) {
		m.Unknown = err.Error()
		return nil
	}
	m.ByCell = &account
	return err
}

// prove proves J, B, the divergences that add up to them, and log R. Progress is as if two precisions were enough,
// which they usually are.
func (m *Measurement) prove(ctx context.Context, a chains.Annealing, progress Progress) error {
	t, err := certain.Measure(ctx, a, func(pass int, done float64) {
		progress.Tell(int((float64(pass)+done)*float64(a.T())), 2*a.T())
	})
	if errors.Is(err, certain.ErrSpan) {
		return Faultf("%s: %v", m.Annealer.TargetName(), err)
	}
	m.Bits = t.Bits
	m.Proofs = []Proof{
		{"J", m.J(), t.J},
		{"kl_q_p", m.Final.Forward, t.QP},
		{"kl_p_q", m.Final.Reverse, t.PQ},
		{"B", m.B(), t.B},
		{"path_kl_fwd", m.Paths.Forward, t.Fwd},
		{"path_kl_rev", m.Paths.Reverse, t.Rev},
		{logR, m.LogR, t.LogR},
	}
	return err
}
