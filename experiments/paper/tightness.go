package paper

import (
	"context"
	"slices"

	"breadboard/exact"
	"breadboard/experiments"
)

// A Tightness is BREAD's bound B beside J, for one toy at one T, exactly; all divergences
// are in nats.
type Tightness struct {
	Toy   string // the catalogue's name
	Title string // the paper's
	exact.Gap
	Claims   []Claim // the published figures
	Defect   float64 // of exact.Result
	Warnings []string
}

// Ratio is B/J; at least 1, and NaN if both are 0.
func (t Tightness) Ratio() float64 { return t.B() / t.J() }

// Claim returns the published figure of a quantity; ok is false if there is none.
func (t Tightness) Claim(q experiments.Quantity) (c Claim, ok bool) {
	if i := slices.IndexFunc(t.Claims, func(c Claim) bool { return c.Quantity == q }); i >= 0 {
		return t.Claims[i], true
	}
	return Claim{}, false
}

// tightenAll runs the paper's annealings of each of its toys at every T of ts: rows
// toy by toy, in the order of ts.
func tightenAll(ctx context.Context, ts []int, progress experiments.Progress) ([]Tightness, error) {
	rows := make([]Tightness, len(Toys())*len(ts))
	err := everywhere(ctx, ts, progress, func(ctx context.Context, i, k int, toy Toy) (err error) {
		rows[i*len(ts)+k], err = tighten(ctx, toy, ts[k])
		return err
	})
	return rows, err
}

// everywhere calls measure for the ith toy of the paper and the kth of ts. It begins with
// the largest T of all toys.
func everywhere(ctx context.Context, ts []int, progress experiments.Progress,
	measure func(ctx context.Context, i, k int, toy Toy) error) error {
	all := Toys()
	return experiments.Each(ctx, len(all)*len(ts), progress, func(ctx context.Context, part int) error {
		i := part % len(all)
		return measure(ctx, i, len(ts)-1-part/len(all), all[i])
	})
}

func tighten(ctx context.Context, toy Toy, T int) (Tightness, error) {
	r, err := exact.Run(ctx, Annealing(toy.target(), T))
	if err != nil {
		return Tightness{}, err
	}
	row := Tightness{Toy: toy.Name, Title: toy.Title, Gap: r.Gap, Defect: r.Defect, Warnings: r.Warnings}
	for _, p := range toy.Published {
		if p.T == T {
			row.Claims = append(row.Claims, Claim{p, p.figure(r.Gap)})
		}
	}
	return row, nil
}
