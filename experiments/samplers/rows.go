package samplers

import (
	"slices"

	"breadboard/chains"
)

// rows are those of an operator, written out: the moves of state x are from[x] to from[x+1].
type rows struct {
	from []int
	to   []int32
	p    []float64
}

// writeOut writes out an operator that is aimed at the law p. A state whose mass is below any float has
// none: instead of moving there the chain stays.
func writeOut(op chains.Operator, p []float64) rows {
	r := rows{from: []int{0}}
	for x := range p {
		stay := chains.Stay(op, x)
		op.Row(x, func(y int, prob float64) {
			if p[y] == 0 {
				stay += prob
				return
			}
			r.to, r.p = append(r.to, int32(y)), append(r.p, prob)
		})
		r.to, r.p = append(r.to, int32(x)), append(r.p, stay)
		r.from = append(r.from, len(r.to))
	}
	return r
}

// push sets dst to the law after one step from q. Nothing is subtracted, so that a state that no
// way leads to has no mass.
func (r rows) push(dst, q []float64) {
	clear(dst)
	for x, mass := range q {
		if mass > 0 {
			p := r.p[r.from[x]:r.from[x+1]]
			for k, y := range r.to[r.from[x]:r.from[x+1]] {
				dst[y] += mass * p[k]
			}
		}
	}
}

// follow returns the law after n/2 steps from a law, and its mean over steps 1 to n.
func (r rows) follow(law []float64, n int) (half, mean []float64) {
	now, next, mean := slices.Clone(law), make([]float64, len(law)), make([]float64, len(law))
	for step := 1; step <= n; step++ {
		r.push(next, now)
		now, next = next, now
		for x, p := range now {
			mean[x] += p / float64(n)
		}
		if step == n/2 {
			half = slices.Clone(now)
		}
	}
	return half, mean
}
