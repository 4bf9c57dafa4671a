package validation

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
)

// flows are sums over the moves of a level from cells x with mass, which have the weight w = p(x)/r(x).
type flows struct {
	n      float64   // the number of these moves
	net    []float64 // by cell, of w of moves into it, less of those out of it
	square []float64 // by cell, of w² of moves into it and out of it
	moves  []flow
}

// A flow is the sum of w² of the moves from x to y.
type flow struct {
	x, y   int
	square float64
}

func (l *seenLevel) flows() flows {
	f := flows{net: make([]float64, len(l.P)), square: make([]float64, len(l.P))}
	for at, n := range l.seen.All() {
		x, y := at[0], at[1]
		w := l.weight[x]
		if w > 0 {
			f.n += float64(n)
		}
		if x != y && w > 0 && l.P[y] > 0 {
			f.net[y] += float64(n) * w
			f.net[x] -= float64(n) * w
			square := float64(n) * w * w
			f.square[x] += square
			f.square[y] += square
			f.moves = append(f.moves, flow{x, y, square})
		}
	}
	return f
}

// worst returns the cell that is farthest off, and how far, in standard deviations.
func (f flows) worst() (at int, far float64) {
	for x, s := range f.square {
		if z := math.Abs(f.net[x]) / math.Sqrt(max(s, 1e-300)); s > 0 && z > far {
			at, far = x, z
		}
	}
	return at, far
}

// mostSteps bounds the steps of solve. What they leave is the smallest part of a bet.
const mostSteps = 50

// solve returns the u of the bet that would have won most: the sum over moves of w² (u(y) - u(x)) (e_y - e_x) is net.
// The steps are conjugate gradients.
func (f flows) solve() []float64 {
	n := len(f.net)
	u := make([]float64, n)
	z := make([]float64, n)
	rest := append([]float64{}, f.net...)
	toward := make([]float64, n)
	last := math.Inf(1)
	for range mostSteps {
		for x, s := range f.square {
			if s > 0 {
				z[x] = rest[x] / s
			}
		}
		size := floats.Dot(rest, z)
		if size < 1e-12 {
			break
		}
		floats.Scale(size/last, toward)
		floats.Add(toward, z)
		last = size
		of := make([]float64, n)
		for _, m := range f.moves {
			d := m.square * (toward[m.y] - toward[m.x])
			of[m.y] += d
			of[m.x] -= d
		}
		by := size / floats.Dot(toward, of)
		floats.AddScaled(u, by, toward)
		floats.AddScaled(rest, -by, of)
	}
	return u
}

// A Reach says how wrong a kernel may be that its moves do not accuse. Each bound is too small with a probability of a
// tenth at most.
type Reach struct {
	Moves int     // 0 if none are seen
	Step  float64 // bounds the fault of a step, in total variation, at the beta where that is least known
	Chain float64 // bounds how far from p the chain at the last beta ends; NaN if that is not known
}

// Bounds hold with a probability of nine in ten.
var tenth = math.Log(10)

// stepReach bounds the total variation of pT and p: it is at most that of net/n, plus that of net/n and its mean. Of
// each cell the mean of the latter is at most the standard deviation, and Bousquet's inequality (2002) bounds how far
// the whole exceeds its mean.
func (l *seenLevel) stepReach() float64 {
	f := l.flows()
	n := max(f.n, 1)
	seen, mean, variance := 0.0, 0.0, 0.0
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

// leastExits is the least number of moves out of each cell from which the chain's end is computed.
const leastExits = 10

// chainReach bounds the total variation of p and the distribution in which the chain ends. By the counted rows C it is
// s = p + (pC - p)Z, where Z = (I - C)^-1 on distributions of sum 0. If the true rows are C + N, the chain ends in
// s + sNZ + sNZNZ + ... The bound is the distance of p and s, the standard deviations of sNZ by cell and of the mass of
// any cells, and as much again by each further term, whose share is that of the second in the first. It is NaN if that
// share or the whole is above a half: the chain mixes too slowly to say.
func (l *seenLevel) chainReach() float64 {
	cells := chains.Support(l.P)
	k := len(cells)
	if k > mostDiagnosed {
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
	first := make([]float64, k)                     // the variances of sNZ by cell
	noise := mat.NewDense(k, k, nil)                // those of the rows of NZ
	whole := 0.0                                    // the variance of the mass of any cells by sNZ
	far := floats.Norm(end.RawVector().Data, 1) / 2 // of p and s
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
