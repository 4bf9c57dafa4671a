package operators

import (
	"math/rand/v2"
	"testing"
)

// TestMemo: few cells and many are kept as a map keeps them, from level to level, also where levels are counted anew.
func TestMemo(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, cells := range []int{1, 40, mostListed, mostListed + 1} {
		m := NewMemo[int](cells)
		want := map[int]int{}
		for i := range 2000 {
			x := dice.IntN(min(cells, 60))
			switch dice.IntN(20) {
			case 0:
				m.Forget()
				clear(want)
			case 1:
				if i > 1000 && len(want) == 0 {
					m.level = 1<<32 - 1 // the last
					m.Forget()
				}
			case 2, 3, 4:
				m.Keep(x, i)
				want[x] = i
			}
			found, ok := m.Of(x)
			kept, is := want[x]
			if ok != is || found != kept {
				t.Fatalf("%d cells: cell %d is %d, %v, and in a map %d, %v", cells, x, found, ok, kept, is)
			}
		}
	}
}
