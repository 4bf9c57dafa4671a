package kernels

import (
	"cmp"
	"slices"

	"breadboard/chains"
	"breadboard/chains/operators"
	"breadboard/grid"
)

// Independence proposes each of the n cells with probability 1/n, wherever the walker is,
// and accepts with min(1, f(y)/f(x)); walls are rejected. It is reversible, and all its
// eigenvalues are known: Liu (1996).
type Independence struct{}

// On returns the operator on g.
func (Independence) On(g grid.Grid) chains.Operator {
	o := operators.NewSymmetric(g, anywhere(g))
	ranks := new(ranks)
	o.Pulls = func(dst, base, f *chains.Pair, p []float64, share float64) {
		ranks.sort(p)
		ranks.pullBold(dst, base, f, p, share)
	}
	return o
}

// Definition proposes the cells.
func (Independence) Definition(g grid.Grid) chains.Definition { return anywhere(g) }

func anywhere(g grid.Grid) chains.Outcomes {
	return operators.Proposed(g.Size(), func(x int, visit func(y int)) {
		for y := range g.Size() {
			if y != x {
				visit(y)
			}
		}
	}, operators.Metropolis)
}

// Facts counts the proposal, and the bytes of a rank per cell.
func (Independence) Facts(g grid.Grid) chains.Facts { return written(1, others(g), 4) }

// ranks are the cells by their mass, rising. In this order one pass sums up the proposals of
// all cells to all others.
type ranks []int32

// sort ranks the cells by p. It is fast if they are nearly in order already, as they are from
// one level to the next.
func (r *ranks) sort(p []float64) {
	if *r == nil {
		*r = make(ranks, len(p))
		for x := range *r {
			(*r)[x] = int32(x)
		}
	}
	slices.SortFunc(*r, func(x, y int32) int { return cmp.Compare(p[x], p[y]) })
}

// pullBold sets dst to base + share (T f - f) for the kernel that proposes any cell. A
// cell x gains, over all cells y,
//
//	the sum of p(y) (f(y) - f(x)) / p(x) if p(y) is less than p(x), and of f(y) - f(x) if not.
//
// Either sum grows from its smallest term, so that no cell counts beyond its mass.
func (r ranks) pullBold(dst, base, f *chains.Pair, p []float64, share float64) {
	share /= float64(len(p))
	for k := range 2 {
		dst, base, f := dst[k], base[k], f[k]
		mass, sum := 0.0, 0.0
		for _, x := range r {
			v := p[x]
			dst[x] = base[x] + share*(sum-mass*f[x])/(v+operators.Least)
			mass += v
			sum += v * f[x]
		}
		sum = 0
		count := 0.0
		for i := len(r) - 1; i >= 0; i-- {
			x := r[i]
			dst[x] += share * (sum - count*f[x])
			count++
			sum += f[x]
		}
	}
}
