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

// A Certified is a chain at one T in float64, as Exactly has it, and proved.
type Certified struct {
	Chain  Chain
	Choice *tuning.Choice // how the schedule was chosen; nil where it is a formula or a file
	T      int
	Bits   uint // of the last pass in big floats
	Proofs []Proof
}

// A Proof is a float64 result beside the truth.
type Proof struct {
	Name  string // what the result is called by Exactly's renderers
	Value float64
	Err   float64 // how far off the value was said to be at the most
	Truth certain.Enclosure
}

// Digits is how many digits of the value are right, NaN where the truth vanishes.
func (p Proof) Digits() float64 { return p.Truth.Digits(p.Value) }

// Off is how far the value can be from the truth.
func (p Proof) Off() float64 { return p.Truth.Off(p.Value) }

// Kept reports whether the value is no further off than it was said to be. Where the
// truth vanishes, which is all that is known of it, the value has to vanish but for
// its error.
func (p Proof) Kept() bool {
	return p.Off() <= p.Err || p.Truth.Vanishes() && math.Abs(p.Value) <= p.Err+certain.Floor
}

// Promised is how many digits its error leaves of the value: 0 where it leaves
// nothing, NaN where the value is 0, which has none.
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

// Kept reports whether all values are.
func (c Certified) Kept() bool {
	return !slices.ContainsFunc(c.Proofs, func(p Proof) bool { return !p.Kept() })
}

// Fewest is the proof with the fewest right digits, of those that are promised any:
// not of log R, which is a difference of numbers of its own size, nor of a J that
// may be 0. Where there is none it is that of B.
func (c Certified) Fewest() Proof {
	least := c.Of("B")
	for _, p := range c.Proofs {
		if d := p.Digits(); p.Name != "log_r" && p.Promised() >= 1 && !math.IsNaN(d) && !(d >= least.Digits()) {
			least = p
		}
	}
	return least
}

// Worst is the row with the fewest right digits. It panics where there is none.
func Worst(rows []Certified) Certified {
	worst := rows[0]
	for _, r := range rows {
		if r.Fewest().Digits() < worst.Fewest().Digits() || math.IsNaN(worst.Fewest().Digits()) {
			worst = r
		}
	}
	return worst
}

// Of is the proof of this name. It panics where there is none.
func (c Certified) Of(name string) Proof {
	for _, p := range c.Proofs {
		if p.Name == name {
			return p
		}
	}
	panic("experiments: no proof of " + name)
}

// Certify is Exactly's J, B and what they are sums of, and log R, each beside its
// proved enclosure, at every T of ts: rows in the order of ts. Progress counts
// levels, as if two precisions were enough, which they mostly are.
func (c Chain) Certify(ctx context.Context, ts []int, progress Progress) ([]Certified, error) {
	rows := make([]Certified, len(ts))
	levels := tally{progress: progress, done: make([]int, len(ts))}
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
