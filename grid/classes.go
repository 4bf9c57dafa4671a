package grid

// Classes are sets of connected cells, each known by its first cell. Each cell begins in its own class, and Union makes
// one class of two.
type Classes []int32

// NewClasses returns classes in which each of n cells is alone.
func NewClasses(n int) Classes {
	c := make(Classes, n)
	for x := range c {
		c[x] = int32(x)
	}
	return c
}

// First returns the first cell of the class of x. It shortens the way there for the next call.
func (c Classes) First(x int) int {
	at := int32(x)
	for c[at] != at {
		c[at] = c[c[at]]
		at = c[at]
	}
	return int(at)
}

// Union joins the classes of two cells.
func (c Classes) Union(x, y int) {
	a, b := c.First(x), c.First(y)
	c[max(a, b)] = int32(min(a, b))
}
