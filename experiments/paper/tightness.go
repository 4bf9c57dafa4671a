package paper

import (
	"context"

	"breadboard/exact"
	"breadboard/experiments"
)

// A Tightness is BREAD's bound B beside J, which it bounds, for one toy at one
// T, exactly; all divergences in nats.
type Tightness struct {
	Toy      string // the catalogue's name
	Title    string // the paper's
	T        int
	Final    exact.Divergence // of the final states, q from p_T and back; its sum is J
	Paths    exact.Divergence // of the paths; its sum is B
	Claims   []Claim          // the published figures
	Defect   float64          // of exact.Result
	Warnings []string
}

// J is the Jeffreys divergence of the final states.
func (t Tightness) J() float64 { return t.Final.Jeffreys() }

// B is the bound on it.
func (t Tightness) B() float64 { return t.Paths.Jeffreys() }

// Ratio is B/J, at least 1; NaN if both are 0.
func (t Tightness) Ratio() float64 { return t.B() / t.J() }

// A Claim is a published figure beside the one computed.
type Claim struct {
	Published
	Computed float64
	Verdict  Verdict
}

// Claim returns the published figure of a quantity; ok is false if there is none.
func (t Tightness) Claim(q experiments.Quantity) (c Claim, ok bool) {
	for _, c := range t.Claims {
		if c.Quantity == q {
			return c, true
		}
	}
	return Claim{}, false
}

// tightenAll runs the paper's annealings of each of its toys at every T of ts: rows
// toy by toy, in the order of ts.
func tightenAll(ctx context.Context, ts []int, progress experiments.Progress) ([]Tightness, error) {
	all := Toys()
	rows := make([]Tightness, len(all)*len(ts))
	err := experiments.Each(ctx, len(rows), progress, func(ctx context.Context, part int) (err error) {
		i, k := part%len(all), len(ts)-1-part/len(all)
		rows[i*len(ts)+k], err = tighten(ctx, all[i], ts[k])
		return err
	})
	return rows, err
}

func tighten(ctx context.Context, toy Toy, T int) (Tightness, error) {
	r, err := exact.Run(ctx, Annealing(toy.target(), T))
	if err != nil {
		return Tightness{}, err
	}
	row := Tightness{Toy: toy.Name, Title: toy.Title, T: T,
		Final: r.Final, Paths: r.Paths, Defect: r.Defect, Warnings: r.Warnings}
	computed := map[experiments.Quantity]float64{experiments.J: r.J(), experiments.B: r.B()}
	for _, p := range toy.Published {
		if p.T == T {
			x := computed[p.Quantity]
			row.Claims = append(row.Claims, Claim{p, x, p.Check(x)})
		}
	}
	return row, nil
}
