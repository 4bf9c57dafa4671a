package power

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/integrate/quad"

	"breadboard/chains"
	"breadboard/experiments/validation/seeded"
)

// rankOthers are the states among which x is ranked.
const rankOthers = 3

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
				after := r.counted(x, u, at, r.rows)
				before := r.counted(x, u, at, r.back)
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
		law := []float64(nil)
		next := make([][]float64, len(states)+1)
		for n := range next {
			next[n] = make([]float64, len(start))
		}
		for n, q := range states {
			law = append(law, floats.Sum(q))
			for y, mass := range seeded.Pushed(q, rows) {
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

// several are the rows of n steps, n at least 1.
func several(rows [][]float64, n int) [][]float64 {
	all := rows
	for range n - 1 {
		next := make([][]float64, len(all))
		for x := range all {
			next[x] = seeded.Pushed(all[x], rows)
		}
		all = next
	}
	return all
}

// rankLaw is the law of the rank by a statistic, states being so many steps apart.
func (m powered) rankLaw(all moves, s statistic, steps int, calibration bool) []float64 {
	law := make([]float64, rankOthers+1)
	for y, p := range m.data {
		for before, weight := range m.data {
			if !all.stale { // what it was aimed at before does not matter
				if before != y {
					continue
				}
				weight = 1
			}
			r := ranked{p: chains.Normalized(m.joint(y)), others: rankOthers, value: s.value[y],
				rows: several(all.rows[before][y], steps)}
			if calibration {
				r.start = m.prior
			} else {
				r.back = several(all.back[before][y], steps)
			}
			floats.AddScaled(law, p*weight, r.law())
		}
	}
	return law
}

// ranked is the need of a rank test by the best of its statistics.
func (m powered) ranked(all moves, steps int, calibration bool) Need {
	even := chains.Normalized(make([]float64, rankOthers+1))
	needs := []Need{never}
	statistics := m.statistics(true)
	for _, s := range statistics {
		needs = append(needs, against(m.rankLaw(all, s, steps, calibration), even,
			testLevel/float64(len(statistics)), s.name))
	}
	return fewest(needs)
}
