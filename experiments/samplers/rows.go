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

func writeOut(op chains.Operator, states int) rows {
	r := rows{from: []int{0}}
	for x := range states {
		op.Row(x, func(y int, p float64) { r.to, r.p = append(r.to, int32(y)), append(r.p, p) })
		r.to, r.p = append(r.to, int32(x)), append(r.p, chains.Stay(op, x))
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
