package lanes

import "slices"

// A band has the edges that lead from a cell x to the cell x + by, of one by. On a box of few cells a kernel of single
// moves has a few bands, and eight edges of one begin in eight neighbouring cells.
const (
	farthest  = 8 // the largest by
	mostBands = 4 // that king has in the plane
)

// Bands are the edges of a kernel at one level, as Edges are. The loops with AVX-512 read the fields.
type Bands struct {
	n, room int
	by      []int
	rates   []float64 // of each band: for each cell the way there, and then for each the way back
	each    []float64 // of each band, the probability of proposing either way; 0 where there is no edge
	inverse []float64 // of a mass
	turns   [mostBands][8]int64
}

// Bands returns the edges as bands, or nil if they lead too far or along too many. The edge i is proposed with the
// probability each[i] either way.
func (e *Edges) Bands(each []float64) *Bands {
	n := len(e.From) - 1
	b := &Bands{n: n, room: Room(n)}
	visit := func(see func(edge, x, by int)) {
		for x := range n {
			for i := e.From[x]; i < e.From[x+1]; i++ {
				see(i, x, int(e.To[i])-x)
			}
		}
	}
	visit(func(_, _, by int) {
		if !slices.Contains(b.by, by) {
			b.by = append(b.by, by)
		}
	})
	if len(b.by) == 0 || len(b.by) > mostBands || slices.Max(b.by) > farthest {
		return nil
	}
	slices.Sort(b.by)
	b.rates = make([]float64, 2*b.room*len(b.by))
	b.each = make([]float64, b.room*len(b.by))
	b.inverse = make([]float64, b.room+farthest)
	visit(func(edge, x, by int) { b.each[slices.Index(b.by, by)*b.room+x] = each[edge] })
	for k, by := range b.by {
		for i := range b.turns[k] {
			b.turns[k][i] = int64(8 + i - by)
		}
	}
	return b
}

// band returns what is known of a band, by the cell where an edge begins.
func (b *Bands) band(k int) (there, back, each []float64) {
	rates := b.rates[2*k*b.room:]
	return rates[:b.room], rates[b.room:][:b.room], b.each[k*b.room:][:b.room]
}

// Accept sets both probabilities of all edges by the rule of Metropolis, as Edges.Accept does, where f has the masses
// of the cells. It takes a division a cell: of two masses the larger has the lesser inverse.
func (b *Bands) Accept(f []float64) {
	if faster {
		_ = f[b.n-1]
		acceptBandsAVX512(b, &f[0])
		return
	}
	b.plainAccept(f)
}

func (b *Bands) plainAccept(f []float64) {
	for x, mass := range f[:b.n] {
		b.inverse[x] = 1 / (mass + Least)
	}
	for k, by := range b.by {
		there, back, each := b.band(k)
		for x := range b.n - by {
			here, beyond := f[x], f[x+by]
			less := each[x] * float64(min(here, beyond)*min(b.inverse[x], b.inverse[x+by]))
			propose := each[x]
			if max(here, beyond) == 0 {
				propose = 0
			}
			there[x] = propose
			back[x] = propose
			if beyond < here {
				there[x] = less
			}
			if here < beyond {
				back[x] = less
			}
		}
	}
}

// Push sets dst to the measures q after a step: along each edge goes one flow, as in Edges.Push.
func (b *Bands) Push(dst, q *Measures) {
	if dst.cells != b.n || q.cells != b.n {
		panic("lanes: bands and measures of different cells")
	}
	if faster {
		pushBandsAVX512(&dst.all[0], &q.all[0], q.stride, b)
		return
	}
	b.plainPush(dst, q)
}

func (b *Bands) plainPush(dst, q *Measures) {
	for m := range OfAll {
		from := q.all[m*q.stride:][:q.stride] // with zeros behind the cells
		to := dst.Of(m)
		for x := range to {
			to[x] = 0
		}
		for k, by := range b.by {
			there, back, _ := b.band(k)
			flow := func(x int) float64 { return float64(there[x]*from[x]) - float64(back[x]*from[x+by]) }
			for x := range to {
				in := 0.0
				if x >= by {
					in = flow(x - by)
				}
				to[x] += in - flow(x)
			}
		}
		for x := range to {
			to[x] += from[x]
		}
	}
}
