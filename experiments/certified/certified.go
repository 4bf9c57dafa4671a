// Package certified proves every number of an exact result: by an interval of big floats that contains the truth.
package certified

import (
	"context"
	"errors"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/experiments"
)

// A Certificate has the numbers of an annealing at one T in float64, as Exactly computes them, each with its proof.
type Certificate struct {
	Annealer experiments.Annealer
	Choice   *chains.Chosen // how the schedule was chosen; nil for a curve or a file
	T        int
	Bits     uint // of the last pass in big floats
	Proofs   []Proof
}

// A Proof has one number of the result, and an interval that contains the truth.
type Proof struct {
	Name  string // as in the tables of exact results: J, B, kl_q_p, ...
	Value float64
	Truth certain.Enclosure
}

// Digits returns the number of right digits of the value; NaN if the truth is 0.
func (p Proof) Digits() float64 { return p.Truth.Digits(p.Value) }

// Off returns the largest possible distance of the value from the truth.
func (p Proof) Off() float64 { return p.Truth.Off(p.Value) }

// Negligible bounds the divergences that do not matter: below it q and p agree to ten digits.
const Negligible = 1e-20

// PromisedDigits is the number of right digits that a float64 result should have.
const PromisedDigits = 9

// HasPromised reports whether the value has the promised digits, or an error of at most Negligible. For log R, a
// difference of numbers of its own size, an error of 1e-12 is enough.
func (p Proof) HasPromised() bool {
	floor := Negligible
	if p.Name == logR {
		floor = 1e-12
	}
	return p.Off() <= floor || p.Digits() >= PromisedDigits
}

const logR = "log_r"

// HasPromised reports whether all values have the promised digits.
func (c Certificate) HasPromised() bool {
	return !slices.ContainsFunc(c.Proofs, func(p Proof) bool { return !p.HasPromised() })
}

// Measure computes J, B, the divergences that add up to them, and log R at every T of ts, each with its proof. The rows
// are in the order of ts. Progress counts levels, as if two precisions were enough, which they usually are.
func Measure(ctx context.Context, an experiments.Annealer, ts []int,
	progress experiments.Progress) ([]Certificate, error) {
	each := an.ProofBytes()
	return experiments.ForEachT(ctx, an, ts, 1, each, 0, progress, func(ctx context.Context, at experiments.Task,
		progress experiments.Progress) (Certificate, error) {
		a, T := at.Annealing, at.T()
		g, err := exact.Measure(ctx, a)
		if err != nil {
			return Certificate{}, err
		}
		t, err := certain.Measure(ctx, a, func(pass int, done float64) {
			progress(int((float64(pass)+done)*float64(T)), 2*T)
		})
		switch {
		case errors.Is(err, certain.ErrSpan):
			return Certificate{}, experiments.Faultf("%s: %v", an.TargetName(), err)
		case err != nil:
			return Certificate{}, err
		}
		proofs := []Proof{
			{"J", g.J(), t.J},
			{"kl_q_p", g.Final.Forward, t.QP},
			{"kl_p_q", g.Final.Reverse, t.PQ},
			{"B", g.B(), t.B},
			{"path_kl_fwd", g.Paths.Forward, t.Fwd},
			{"path_kl_rev", g.Paths.Reverse, t.Rev},
			{logR, g.LogR, t.LogR},
		}
		return Certificate{Annealer: an, Choice: at.Choice, T: T, Bits: t.Bits, Proofs: proofs}, nil
	})
}
