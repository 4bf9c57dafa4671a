package programs

import (
	"math"
	"math/rand/v2"
	"slices"

	"breadboard/chains"
	"breadboard/grid"
)

// A maskedLaw has the probability under the target of every part of a cell: of some tokens with their labels, whatever
// the others are. A part is a number whose digits are 0 for a mask, and else the label from 1. The last token has the
// last digit, as on the grid.
type maskedLaw struct {
	grid    grid.Grid
	lens    []int // labels, by token
	strides []int // of the digits
	logp    []float64
	p       []float64
	logR    float64
}

// newMaskedLaw sums up the target. A part with a mask is the sum over the labels of one of its masked tokens, which are
// parts of larger numbers.
func newMaskedLaw(p Problem) *maskedLaw {
	l := &maskedLaw{grid: p.Grid, lens: p.Grid.Lens()}
	size := 1
	for _, n := range slices.Backward(l.lens) {
		l.strides = append(l.strides, size)
		size *= n + 1
	}
	slices.Reverse(l.strides)
	l.logp = make([]float64, size)
	var target []float64
	l.logR, _, target = targetOf(p)
	sums := make([]float64, slices.Max(l.lens))
	for y := size - 1; y >= 0; y-- {
		token := l.aMask(y)
		if token < 0 {
			l.logp[y] = target[l.cell(y)]
			continue
		}
		of := sums[:l.lens[token]]
		for v := range of {
			of[v] = l.logp[y+(v+1)*l.strides[token]]
		}
		l.logp[y] = chains.LogSum(of)
	}
	l.logp[0] = 0 // but for rounding
	l.p = exps(l.logp)
	return l
}

// quotient is the probability of one part of a cell over that of another, which is in it.
func (l *maskedLaw) quotient(of, over int) float64 {
	const sure = 1e-290 // below it a mass has few digits
	if l.p[of] > sure {
		return l.p[of] / l.p[over]
	}
	return math.Exp(l.logp[of] - l.logp[over])
}

// digit is the label of a token from 1, or 0 if it is masked.
func (l *maskedLaw) digit(y, token int) int { return y / l.strides[token] % (l.lens[token] + 1) }

// aMask is the last masked token, or -1.
func (l *maskedLaw) aMask(y int) int {
	for token := len(l.lens) - 1; token >= 0; token-- {
		if y%(l.lens[token]+1) == 0 {
			return token
		}
		y /= l.lens[token] + 1
	}
	return -1
}

// masked lists the masked tokens.
func (l *maskedLaw) masked(y int) (tokens []int) {
	for token := range l.lens {
		if l.digit(y, token) == 0 {
			tokens = append(tokens, token)
		}
	}
	return tokens
}

// cell is the cell of a state that shows all tokens.
func (l *maskedLaw) cell(y int) (x int) {
	for token := range l.lens {
		x += (l.digit(y, token) - 1) * l.grid.Stride(token)
	}
	return x
}

// shown is the state that shows all of a cell.
func (l *maskedLaw) shown(x int) (y int) {
	for token, stride := range l.strides {
		y += (l.grid.Coord(x, token) + 1) * stride
	}
	return y
}

// stateDraws are the normal draws of a state's errors, which are made when they are first needed: most states have
// none.
type stateDraws struct{ source *rand.Rand }

func (s *stateDraws) of(e ScoreError, state int) *rand.Rand {
	if s.source == nil {
		s.source = e.source(state)
	}
	return s.source
}

// logOf is log p, or -Inf.
func logOf(p float64) float64 {
	if p > 0 {
		return math.Log(p)
	}
	return math.Inf(-1)
}
