package experiments

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/experiments/columns"
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
	run := columns.Run{Result: r, NearB: math.NaN(), NearFloor: math.NaN(), TV: floats.Distance(r.Q, r.P, 1) / 2,
		KSD: r.Stein(a.Grid)}
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

// HasPromised reports whether all values that were proved have the promised digits.
func (m Measurement) HasPromised() bool {
	return !slices.ContainsFunc(m.Proofs, func(p Proof) bool { return !p.HasPromised() })
}
