package validation

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"breadboard/chains"
	"breadboard/chains/chaintest/bugs"
	"breadboard/chains/enumerate"
	"breadboard/grid"
	"breadboard/grid/must"
)

// A ranked is a rank test of one density by one function, as package geweke draws it: a state x, drawn from p, is
// ranked among others states of a chain. Equal values are put into a random order.
type ranked struct {
	p          []float64
	start      []float64   // where the chain starts, a step before its first state; nil is at x, at a random place
	rows, back [][]float64 // of a step, and of one of the reversal; back is for chains from x alone
	value      []float64   // the function, by cell
	others     int
}

// law is the law of the rank, on 0 to others. A uniform u that x has among its equals puts each of them before x with
// probability u, whatever their number. The law is a polynomial in u of degree others, and the mean over u a sum. The
// counts before and after x are independent given x and u.
func (r ranked) law() []float64 {
	nodes := r.others/2 + 1 // enough for its degree
	law := make([]float64, r.others+1)
	us := make([]float64, nodes)
	weights := make([]float64, nodes)
	quad.Legendre{}.FixedLocations(us, weights, 0, 1)
	for i, u := range us {
		for x, p := range r.p {
			switch mass := p * weights[i]; {
			case p == 0:
			case r.start != nil:
				floats.AddScaled(law, mass, r.counted(x, u, r.start, r.rows)[r.others])
			default:
				at := make([]float64, len(r.p))
				at[x] = 1
				after, before := r.counted(x, u, at, r.rows), r.counted(x, u, at, r.back)
				for m := range after {
					for n, q := range before[m] {
						floats.AddScaled(law[n:n+len(after[r.others-m])], mass*q/float64(r.others+1), after[r.others-m])
					}
				}
			}
		}
	}
	return law
}

// counted has the laws of how many are before x of the first 0 to others states of a chain from start.
func (r ranked) counted(x int, u float64, start []float64, rows [][]float64) (laws [][]float64) {
	states := [][]float64{start} // by count, and then by cell
	for range r.others + 1 {
		law, next := []float64(nil), make([][]float64, len(states)+1)
		for n := range next {
			next[n] = make([]float64, len(start))
		}
		for n, q := range states {
			law = append(law, floats.Sum(q))
			for y, mass := range pushed(q, rows) {
				before := 0.0
				switch {
				case r.value[y] < r.value[x]:
					before = 1
				case r.value[y] == r.value[x]:
					before = u
				}
				next[n][y] += mass * (1 - before)
				next[n+1][y] += mass * before
			}
		}
		laws, states = append(laws, law), next
	}
	return laws
}

// pushed is q after a step.
func pushed(q []float64, rows [][]float64) []float64 {
	dst := make([]float64, len(q))
	for x, mass := range q {
		if mass != 0 {
			floats.AddScaled(dst, mass, rows[x])
		}
	}
	return dst
}

// several are the rows of n steps, n at least 1.
func several(rows [][]float64, n int) [][]float64 {
	all := rows
	for range n - 1 {
		next := make([][]float64, len(all))
		for x := range all {
			next[x] = pushed(all[x], rows)
		}
		all = next
	}
	return all
}

// TestRankLaw: the law of a rank is that of the ranks that dice draw, of a right kernel and of a wrong one, with values
// that are equal.
func TestRankLaw(t *testing.T) {
	m := powered{grid: grid.New(3), prior: []float64{0.2, 0.5, 0.3}, data: []float64{0.3, 0.37, 0.33},
		given: [][]float64{{0.6, 0.3, 0.1}, {0.3, 0.5, 0.2}, {0.1, 0.2, 0.7}}}
	s := statistic{value: slices.Repeat([][]float64{{1, 0, 1}}, 3)}
	for _, k := range []chains.Kernel{metropolis, bugs.Inverted} {
		all := m.moves(k)
		for _, calibration := range []bool{false, true} {
			law := make([]float64, rankOthers+1)
			for y, p := range m.data {
				for x, q := range chains.Normalized(m.joint(y)) {
					for rank, r := range enumerate.Law(func(d chains.Dice) int {
						return m.rank(all, s, y, x, 1, calibration, d)
					}) {
						law[rank] += p * q * r
					}
				}
			}
			for rank, p := range m.rankLaw(all, s, 1, calibration) {
				must.Near(t, p, law[rank], 1e-12, "%T, calibration %v: the probability of rank %d", k, calibration,
					rank)
			}
		}
	}
}
