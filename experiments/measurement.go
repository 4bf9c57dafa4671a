package experiments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments/columns"
)

// A Quantity is one of the two numbers that BREAD compares.
type Quantity string

// J is the Jeffreys divergence of the final states. B is the divergence of the paths, and bounds J. Both are in nats.
const (
	J Quantity = "J"
	B Quantity = "B"
)

// A Measurement has the numbers of an annealing at one T, or of a program on it, and what else an Ask asks for.
type Measurement struct {
	Annealer    Annealer
	Program     string               // "" for the annealing itself; the user's command line if that makes its moves
	Followed    string               // what was followed of the user's command; "" if nothing was
	Misses      string               // how far the steps miss p, for which there is no B; "" if they do not
	Choice      *chains.SearchResult // how the schedule was chosen; nil for a curve or a file
	Schedule    chains.Schedule
	columns.Run // exact, or of the program's account; a number that is not known is NaN

	ByCell  *accounts.Account // of the program, or of the annealing's runs; nil if it is not known, or not asked for
	Unknown string            // says why ByCell is not known
	Ways    *Consistency      // of the user's command; nil for other programs
	BParts  []float64         // of B, by cell; their sum is B. nil without a B
	Check   *Check            // estimates beside exact numbers
	Bits    uint              // of the last pass of the proofs in big floats
	Proofs  []Proof
}

// An Ask says what is measured. The zero Ask has the exact numbers of the annealing.
type Ask struct {
	Programs  []string // in place of the annealing; each has a Measurement of its own
	ByLevel   bool     // J and B of the steps
	Unchecked bool     // leaves out the checks of exact numbers
	ByCell    bool     // the account of the annealing's runs
	Drawn     bool     // what pictures show: steps, the parts of B, and distributions on more than MostKept states too
	Proofs    bool
	Chains    *Chains
}

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

// kept returns the measurement without cells that are too many to be kept, unless pictures show them.
func (m Measurement) kept(ask Ask) Measurement {
	if len(m.Q) > MostKept && !ask.Drawn {
		m.Measured = m.WithoutCells()
	}
	return m
}

// RunOf returns the numbers of the exact result of an annealing that At made.
//
// With the friction schedule (optimal.go) it adds NearB, the limit of B if p_t changes little while the kernel forgets
// where it was, and NearFloor, its least value over all schedules with as many levels. With any other schedule both are
// NaN: on BREAD's own toys they are far above B and mean nothing, and friction takes minutes on large spaces.
func (an Annealer) RunOf(a chains.Annealing, r exact.Result) columns.Run {
	run := columns.Run{Result: r, NearB: math.NaN(), NearFloor: math.NaN(), TV: floats.Distance(r.Q, r.P, 1) / 2}
	if o := an.schedule.optimal; o != nil && o.name == friction {
		l, err := an.length(context.Background(), friction)
		if err == nil { // without it At would have failed
			run.NearB = l.Action(a.Schedule)
			run.NearFloor = l.Total() * l.Total() / float64(a.T()-1)
		}
	}
	if run.J() == 0 && run.Rounding() > 0 {
		run.Warnings = append(slices.Clip(run.Warnings), roundedJ(run.Rounding()))
	}
	if words := an.emptyAxis(); words != "" {
		run.Warnings = append(slices.Clip(run.Warnings), words)
	}
	return run
}

// roundedJ says of a J of 0 that it may have been as large as rounding.
func roundedJ(rounding float64) string {
	return fmt.Sprintf("J is rounding alone: it is 0, or at most %.1e", rounding)
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

// LogRatio returns log q/p by cell: NaN where both are 0.
func (m Measurement) LogRatio() []float64 {
	return m.overCells(func(q, p float64) float64 { return math.Log(q / p) })
}

// Difference returns q - p by cell.
func (m Measurement) Difference() []float64 {
	return m.overCells(func(q, p float64) float64 { return q - p })
}

// JParts returns the terms of J by cell, (q - p) log q/p, whose sum is J. None is negative. A term is infinite if one
// of q and p is 0, and 0 if both are.
func (m Measurement) JParts() []float64 {
	return m.overCells(func(q, p float64) float64 {
		if q == p {
			return 0
		}
		return (q - p) * math.Log(q/p)
	})
}

// overCells compares q and p. If J is 0, as with the perfect kernel, all that differs is rounding, and q is p.
func (m Measurement) overCells(f func(q, p float64) float64) []float64 {
	all := make([]float64, len(m.P))
	same := m.J() == 0
	for x, q := range m.Q {
		if same {
			q = m.P[x]
		}
		all[x] = f(q, m.P[x])
	}
	return all
}
