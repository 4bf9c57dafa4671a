package experiments

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"breadboard/chains/programs"
	"breadboard/chains/sample"
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
func (b Bound) Side() Field {
	if b.Upper {
		return FieldUpper
	}
	return FieldLower
}

// By is the number or the program.
func (b Bound) By() string { return cmp.Or(b.Program, "number") }

// ReadBound reads a number, or the spec of a program.
func ReadBound(upper bool, word string) (Bound, error) {
	b := Bound{Upper: upper}
	v, err := text.Float(word)
	if err == nil {
		b.Number = v
		return b, nil
	}
	switch _, known, wrong := programs.Read(word); {
	case !known:
		return b, Faultf("%v %s: it is neither a number of nats nor a program; 1.5 or smc:8, say, would do", b.Side(), word)
	case wrong != nil:
		return b, Faultf("%v %s: %v", b.Side(), word, wrong)
	}
	b.Program = word
	return b, nil
}

// Bounds returns a fault for every program that gives no such bound on the chain.
func (c Chain) Bounds(bounds ...Bound) error {
	var faults []error
	for _, b := range bounds {
		if b.Program == "" {
			continue
		}
		e, err := c.suits(b.Program)
		if _, ok := e.(programs.Program); err == nil && b.Upper && !ok {
			err = Faultf("%v %s: it has no reverse, and only reverse runs bound log R from above; "+
				"a number, or ais or smc:8, say, would do", FieldUpper, b.Program)
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// OneSided is what a bound of log R and runs in one direction say of one divergence between the law q of a program's cell
// and the target p (BREAD, 3.1). With an upper bound U and forward runs it is
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
	Value     sample.Estimate // of the bound
	Room      sample.Estimate // how far it is on the right side of log R
	LogW      sample.Estimate // E_fwd[log w] or E_rev[log w]
	Certified sample.Estimate // Room and the divergence of the paths
	KL        float64         // exactly; NaN if it is not known
	Off       float64         // how far rounding may put Room or KL off
	Sampled   sample.Estimate // Certified, by runs; NaN without
	Z         float64         // how far the two are apart, in standard errors
}

// The verdicts on a bound.
const (
	Holds    = "holds"
	Lucky    = "no bound"   // and enough all the same
	TooLow   = "too low"    // because it is no bound
	Unlawful = "breaks law" // the bound is one, and too low: E_fwd[w] of the program is not R
)

// Verdict compares the bound with log R, and what it certifies with the exact divergence. It is "" if that is not known.
// An estimate is given four standard errors.
func (s OneSided) Verdict() string {
	errors := func(e sample.Estimate) float64 {
		if math.IsNaN(e.StdErr) {
			return s.Off
		}
		return s.Off + 4*e.StdErr
	}
	wrong, low := s.Room.Value < -errors(s.Room), s.Certified.Value < s.KL-errors(s.Certified)
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

// plus adds two independent estimates, of which exact ones have no error.
func plus(a, b sample.Estimate) sample.Estimate {
	err := b.StdErr
	if !math.IsNaN(a.StdErr) {
		if err = a.StdErr; !math.IsNaN(b.StdErr) {
			err = math.Hypot(a.StdErr, b.StdErr)
		}
	}
	return sample.Estimate{Value: a.Value + b.Value, StdErr: err, Warning: cmp.Or(a.Warning, b.Warning)}
}

// minus is a - b, of independent estimates.
func minus(a, b sample.Estimate) sample.Estimate {
	b.Value = -b.Value
	return plus(a, b)
}

// path is log R less E_fwd[log w] if forward, and E_rev[log w] less log R if not: how loose a program is on that side.
func (r Accounted) path(forward bool) sample.Estimate {
	if forward {
		return sample.Estimate{Value: r.Paths.Forward, StdErr: r.Account.FwdLogW.StdErr}
	}
	return sample.Estimate{Value: r.Paths.Reverse, StdErr: r.Account.RevLogW.StdErr}
}

// meanLogW is the mean of log w of some runs in one direction.
func meanLogW(r sample.Runs, forward bool) sample.Estimate {
	if forward {
		return r.FwdLogW()
	}
	return r.RevLogW()
}

// OneSided returns what every bound certifies of every program at every T, in the order of ts and specs; beside estimates
// if s says how many runs there are. The runs of a bound take the next seed, so that they are others.
func (c Chain) OneSided(ctx context.Context, ts []int, specs []string, bounds []Bound, s *Sampling,
	tell Progress) ([]WeightLaw, error) {
	return AtEach(ctx, c, 1, ts, len(specs), tell, func(ctx context.Context, at Aimed, tell Progress) (WeightLaw, error) {
		exact := sample.Estimate{StdErr: math.NaN()}
		row, err := c.Account(ctx, at.Annealing, specs[at.k], tell)
		law := WeightLaw{Target: c.TargetName(), Seed: c.Seed, Program: specs[at.k], T: at.T(), LogR: row.LogR,
			Warnings: slices.Clone(row.Warnings)}
		var runs sample.Runs
		if err == nil && s != nil {
			runs, err = c.Sample(ctx, at.Annealing, specs[at.k], sample.Options(*s))
		}
		for _, b := range bounds {
			one := OneSided{Bound: b, How: row.Account.How, KL: row.Cell.Reverse, Sampled: exact, Z: math.NaN()}
			logR, outward := exact, -1.0
			if logR.Value = row.LogR; b.Upper {
				one.KL, outward = row.Cell.Forward, 1
			}
			one.Value = sample.Estimate{Value: b.Number, StdErr: math.NaN()}
			one.Room = sample.Estimate{Value: outward * (b.Number - row.LogR), StdErr: math.NaN()}
			sampled := one.Value
			if b.Program != "" && err == nil {
				var by Accounted
				by, err = c.Account(ctx, at.Annealing, b.Program, tell)
				one.Room = by.path(!b.Upper)
				for _, w := range by.Warnings {
					if w = b.Program + ", as a bound: " + w; !slices.Contains(law.Warnings, w) {
						law.Warnings = append(law.Warnings, w)
					}
				}
				one.Value = plus(logR, sample.Estimate{Value: outward * one.Room.Value, StdErr: one.Room.StdErr})
				if err == nil && s != nil {
					o := sample.Options(*s)
					o.Seed++
					var others sample.Runs
					others, err = c.Sample(ctx, at.Annealing, b.Program, o)
					sampled = meanLogW(others, !b.Upper)
				}
			}
			if err != nil {
				return law, err
			}
			loose := row.path(b.Upper)
			one.LogW = plus(logR, sample.Estimate{Value: -outward * loose.Value, StdErr: loose.StdErr})
			one.Certified = plus(one.Room, loose)
			one.Off = row.Cell.Off + 1e-12*max(1, math.Abs(row.LogR)) // and what adds up in a sum of logs
			if off := row.Account.Off; off > 0 {
				one.Off += off
			}
			if s != nil {
				one.Sampled = minus(sampled, meanLogW(runs, b.Upper))
				one.Sampled.Value *= outward
				apart := minus(one.Sampled, one.Certified)
				one.Z = apart.Value / apart.StdErr
			}
			law.OneSided = append(law.OneSided, one)
		}
		return law, err
	})
}
