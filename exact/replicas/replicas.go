// Package replicas computes parallel tempering exactly: the walkers of package chains/tempering as one chain on the
// product of their spaces, up to some ten million states.
//
// A law is a tensor, pushed by one walker's moves along its axis after another, and by exchanges pair by pair
// (tensor.go). From a start come, after n scans, the law of the cold walker with J and TV, the rejections of each pair,
// and the estimates of log R (evidence.go). The rate of round trips follows the tag of one walker through the whole
// chain (trips.go), and the relaxation time is that of an Arnoldi search (relaxation.go). What two walkers in
// equilibrium tell is known on any number of product states (equilibrium.go).
//
// There is no B here. The weight of such a run is the product of f_k/f_1 at the places where the walkers start. No scan
// adds to it, so that B is the divergence of the start and the same after any number of scans.
package replicas

import (
	"context"
	"fmt"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/tempering"
	"breadboard/exact"
	"breadboard/grid/text"
)

// MostStates is the largest number of product states.
const MostStates = 10_000_000

// A Start says where walkers start: all of them with draws of p_1, each with a draw of its own p_k, or all in a cell.
type Start string

// The starts but for those in a state, which are a State.
const (
	FromInitial     Start = "initial"
	FromEquilibrium Start = "equilibrium"
)

// Options say what to compute.
type Options struct {
	Start Start
	// State, if it is not nil, is where all walkers start in place of Start.
	State *int
	// Scans are the numbers of scans after which there is a row, rising from 1.
	Scans []int
	// Spread has rows say how the estimates of log R vary. It takes N tensors more.
	Spread bool
	// Trips has the rate of round trips, and Relaxation the relaxation time.
	Trips, Relaxation bool
	// Progress, unless nil, is called with the number of scans done and of all.
	Progress func(done, total int)
}

// A Row is what is known after some scans.
type Row struct {
	Scans int
	// Cold is the divergence of the cold walker's law from the target, summed over the states of a cell.
	Cold exact.Divergence
	TV   float64
	// Rejections are by pair the probability that an exchange offered after the exploration of this scan is rejected.
	Rejections       []float64
	Stones, Integral Evidence
}

// A Result is everything that is exact about a ladder.
type Result struct {
	Equilibrium
	States     int // product states
	Rows       []Row
	Trips      *Trips      // nil unless it was asked for
	Relaxation *Relaxation // likewise
}

// States is the number of product states of so many walkers on so many states each. It may be too large for an int.
func States(each float64, walkers int) float64 { return math.Pow(each, float64(walkers)) }

// Run computes a result. The error is tempering.Ladder.Check's, or says that there are too many product states.
func (o Options) Run(ctx context.Context, l tempering.Ladder) (r Result, err error) {
	if err := l.Check(); err != nil {
		return r, err
	}
	r.Equilibrium = Equilibrate(l)
	l.Annealing, _ = l.Annealing.Lowered()
	cells := len(support(l.Aimed()[0].LogF))
	if n := States(float64(cells), l.Walkers()); n > MostStates {
		return r, fmt.Errorf("%d walkers on %d states each have %.3g product states, and %s are the most", l.Walkers(),
			cells, n, text.Thousands(MostStates))
	}
	s := newSpace(l)
	r.States = s.size()
	r.Rows, err = o.rows(ctx, l, s)
	if err != nil {
		return Result{}, err
	}
	if o.Trips {
		trips, err := s.trips(ctx)
		if err != nil {
			return Result{}, err
		}
		r.Trips = &trips
	}
	if o.Relaxation {
		relaxation, err := s.relax(ctx)
		if err != nil {
			return Result{}, err
		}
		r.Relaxation = &relaxation
	}
	return r, nil
}

// start is the tensor of the start.
func (o Options) start(s *space) ([]float64, error) {
	switch {
	case o.State != nil:
		return s.together(*o.State)
	case o.Start == FromEquilibrium:
		return s.product(s.laws), nil
	}
	return s.product(slices.Repeat([][]float64{s.laws[0]}, s.walkers)), nil
}

// together is the tensor of all walkers in one state.
func (s *space) together(state int) ([]float64, error) {
	i, ok := slices.BinarySearch(s.at, state)
	if !ok {
		return nil, fmt.Errorf("walkers cannot start in state %d, which has no mass; one with mass would do", state)
	}
	place := 0
	for range s.walkers {
		place = place*s.n + i
	}
	q := make([]float64, s.size())
	q[place] = 1
	return q, nil
}

// rows makes the scans, and a row where one is asked for.
func (o Options) rows(ctx context.Context, l tempering.Ladder, s *space) (rows []Row, err error) {
	q, err := o.start(s)
	if err != nil || len(o.Scans) == 0 {
		return nil, err
	}
	evidence := newEvidence(l, s, o.Spread)
	total := o.Scans[len(o.Scans)-1]
	asked := o.Scans
	for scan := 1; scan <= total; scan++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		s.explore(q)
		row := Row{Scans: scan}
		wanted := asked[0] == scan
		if wanted {
			row.Rejections = s.rejections(q)
		}
		s.exchanges(q, scan)
		evidence.after(q, scan)
		if o.Progress != nil {
			o.Progress(scan, total)
		}
		if !wanted {
			continue
		}
		asked = asked[1:]
		row.Stones = evidence.stones(scan)
		row.Integral = evidence.integral(scan)
		row.Cold, row.TV = s.cold(q, l.Annealing)
		rows = append(rows, row)
	}
	return rows, nil
}

// cold is the divergence of the cold walker's law from the target, and their distance, by cell.
func (s *space) cold(q []float64, a chains.Annealing) (d exact.Divergence, tv float64) {
	last := s.walkers - 1
	law := s.law(q, last)
	share := a.StatesPerCell()
	cells := a.Grid.Size() / share
	of := make([]float64, cells)
	truth := make([]float64, cells)
	for i, x := range s.at {
		of[x/share] += law[i]
		truth[x/share] += s.laws[last][i]
	}
	for x, v := range of {
		tv += math.Abs(v-truth[x]) / 2
	}
	return exact.Between(of, truth), tv
}
