package rates

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// threes is the largest number of tokens at which plans of three tokens a step are measured. With more they take
// minutes.
const threes = 12

// bounds measures plans of one size a step beside what is known of them before.
func (s subject) bounds(ctx context.Context, p programs.Problem) (all []Bound, err error) {
	_, last := p.Ends()
	h := entropies(chains.Normalized(last), p.Grid.Lens())
	tokens := p.Grid.Axes()
	for _, size := range []int{2, 3, 4, 7} {
		if size >= tokens || size == 3 && tokens > threes {
			continue
		}
		sizes := planOf(tokens, size)
		spec := "masked:K=" + strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", "+"), "[]")
		e, on, err := aimed(p, spec)
		if err != nil {
			return all, err
		}
		a, err := accounts.Of(ctx, e, on)
		if err != nil {
			return all, err
		}
		most := float64(size)
		b := Bound{Set: s.set, Target: s.name(), Tokens: tokens, Plan: spec, Most: size, J: a.J(),
			KLpq: a.Final.Reverse, PathRev: a.Paths.Reverse, Profile: byProfile(h, sizes)}
		n := float64(tokens)
		whole := h[tokens]
		alone := n * h[1]
		rest := n * (whole - h[tokens-1]) // sum of H(token | all others)
		b.Total = alone - whole
		b.Dual = whole - rest
		b.Steep = (most - 1) / n * (alone - rest)
		b.LiCai = (math.Exp2(math.Ceil(math.Log2(most))) - 1) / n * (alone - rest)
		all = append(all, b)
	}
	return all, nil
}

// planOf divides tokens into steps of a size, and one of what is left, which comes first.
func planOf(tokens, size int) (sizes []int) {
	if left := tokens % size; left > 0 {
		sizes = append(sizes, left)
	}
	for range tokens / size {
		sizes = append(sizes, size)
	}
	return sizes
}

// byProfile is the path KL of a plan by the mean entropies h of random sets of so many tokens. In a step from a tokens
// to b each would have the entropy h[a+1] - h[a] alone, and together they have h[b] - h[a].
func byProfile(h []float64, sizes []int) (sum float64) {
	shown := 0
	for _, size := range sizes {
		sum += float64(size)*(h[shown+1]-h[shown]) - (h[shown+size] - h[shown])
		shown += size
	}
	return sum
}

// entropies are the mean entropies of random sets of 0, 1, ... tokens under a law of cells.
func entropies(p []float64, lens []int) []float64 {
	n := len(lens)
	sums := make([]float64, n+1)
	addEntropies(sums, p, lens, 0)
	for k := range sums {
		sums[k] /= float64(combin.Binomial(n, k))
	}
	return sums
}

// addEntropies adds up -p log p over all parts of a cell, by how many tokens a part has: so many, and some of those
// left. The last token is in it with each of its labels, or it is summed over.
func addEntropies(sums, p []float64, lens []int, in int) {
	if len(lens) == 0 {
		if p[0] > 0 {
			sums[in] -= p[0] * math.Log(p[0])
		}
		return
	}
	left := lens[:len(lens)-1]
	labels := lens[len(left)]
	some := make([]float64, len(p)/labels)
	for v := range labels {
		for i := range some {
			some[i] = p[i*labels+v]
		}
		addEntropies(sums, some, left, in+1)
	}
	for i := range some {
		some[i] = floats.Sum(p[i*labels : (i+1)*labels])
	}
	addEntropies(sums, some, left, in)
}
