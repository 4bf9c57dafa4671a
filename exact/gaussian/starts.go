package gaussian

import (
	"cmp"
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// A start is a Gaussian from which to go down.
type start struct {
	mean, sd []float64
	kl       float64
}

// mostStarts is from how many Gaussians descent goes down, and mostModes how many modes propose
// some.
const mostStarts, mostModes = 8, 12

// starts returns the closest of these Gaussians, the closest first: that with the moments of the
// density; those with the moments of the basins of its modes; and one on the peak of each, with a
// standard deviation of half a cell.
func (f *family) starts(g grid.Grid, logf []float64) (all []start) {
	p := chains.Normalized(logf)
	add := func(cells []int, least float64) {
		s := f.moments(cells, p, least)
		s.kl = f.at(s.mean, s.sd)
		all = append(all, s)
	}
	add(f.cells, 0.3)
	modes := chains.Modes(g, logf)
	for _, m := range modes[:min(len(modes), mostModes)] {
		add(m.Basin, 0.3)
		add(m.Peak[:1], 0.5)
	}
	slices.SortStableFunc(all, func(a, b start) int { return cmp.Compare(a.kl, b.kl) })
	return all[:min(len(all), mostStarts)]
}

// better is the closest Gaussian that differs from a law on one axis at most, where mean and
// standard deviation are on a mesh. Descent ends in the first hollow; this looks over its rim.
func (f *family) better(law Law) start {
	best := start{law.Mean, law.SD, law.KL}
	for a, n := range f.length {
		mean, sd := slices.Clone(law.Mean), slices.Clone(law.SD)
		for mean[a] = -0.5; mean[a] <= n-0.5; mean[a] += 0.5 {
			for sd[a] = 0.1; sd[a] <= 10*n; sd[a] *= 1.5 {
				if kl := f.at(mean, sd); kl < best.kl {
					best = start{slices.Clone(mean), slices.Clone(sd), kl}
				}
			}
		}
	}
	return best
}

// moments is the Gaussian with the moments of a density on some cells, and at least this standard
// deviation. Cells of which no float holds the mass count alike.
func (f *family) moments(cells []int, p []float64, least float64) (s start) {
	mass := make([]float64, len(cells))
	sum := 0.0
	for k, x := range cells {
		mass[k] = max(p[x], math.SmallestNonzeroFloat64)
		sum += mass[k]
	}
	for _, place := range f.place {
		mean, square := 0.0, 0.0
		for k, x := range cells {
			c := place[f.index(x)]
			mean += mass[k] / sum * c
		}
		for k, x := range cells {
			c := place[f.index(x)] - mean
			square += mass[k] / sum * c * c
		}
		s.mean, s.sd = append(s.mean, mean), append(s.sd, max(math.Sqrt(square), least))
	}
	return s
}

// index returns the place of a cell among the cells with mass.
func (f *family) index(cell int) int {
	i, _ := slices.BinarySearch(f.cells, cell)
	return i
}
