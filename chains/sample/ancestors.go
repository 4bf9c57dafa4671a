package sample

import "slices"

// resample draws the ancestors of all places by weight, one for each particle, and sets the weights to 1. A kept
// particle is the ancestor of one place, where it is from then on.
func (c *crowd) resample(f *filter) {
	f.next = slices.Grow(f.next[:0], f.P)[:f.P]
	kept := int32(0)
	if c.kept != nil {
		kept = c.cells[c.at]
		c.raise(f)
	}
	place := 0
	if f.Systematic {
		place = c.stand(f)
	} else {
		c.multinomial(f)
	}
	if c.kept != nil {
		c.at = place
		f.next[place] = kept
	}
	c.cells, f.next = f.next, c.cells
	c.even()
}

// leastKept is the least share of the weights that a kept particle has in resampling, so that it has a place. It
// changes the law by no more than that.
const leastKept = 0x1p-36

// raise gives the kept particle a weight with which it has a place.
func (c *crowd) raise(f *filter) {
	least := leastKept * f.sum
	w := c.weights[c.at]
	if w < least {
		c.weights[c.at] = least
		f.sum += least - w
	}
}

// stand draws ancestors by systematic resampling: offspring k stands at (k+u)/M of all weights, with one u for all. It
// returns the place of a kept particle.
func (c *crowd) stand(f *filter) (place int) {
	u := seeded{c.gen}.uniform()
	if c.kept != nil {
		place, u = c.inside(f, u)
	}
	last := len(c.weights) - 1
	for c.weights[last] == 0 { // rounding must not lead there
		last--
	}
	each := f.sum / float64(len(f.next))
	j := -1
	upTo := 0.0
	for k := range f.next {
		for at := (float64(k) + u) * each; upTo <= at && j < last; {
			j++
			upTo += c.weights[j]
		}
		f.next[k] = c.cells[j]
	}
	return place
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

// multinomial draws each place independently. Only the cell of an ancestor matters, so the draws are among cells.
func (c *crowd) multinomial(f *filter) {
	for j, x := range c.cells {
		f.mix.Put(int(x), c.weights[j])
	}
	f.gathered()
	f.table.weigh(f.masses)
	f.singly(f.next, c.gen)
}
