package sample

import (
	"math/rand/v2"
	"slices"

	"breadboard/chains/lanes"
	"breadboard/chains/programs"
)

// resample draws the ancestors of all places by weight, one for each particle or chain, and sets the weights to 1. A
// kept particle is the ancestor of one place, where it is from then on.
func (c *crowd) resample(f *filter) {
	places := f.P / max(1, f.Chain)
	f.next = slices.Grow(f.next[:0], places)[:places]
	kept := int32(0)
	if c.kept != nil {
		kept = c.cells[c.at]
		c.raise(f)
	}
	place := 0
	switch f.Resampling {
	case programs.Systematic, programs.Stratified:
		place = c.stand(f)
	case programs.Residual:
		place = c.residual(f)
	default:
		c.multinomial(f)
	}
	if c.kept != nil {
		c.at = place
		f.next[place] = kept
	}
	c.cells, f.next = f.next, c.cells
	c.even()
}

// raise gives the kept particle a weight with which it has a place.
func (c *crowd) raise(f *filter) {
	least := leastKept * f.sum
	w := c.weights[c.at]
	if w < least {
		c.weights[c.at] = least
		f.sum += least - w
	}
}

// stand draws ancestors by systematic and by stratified resampling: offspring k stands at (k+u)/M of all weights, with
// one u for all or with a u of its own. It returns the place of a kept particle.
func (c *crowd) stand(f *filter) (place int) {
	u := seeded{c.gen}.uniform()
	if c.kept != nil {
		place, u = c.inside(f, u)
	}
	last := len(c.weights) - 1
	for c.weights[last] == 0 { // rounding must not lead there
		last--
	}
	own := f.Resampling == programs.Stratified
	each := f.sum / float64(len(f.next))
	j := -1
	upTo := 0.0
	for k := range f.next {
		if own {
			u = f.uniform(c.gen, k, len(f.next))
		}
		for at := (float64(k) + u) * each; upTo <= at && j < last; {
			j++
			upTo += c.weights[j]
		}
		f.next[k] = c.cells[j]
	}
	return place
}

// uniform is the k-th of n random numbers in [0, 1), which are asked for in turn.
func (f *filter) uniform(gen *rand.PCG, k, n int) float64 {
	at := k & (len(f.words) - 1)
	if at == 0 {
		lanes.Words(f.words[:min(n-k, len(f.words))], gen)
	}
	return float64(f.words[at]>>11) * 0x1p-53
}

// inside takes the point of the kept particle's interval, in offspring, that is the share u of it: the place is its
// whole part, and what is left is the random number there.
func (c *crowd) inside(f *filter, u float64) (place int, left float64) {
	before := 0.0
	for _, w := range c.weights[:c.at] {
		before += w
	}
	point := (before + u*c.weights[c.at]) / f.sum * float64(len(f.next))
	place = min(int(point), len(f.next)-1)
	return place, min(point-float64(place), 1-0x1p-53)
}

// residual gives each particle floor(m) offspring, with m their mean number, and draws the rest by what is left of m.
// It returns the place of a kept particle: it is one of its whole offspring with the probability floor(m)/m.
func (c *crowd) residual(f *filter) (place int) {
	each := float64(len(f.next)) / f.sum
	n := 0
	for j, x := range c.cells {
		whole, left := wholly(c.weights[j] * each)
		if j == c.at {
			place = n
			if (whole+left)*(seeded{c.gen}).uniform() >= whole {
				place = -1
			}
		}
		for range int(whole) {
			f.next[n] = x
			n++
		}
		f.mix.Put(int(x), left)
	}
	f.gathered()
	if n < len(f.next) {
		f.table.weigh(f.masses)
		f.singly(f.next[n:], c.gen)
	}
	if place < 0 {
		place = min(n, len(f.next)-1)
	}
	return place
}

// multinomial draws each place independently. Only the cell of an ancestor matters, so the draws are among cells.
func (c *crowd) multinomial(f *filter) {
	for j, x := range c.cells {
		f.mix.Put(int(x), c.weights[j])
	}
	f.gathered()
	f.table.weigh(f.masses)
	f.singly(f.next, c.gen)
}
