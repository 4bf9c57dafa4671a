package experiments

import (
	"context"

	"breadboard/exact"
)

// A Tightness is how far BREAD's bound is from what it bounds, for one toy at one
// T, exactly; all divergences in nats.
type Tightness struct {
	Toy      string // the catalogue's name
	Title    string // the paper's
	T        int
	Final    exact.Divergence // of the final states, q from p_T and back; its sum is J
	Paths    exact.Divergence // of the paths; its sum is B
	Claims   []Claim          // what was published of it
	Defect   float64          // of exact.Result
	Warnings []string
}

// J is the Jeffreys divergence of the final states.
func (t Tightness) J() float64 { return t.Final.Jeffreys() }

// B is the bound on it.
func (t Tightness) B() float64 { return t.Paths.Jeffreys() }

// Ratio is B/J, at least 1; NaN where both are 0.
func (t Tightness) Ratio() float64 { return t.B() / t.J() }

// A Claim is a published figure beside the one computed.
type Claim struct {
	Published
	Computed float64
	Verdict  Verdict
}

// Claim returns what was published of a quantity; not ok where nothing was.
func (t Tightness) Claim(q Quantity) (c Claim, ok bool) {
	for _, c := range t.Claims {
		if c.Quantity == q {
			return c, true
		}
	}
	return Claim{}, false
}

// Tighten runs the paper's annealings of each of its toys at every T of ts: rows
// toy by toy, in the order of ts.
func Tighten(ctx context.Context, ts []int, progress Progress) ([]Tightness, error) {
	all := PaperToys()
	rows := make([]Tightness, len(all)*len(ts))
	err := Each(ctx, len(rows), progress, func(ctx context.Context, part int) (err error) {
		i, k := part%len(all), len(ts)-1-part/len(all)
		rows[i*len(ts)+k], err = tighten(ctx, all[i], ts[k])
		return err
	})
	return rows, err
}

func tighten(ctx context.Context, toy PaperToy, T int) (Tightness, error) {
	r, err := exact.Run(ctx, PaperAnnealing(toy.Target(), T))
	if err != nil {
		return Tightness{}, err
	}
	row := Tightness{Toy: toy.Name, Title: toy.Title, T: T,
		Final: r.Final, Paths: r.Paths, Defect: r.Defect, Warnings: r.Warnings}
	computed := map[Quantity]float64{J: r.J(), B: r.B()}
	for _, p := range toy.Published {
		if p.T == T {
			x := computed[p.Quantity]
			row.Claims = append(row.Claims, Claim{p, x, p.Check(x)})
		}
	}
	return row, nil
}
