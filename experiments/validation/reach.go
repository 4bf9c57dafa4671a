package validation

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
)

// A Reach says how wrong a kernel may be that its moves do not accuse. Each bound is too small with a probability of a
// tenth at most.
type Reach struct {
	Moves int     // 0 if none are seen
	Step  float64 // bounds the fault of a step, in total variation, at the beta where that is least known
	Chain float64 // bounds how far from p the chain at the last beta ends, without a memory; NaN if that is not known
}

// tenth is the log of ten: bounds hold with a probability of nine in ten.
var tenth = math.Log(10)

// stepReach bounds the total variation of pT and p: it is at most that of net/n, plus that of net/n and its mean. Of
// each cell the mean of the latter is at most the standard deviation, and Bousquet's inequality (2002) bounds how far
// the whole exceeds its mean.
func (l *seenLevel) stepReach() float64 {
	f := l.flows()
	n := max(f.n, 1)
	seen := 0.0
	mean := 0.0
	variance := 0.0
	for x, s := range f.square {
		seen += math.Abs(f.net[x]) / n / 2
		mean += math.Sqrt(s) / n / 2
	}
	for _, m := range f.moves {
		variance += m.square / n
	}
	w := floats.Max(l.weight)
	more := math.Sqrt(2*tenth*(variance+2*w*mean)/n) + w*tenth/n
	return min(1, seen+mean+more+l.unseen)
}

// leastExits is the least number of moves out of each cell from which the chain's end is computed, and mostInverted
// bounds the cells, whose matrix is inverted.
const leastExits, mostInverted = 10, 512

// chainReach bounds the total variation of p and the distribution in which the chain ends. By the counted rows C it is
// s = p + (pC - p)Z, where Z = (I - C)^-1 on distributions of sum 0. If the true rows are C + N, the chain ends in
// s + sNZ + sNZNZ + ... The bound is the distance of p and s, the standard deviations of sNZ by cell and of the mass of
// any cells, and as much again by each further term, with the share of the second in the first. It is NaN if that
// share or the whole is above a half: the chain mixes too slowly to say.
func (l *seenLevel) chainReach() float64 {
	cells := chains.Support(l.P)
	k := len(cells)
	if k > mostInverted {
		return math.NaN()
	}
	counted := make([][]float64, k) // C
	a := mat.NewDense(k, k, nil)    // I - C + 1p, whose inverse is Z on distributions of sum 0
	off := make([]float64, k)       // pC - p
	for i, x := range cells {
		n := l.seen.From(x)
		if n-l.seen.Count(x, x) < leastExits && k > 1 {
			return math.NaN()
		}
		for j, y := range cells {
			c := float64(l.seen.Count(x, y)) / float64(n)
			counted[i] = append(counted[i], c)
			a.Set(i, j, l.P[y]-c)
			off[j] += l.P[x] * c
		}
		a.Set(i, i, 1+a.At(i, i))
		off[i] -= l.P[x]
	}
	var z mat.Dense
	if err := z.Inverse(a); err != nil {
		return math.NaN()
	}
	var end mat.VecDense
	end.MulVec(z.T(), mat.NewVecDense(k, off))
	far := floats.Norm(end.RawVector().Data, 1) / 2 // of p and s
	first, noise, whole := l.noise(cells, counted, &z, &end)
	var second mat.VecDense
	second.MulVec(noise.T(), mat.NewVecDense(k, first))
	deviation := func(variances []float64) (sum float64) {
		for _, v := range variances {
			sum += math.Sqrt(v) / 2
		}
		return sum
	}
	size := deviation(first)
	again := deviation(second.RawVector().Data) / max(size, 1e-300)
	if bound := far + (size+math.Sqrt(2*tenth*whole))/(1-again); again <= 0.5 && bound <= 0.5 {
		return bound
	}
	return math.NaN()
}

// noise returns the variances of sNZ by cell, those of the rows of NZ, and the variance of the mass of any cells by
// sNZ.
func (l *seenLevel) noise(cells []int, counted [][]float64, z *mat.Dense, end *mat.VecDense) (first []float64,
	noise *mat.Dense, whole float64) {
	k := len(cells)
	first = make([]float64, k)
	noise = mat.NewDense(k, k, nil)
	for i, row := range counted {
		n := float64(l.seen.From(cells[i]))
		share := l.P[cells[i]] + end.AtVec(i)
		mean := make([]float64, k)
		for j, c := range row {
			floats.AddScaled(mean, c, z.RawRowView(j))
		}
		for j, c := range row {
			if c > 0 {
				off := floats.SubTo(make([]float64, k), z.RawRowView(j), mean)
				whole += share * share * c / n * math.Pow(floats.Norm(off, 1)/2, 2)
				floats.Mul(off, off)
				floats.AddScaled(noise.RawRowView(i), c/n, off)
			}
		}
		floats.AddScaled(first, share*share, noise.RawRowView(i))
	}
	return first, noise, whole
}
