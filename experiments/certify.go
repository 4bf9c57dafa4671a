package experiments

import (
	"context"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/exact/tuning"
)

// A Certified is the result of a chain at one T in float64, as Exactly has it, beside the
// proved truth.
type Certified struct {
	Chain  Chain
	Choice *tuning.Choice // how the schedule was chosen; nil for a formula or a file
	T      int
	Bits   uint // of the last pass in big floats
	Proofs []Proof
}

// A Proof is one number of the result, beside an interval that contains the truth.
type Proof struct {
	Name  string // as in the tables of exact results: J, B, kl_q_p, ...
	Value float64
	Err   float64 // bound on the error that the result stated itself
	Truth certain.Enclosure
}

// Digits is the number of right digits of the value; NaN if the truth vanishes.
func (p Proof) Digits() float64 { return p.Truth.Digits(p.Value) }

// Off is the largest possible distance from the truth.
func (p Proof) Off() float64 { return p.Truth.Off(p.Value) }

// Kept reports whether the stated bound holds. If the truth vanishes, nothing more is
// known of it, and the value has to vanish within its bound.
func (p Proof) Kept() bool {
	return p.Off() <= p.Err || p.Truth.Vanishes() && math.Abs(p.Value) <= p.Err+certain.Floor
}

// Promised is the number of digits that the stated bound leaves of the value: 0 if it
// leaves none, NaN if the value is 0, which has no digits.
func (p Proof) Promised() float64 {
	switch {
	case p.Value == 0:
		return math.NaN()
	case p.Err == 0:
		return certain.MostDigits
	case math.IsNaN(p.Err):
		return 0
	}
	return min(max(-math.Log10(p.Err/math.Abs(p.Value)), 0), certain.MostDigits)
}

// Kept reports whether every stated bound holds.
func (c Certified) Kept() bool {
	return !slices.ContainsFunc(c.Proofs, func(p Proof) bool { return !p.Kept() })
}

// Fewest is the proof with the fewest right digits, of those that are promised any:
// not of log R, which is a difference of numbers of its own size, nor of a J that
// may be 0. If there is no such proof it is that of B.
func (c Certified) Fewest() Proof {
	least := c.Of("B")
	for _, p := range c.Proofs {
		if d := p.Digits(); p.Name != "log_r" && p.Promised() >= 1 && !math.IsNaN(d) && !(d >= least.Digits()) {
			least = p
		}
	}
	return least
}

// Worst is the row with the fewest right digits. It panics if there are no rows.
func Worst(rows []Certified) Certified {
	worst := rows[0]
	for _, r := range rows {
		if r.Fewest().Digits() < worst.Fewest().Digits() || math.IsNaN(worst.Fewest().Digits()) {
			worst = r
		}
	}
	return worst
}

// Of is the proof of this name. It panics if there is none.
func (c Certified) Of(name string) Proof {
	for _, p := range c.Proofs {
		if p.Name == name {
			return p
		}
	}
	panic("experiments: no proof of " + name)
}

// Certify computes J, B, the divergences that they are sums of, and log R at every T of
// ts, each beside its proved enclosure: rows in the order of ts. Progress counts levels,
// as if two precisions were enough, which is mostly so.
func (c Chain) Certify(ctx context.Context, ts []int, progress Progress) ([]Certified, error) {
	rows := make([]Certified, len(ts))
	levels := newTally(progress, len(ts))
	for _, T := range ts {
		levels.total += T
	}
	err := Each(ctx, len(ts), nil, func(ctx context.Context, i int) error {
		a, choice, err := c.At(ctx, ts[i])
		if err != nil {
			return err
		}
		rows[i], err = certify(ctx, a, func(done float64) { levels.set(i, int(done*float64(ts[i]))) })
		rows[i].Chain, rows[i].Choice = c, choice
		levels.set(i, ts[i])
		return err
	})
	return rows, err
}

func certify(ctx context.Context, a chains.Annealing, watch func(done float64)) (Certified, error) {
	g, err := exact.Measure(ctx, a)
	if err != nil {
		return Certified{}, err
	}
	t, err := certain.Measure(ctx, a, func(pass int, done float64) { watch(min((float64(pass)+done)/2, 1)) })
	if err != nil {
		return Certified{}, err
	}
	return Certified{T: a.T(), Bits: t.Bits, Proofs: []Proof{
		{"J", g.J(), g.JErr(), t.J},
		{"kl_q_p", g.Final.Forward, g.FinalErr.Forward, t.QP},
		{"kl_p_q", g.Final.Reverse, g.FinalErr.Reverse, t.PQ},
		{"B", g.B(), g.BErr(), t.B},
		{"path_kl_fwd", g.Paths.Forward, g.PathsErr.Forward, t.Fwd},
		{"path_kl_rev", g.Paths.Reverse, g.PathsErr.Reverse, t.Rev},
		{"log_r", g.LogR, g.LogRErr, t.LogR},
	}}, nil
}
