package replicas

import (
	"context"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/tempering"
)

// Trips is the rate of round trips in equilibrium: how many walkers a scan, of all together, complete a way from the
// hottest place of the ladder to the coldest and back. The truth lies between Low and High, up to rounding. Scans is
// how long walkers were followed.
type Trips struct {
	Rate, Low, High float64
	Scans           int
}

// A tagged walker is followed by a measure on its place on the ladder times all product states: N tensors. It leaves
// the hottest place in equilibrium at some rate, and each that leaves comes to the coldest place or back to the
// hottest. The first is a half of a round trip, and the way back has the same rate, because what goes up comes down.
// No system of equations is solved: the measure of those that are on their way is pushed until it has gone. At each
// scan the rate is at least that of those who have arrived, and at most theirs and that of those under way.
const (
	tripsWithin = 1e-9 // of the rate, which may still be under way
	mostScans   = 100_000
)

// trips follows walkers from the hottest place.
func (s *space) trips(ctx context.Context) (t Trips, err error) {
	start := s.product(s.laws)
	way := newTagged(s)
	way.leave(start)
	for t.Scans = 1; t.Scans < mostScans; t.Scans++ {
		left := way.mass()
		if ctx.Err() != nil {
			return t, context.Cause(ctx)
		}
		if left <= tripsWithin*way.arrived {
			break
		}
		way.scan(t.Scans + 1)
	}
	// Who is under way is as likely to arrive as those before.
	left := way.mass()
	share := 0.5
	if ended := way.arrived + way.returned; ended > 0 {
		share = way.arrived / ended
	}
	perScan := 1.
	if s.exchange == tempering.DEO { // they leave at every second scan
		perScan = 0.5
	}
	t.Low = perScan * way.arrived
	t.High = perScan * (way.arrived + left)
	t.Rate = perScan * (way.arrived + share*left)
	return t, nil
}

// A tagged is the measure of a tagged walker that is on its way: a tensor for each place of it but the two ends. The
// next are those after the exchanges of a scan.
type tagged struct {
	s                 *space
	at, next          [][]float64 // nil at both ends
	arrived, returned float64
}

func newTagged(s *space) *tagged {
	t := &tagged{s: s, at: make([][]float64, s.walkers), next: make([][]float64, s.walkers)}
	for k := 1; k < s.walkers-1; k++ {
		t.at[k] = make([]float64, s.size())
		t.next[k] = make([]float64, s.size())
	}
	return t
}

// mass is that of who is on the way.
func (t *tagged) mass() (sum float64) {
	for _, q := range t.at {
		sum += floats.Sum(q)
	}
	return sum
}

// leave begins with those who leave the hottest place at a scan at which its pair is offered an exchange. Beside it the
// other pairs of the scan change places.
func (t *tagged) leave(q []float64) {
	s := t.s
	share := 1.
	if s.exchange == tempering.SEO {
		share = 0.5
	}
	floats.Scale(share, q)
	for _, k := range s.even {
		if k > 0 {
			s.swap(q, k)
		}
	}
	t.move(q, 0, 1, t.at)
}

// move takes those of q whose exchange of pair k is accepted to the tagged walker's new place, which is k or k+1.
func (t *tagged) move(q []float64, k, to int, into [][]float64) {
	s := t.s
	n, inner := s.n, s.inner(k+1)
	accept := s.offers[k].accept
	for o := 0; o < len(q); o += n * n * inner {
		for x := range n {
			for y := range n {
				a := accept[x*n+y]
				here := q[o+(x*n+y)*inner:][:inner]
				switch to {
				case 0:
					t.returned += a * floats.Sum(here)
				case s.walkers - 1:
					t.arrived += a * floats.Sum(here)
				default:
					floats.AddScaled(into[to][o+(y*n+x)*inner:][:inner], a, here)
				}
			}
		}
	}
}

// stay adds those of q whose exchange of pair k is rejected to the place where the tagged walker is.
func (t *tagged) stay(q []float64, k, place int) {
	s := t.s
	n, inner := s.n, s.inner(k+1)
	reject := s.offers[k].reject
	for o := 0; o < len(q); o += n * n * inner {
		for at, r := range reject {
			if r > 0 {
				floats.AddScaled(t.next[place][o+at*inner:][:inner], r, q[o+at*inner:][:inner])
			}
		}
	}
}

// scan makes a scan of all tensors.
func (t *tagged) scan(scan int) {
	s := t.s
	for k := 1; k < s.walkers-1; k++ {
		s.explore(t.at[k])
		clear(t.next[k])
	}
	if s.exchange == tempering.DEO {
		t.exchange(s.turn(scan), 1)
	} else {
		t.exchange(s.even, 0.5)
		t.exchange(s.odd, 0.5)
	}
	t.at, t.next = t.next, t.at
}

// exchange makes the exchanges of some pairs with a share of the measure.
func (t *tagged) exchange(pairs []int, share float64) {
	s := t.s
	for place := 1; place < s.walkers-1; place++ {
		q := s.copied(t.at[place], share)
		own := -1 // the pair that the tagged walker is of
		for _, k := range pairs {
			if k == place || k+1 == place {
				own = k
				continue
			}
			s.swap(q, k)
		}
		if own < 0 {
			floats.Add(t.next[place], q)
			continue
		}
		t.stay(q, own, place)
		t.move(q, own, 2*own+1-place, t.next)
	}
}

// copied is a share of a tensor, in the spare one.
func (s *space) copied(q []float64, share float64) []float64 {
	if s.spare == nil {
		s.spare = make([]float64, len(q))
	}
	floats.ScaleTo(s.spare, share, q)
	return s.spare
}
