package weights

import (
	"context"
	"errors"
	"math"
	"slices"

	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid/text"
)

// A Bound is a bound of log R that somebody brings: a number in nats, or a program, whose mean log w is one. In reverse
// it is above log R, and forward below.
type Bound struct {
	Upper   bool
	Number  float64 // if no program is named
	Program string
}

// Side is upper or lower.
func (b Bound) Side() experiments.Field {
	if b.Upper {
		return experiments.FieldUpper
	}
	return experiments.FieldLower
}

// ReadBound reads a number, or the spec of a program.
func ReadBound(upper bool, word string) (Bound, error) {
	v, err := text.Float(word)
	if err == nil {
		return Bound{upper, v, ""}, nil
	}
	b := Bound{upper, 0, word}
	switch _, known, wrong := programs.Read(word); {
	case !known:
		return b, experiments.Faultf("%v %s: it is neither a number of nats nor a program; 1.5 or smc:8, say, would do",
			b.Side(),
			word)
	case wrong != nil:
		return b, experiments.Faultf("%v %s: %v", b.Side(), word, wrong)
	}
	return b, nil
}

// CheckBounds returns a fault for every program that gives no such bound on the chain. Chib's estimator, nested
// sampling with mean shares and the BIC have no reverse, and forward they may be above log R.
func CheckBounds(c experiments.Chain, bounds ...Bound) error {
	var faults []error
	for _, b := range bounds {
		if b.Program == "" {
			continue
		}
		e, err := suited(c, b.Program)
		_, obeys := e.(programs.Program)
		if n, nested := e.(programs.NS); nested && !b.Upper {
			obeys = n.S == 0 && n.Left(n.P, 1) == programs.UnbiasedShrinkage(n.P, 1)
		}
		if err == nil && !obeys {
			err = experiments.Faultf("%v %s: its mean log w is not known to be on the right side of log R, as that of "+
				"programs with a reverse is; a number, or ais or smc:8, say, would do", b.Side(), b.Program)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// OneSided is what a bound of log R and runs in one direction say of one divergence between the law q of a program's
// cell and the target p (BREAD, 3.1). With an upper bound U and forward runs it is
//
//	U - E_fwd[log w] = (U - log R) + KL(fwd paths‖rev paths) >= KL(q‖p)      (Eq. 7 and 8)
//
// and with a lower bound L and reverse runs
//
//	E_rev[log w] - L = (log R - L) + KL(rev paths‖fwd paths) >= KL(p‖q)      (Eq. 10 and 11)
//
// A number on the wrong side of log R is no bound, and may certify less than the divergence. A standard error is NaN if
// the value is exact.
type OneSided struct {
	Bound
	How       string          // how the account of the program was got
	Room      sample.Estimate // how far the bound is on the right side of log R
	Certified sample.Estimate // Room and the divergence of the paths
	KL        float64         // exactly; NaN if it is not known
	Off       float64         // how far rounding may put Room or KL off
}

// The verdicts on a bound.
const (
	Holds    = "holds"
	Lucky    = "no bound"   // and enough all the same
	TooLow   = "too low"    // because it is no bound
	Unlawful = "breaks law" // the bound is one, and too low: E_fwd[w] of the program is not R
)

// Verdict compares the bound with log R, and what it certifies with the exact divergence. It is "" if that is not
// known. An estimate is given four standard errors.
func (s OneSided) Verdict() string {
	below := func(e sample.Estimate, limit float64) bool {
		if slack := 4 * e.StdErr; slack > 0 {
			limit -= slack
		}
		return e.Value < limit-s.Off
	}
	wrong := below(s.Room, 0)
	low := below(s.Certified, s.KL)
	switch {
	case math.IsNaN(s.Certified.Value + s.KL):
		return ""
	case wrong && low:
		return TooLow
	case wrong:
		return Lucky
	case low:
		return Unlawful
	}
	return Holds
}

// apart is how far the mean of log w of a program is from log R, forward or in reverse.
func (a Accounted) apart(forward bool) sample.Estimate {
	if forward {
		return sample.Estimate{Value: a.Paths.Forward, StdErr: a.Account.FwdLogW.StdErr}
	}
	return sample.Estimate{Value: a.Paths.Reverse, StdErr: a.Account.RevLogW.StdErr}
}

// OneSidedBounds returns what every bound certifies of every program at every T, in the order of ts and specs.
func OneSidedBounds(ctx context.Context, c experiments.Chain, ts []int, specs []string, bounds []Bound,
	tell experiments.Progress) ([]Row,
	error) {
	return experiments.AtEach(ctx, c, 1, ts, len(specs), tell, func(ctx context.Context, at experiments.Aimed,
		tell experiments.Progress) (law Row,
		err error) {
		it, err := Account(ctx, c, at.Annealing, specs[at.Kth], tell)
		law = Row{Target: c.TargetName(), Seed: c.Seed, Program: specs[at.Kth],
			T: at.Schedule.Levels(), LogR: it.LogR,
			Warnings: slices.Clone(it.Warnings)}
		for _, b := range bounds {
			outward, kl := -1., it.Cell.Reverse
			if b.Upper {
				outward, kl = 1, it.Cell.Forward
			}
			room := sample.Exactly(outward * (b.Number - it.LogR))
			if b.Program != "" && err == nil {
				var by Accounted
				by, err = Account(ctx, c, at.Annealing, b.Program, tell)
				room = by.apart(!b.Upper)
				b.Number = it.LogR + outward*room.Value
				for _, w := range by.Warnings {
					if b.Program != law.Program {
						w = "the bound by " + b.Program + ": " + w
					}
					law.Warnings = append(law.Warnings, w)
				}
			}
			if err != nil {
				return law, err
			}
			one := OneSided{Bound: b, How: it.Account.How, Room: room, Certified: it.apart(b.Upper), KL: kl,
				Off: 1e-12 * max(1, math.Abs(it.LogR))} // of a sum of logs
			one.Certified.Value += room.Value
			if room.StdErr >= 0 { // the estimates are independent
				one.Certified.StdErr = math.Hypot(max(one.Certified.StdErr, 0), room.StdErr)
			}
			if off := it.Account.Off; off > 0 {
				one.Off += off
			}
			law.OneSided = append(law.OneSided, one)
		}
		law.Warnings = experiments.Distinct(law.Warnings, func(w string) string { return w })
		return law, err
	})
}
