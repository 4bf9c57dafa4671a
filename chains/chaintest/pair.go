package chaintest

import (
	"math"
	"slices"

	"breadboard/chains"
)

// pulledPair holds PullPair, where there is one, to the rows, with p alone at hand: on a
// function of moderate size, and on a signed measure over p, as large as p is
// small, whose errors count by p; and added to a base in place, by a share. It leaves
// op aimed at l without p.
func (b *breaches) pulledPair(of law, op chains.Operator, l *chains.Level, p []float64, rows [][]float64) {
	two, ok := op.(chains.PairPuller)
	if !ok {
		return
	}
	n := len(p)
	f, out := [2][]float64{signed(n), signed(n)}, [2][]float64{make([]float64, n), make([]float64, n)}
	for x := range p {
		if p[x] > 0 {
			f[1][x] /= p[x]
		}
	}
	l.P = p
	op.Aim(l)
	two.PullPair(&out, &f, &f, 1)
	const share = 0.3
	added := chains.Pair{make([]float64, n), signed(n)}
	base := slices.Clone(added[1])
	two.PullPair(&added, &added, &f, share)
	l.P = nil
	op.Aim(l)
	for x, row := range rows {
		if p[x] == 0 {
			if v := out[0][x] + out[1][x]; math.IsNaN(v) || math.IsInf(v, 0) {
				b.broken(of, v, "functions at cell %d, which has no mass, come to %v", x, v)
			}
			continue
		}
		var want [2]float64
		for y, t := range row {
			want[0] += t * f[0][y]
			want[1] += p[x] * t * f[1][y]
		}
		b.equal(of, out[0][x], want[0], 1, "expectation at cell %d", x)
		b.equal(of, p[x]*out[1][x], want[1], 1, "measure of cell %d, pulled over p", x)
		b.equal(of, added[0][x], share*(want[0]-f[0][x]), 1, "a share of the change at cell %d", x)
		b.equal(of, p[x]*(added[1][x]-base[x]), share*(want[1]-p[x]*f[1][x]), 1, "a share of the change at cell %d, over p", x)
	}
}

// byMass holds Row and Push, where p is at hand, to the rows without it: on cells
// that have mass. It leaves op aimed at l without p.
func (b *breaches) byMass(of law, op chains.Operator, l *chains.Level, p []float64, rows [][]float64) {
	l.P = p
	op.Aim(l)
	n := len(p)
	unit, out := make([]float64, n), make([]float64, n)
	for x, row := range rows {
		if p[x] == 0 {
			continue
		}
		by := make([]float64, n)
		op.Row(x, func(y int, q float64) { by[y] += q })
		clear(unit)
		unit[x] = 1
		op.Push(out, unit)
		for y, q := range row {
			if y != x {
				b.equal(of, by[y], q, 1, "from cell %d to %d by p", x, y)
			}
			b.equal(of, out[y], q, 1, "mass sent from cell %d to %d by p", x, y)
		}
	}
	l.P = nil
	op.Aim(l)
}
