package tempering

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/tempering"
	"breadboard/exact/replicas"
	"breadboard/experiments"
	"breadboard/grid"
)

var small = grid.New(4, 4)

// The numbers of evaluations of the density after which samplers are compared.
var prices = []int{30, 100, 300}

// The most product states of a ladder that is followed whole, and of one of which J alone is asked.
const (
	mostWhole = 130_000
	mostJ     = 600_000
)

// mostWalkers is the largest number that is tried.
const mostWalkers = 6

// ladders are those of all numbers of walkers that are small enough. Their betas reject alike.
func (s subject) ladders(ctx context.Context, c experiments.Chain) (all []Ladder, err error) {
	a := c.Base(chains.Linear(2))
	for walkers := 2; walkers <= mostWalkers; walkers++ {
		states := replicas.States(c.States, walkers)
		if states > mostJ {
			break
		}
		betas, _ := replicas.EqualRejections(a, walkers)
		a.Schedule = betas
		for _, exchange := range tempering.Exchanges {
			for _, fresh := range []bool{true, false} {
				l := tempering.Ladder{Annealing: a, Exchange: exchange, Fresh: fresh}
				if states > mostWhole && (exchange != tempering.DEO || !fresh) {
					continue
				}
				row, err := s.ladder(ctx, l, states <= mostWhole)
				if err != nil {
					return nil, err
				}
				all = append(all, row)
			}
		}
	}
	return all, nil
}

// ladder measures one. Each walker moves by one evaluation a scan, and a draw counts as one too.
func (s subject) ladder(ctx context.Context, l tempering.Ladder, whole bool) (row Ladder, err error) {
	row = Ladder{Set: s.set, Family: s.family, Target: s.name(), States: l.Annealing.Grid.Size(), Walkers: l.Walkers(),
		Exchange: string(l.Exchange), Hot: "move", Trips: math.NaN(), Relaxation: math.NaN(), RMSEIntegral: math.NaN(),
		RMSEStones: math.NaN(), ScanCost: float64(l.Walkers())}
	if l.Fresh {
		row.Hot = "draw"
	}
	o := replicas.Options{Start: replicas.FromInitial, Spread: whole, Trips: whole, Relaxation: whole}
	for _, price := range prices {
		o.Scans = append(o.Scans, price/l.Walkers())
	}
	r, err := o.Run(ctx, l)
	if err != nil {
		return row, err
	}
	row.Barrier = r.Limit
	row.Practice = replicas.UsualWalkers(r.Limit)
	row.Rejection = stat.Mean(r.Rejections, nil)
	row.Ideal = r.Ideal
	for i, to := range []*float64{&row.J30, &row.J100, &row.J300} {
		*to = r.Rows[i].Cold.Jeffreys()
	}
	if !whole {
		return row, nil
	}
	row.Trips = r.Trips.Rate
	if r.Relaxation.Settled() {
		row.Relaxation = r.Relaxation.Time()
	}
	last := r.Rows[len(r.Rows)-1]
	row.RMSEIntegral = math.Hypot(last.Integral.Bias, last.Integral.SD)
	row.RMSEStones = math.Hypot(last.Stones.Bias+last.Stones.Jensen, last.Stones.SD)
	return row, nil
}
