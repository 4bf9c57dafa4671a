package grid

// Classes are cells that hang together, each class known by its first cell. Cells begin in classes of their own, and
// Join makes one of two.
type Classes []int32

// NewClasses puts each of n cells into a class of its own.
func NewClasses(n int) Classes {
	c := make(Classes, n)
	for x := range c {
		c[x] = int32(x)
	}
	return c
}

// First is the first cell of the class of x. It shortens the way there, for the next who asks.
func (c Classes) First(x int) int {
	at := int32(x)
	for c[at] != at {
		c[at] = c[c[at]]
		at = c[at]
	}
	return int(at)
}

// Join joins the classes of two cells.
func (c Classes) Join(x, y int) {
	a, b := c.First(x), c.First(y)
	c[max(a, b)] = int32(min(a, b))
}

// Settle makes c[x] the first cell of the class of x, for every x.
func (c Classes) Settle() {
	for x := range c {
		c[x] = int32(c.First(x))
	}
}
