package grid

import (
	"math/rand/v2"
	"testing"
)

// TestClasses: of random joins the first cell of each class is the first that a search over all joins reaches.
func TestClasses(t *testing.T) {
	dice := rand.New(rand.NewPCG(5, 0))
	for range 200 {
		n := 1 + dice.IntN(30)
		c, near := NewClasses(n), make([][]int, n)
		for range dice.IntN(n + 1) {
			x, y := dice.IntN(n), dice.IntN(n)
			c.Union(x, y)
			near[x] = append(near[x], y)
			near[y] = append(near[y], x)
		}
		for x := range n {
			first := x
			seen, open := map[int]bool{x: true}, []int{x}
			for len(open) > 0 {
				at := open[0]
				open = open[1:]
				first = min(first, at)
				for _, y := range near[at] {
					if !seen[y] {
						seen[y] = true
						open = append(open, y)
					}
				}
			}
			if c.First(x) != first {
				t.Fatalf("the first cell of the class of %d is %d, want %d", x, c.First(x), first)
			}
		}
	}
}
