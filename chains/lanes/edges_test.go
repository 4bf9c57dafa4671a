package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// TestEdges: edges are the rows of their moves, in what they accept and in what they push, and the plain loops' to the
// last bit.
func TestEdges(t *testing.T) {
	dice := rand.New(rand.NewPCG(35, 36))
	for n := 1; n < 20; n++ {
		f, _ := cells(dice, n)
		if n > 3 {
			f[2] = f[1] // neither has more
		}
		e := &Edges{From: []int{0}}
		var each []float64
		var from []int32
		matrix := make([][]float64, n)
		for x := range matrix {
			matrix[x] = make([]float64, n)
		}
		for x := range n {
			for y := x + 1; y < n; y++ {
				if dice.IntN(2) == 0 {
					continue
				}
				propose := dice.Float64() / float64(n)
				each = append(each, propose)
				from = append(from, int32(x))
				e.To = append(e.To, int32(y))
				for _, move := range [][2]int{{x, y}, {y, x}} {
					if there := f[move[1]]; there > 0 {
						matrix[move[0]][move[1]] = propose * min(1, there/f[move[0]])
					}
				}
			}
			e.From = append(e.From, len(e.To))
		}
		e.There = make([]float64, len(each))
		e.Back = make([]float64, len(each))
		e.Accept(each, from, f)
		plain := &Edges{From: e.From, To: e.To, There: slices.Clone(e.There), Back: slices.Clone(e.Back)}
		plain.plainAccept(each, from, f, 0)
		same(t, "accept there", e.There, plain.There)
		same(t, "accept back", e.Back, plain.Back)
		for i, x := range from {
			must.Close(t, e.There[i], matrix[x][e.To[i]], roundings, "there")
			must.Close(t, e.Back[i], matrix[e.To[i]][x], roundings, "back")
		}
		q := blockOf(dice, n)
		got, want := blockOf(dice, n), blockOf(dice, n)
		e.Push(got, q)
		e.plainPush(want, q)
		for x := range want {
			same(t, "push", got[x][:], want[x][:])
			for k, mass := range got[x] {
				by := q[x][k]
				for y := range q {
					by += q[y][k]*matrix[y][x] - q[x][k]*matrix[x][y]
				}
				if !(math.Abs(mass-by) <= 1e-14) {
					t.Fatalf("%d cells: %v in cell %d, and by the matrix %v", n, mass, x, by)
				}
			}
		}
	}
}
