package orbits

import (
	"math"
	"math/bits"
	"slices"

	"breadboard/grid"
)

// Exchangeable is the space of sites of several classes, all of which have the same values. Sites of one class can be
// exchanged. So a state is given by how many sites of each class have each value: for 1000 spins of one class, by the
// number of spins that are up. It returns the box of the states, too, with an axis for each class of spins; if there
// are more values than two, the states are on one axis.
func Exchangeable(classes []int, values int) (*Space, grid.Grid) {
	s := &Space{Axis: []grid.Grid{grid.New(values).Of(grid.Any)}}
	var lens []int
	for _, sites := range classes {
		all := compositions(sites, values)
		s.Axes += sites
		s.counts = append(s.counts, all)
		lens = append(lens, len(all)/values)
	}
	s.box = grid.New(lens...)
	whole, part := logFactorials(slices.Max(classes))
	for x := range s.box.Size() {
		var nats, rest, less uint64
		s.begin()
		for c, here := range s.Counts(x) {
			rest, less = bits.Add64(rest, part[classes[c]], 0)
			nats += whole[classes[c]] + less
			for at, many := range here {
				rest, less = bits.Sub64(rest, part[many], 0)
				nats -= whole[many] + less
				if many == 0 {
					continue
				}
				// If a site has value v+1 in place of v, its state is as many further on as the other sites with
				// values up to v have ways.
				here[at]--
				on, others := make([]int32, values), 0
				for v := range values - 1 {
					others += here[v]
					on[v+1] = on[v] + int32(Occupations(others, v+1))*int32(s.box.Stride(c))
				}
				here[at]++
				for v, by := 0, int32(x)-on[at]; v < values; v++ {
					on[v] += by
				}
				s.add(0, int32(at), int32(many), on)
			}
		}
		s.LogSizes = append(s.LogSizes, float64(nats)+float64(rest)*0x1p-64)
	}
	s.first = append(s.first, len(s.lines))
	return s, s.box
}

// Counts returns how many sites have which value, class by class, in a space of exchangeable sites.
func (s *Space) Counts(state int) [][]int {
	all := make([][]int, len(s.counts))
	values := s.Axis[0].Size()
	for c, counts := range s.counts {
		all[c] = counts[s.box.Coord(state, c)*values:][:values:values]
	}
	return all
}

// Occupations is the number of ways to have that many sites over the values.
func Occupations(sites, values int) float64 {
	few := min(sites, values-1)
	many := max(sites, values-1)
	ways := 1.0
	for v := 1; v <= few; v++ {
		ways = ways * float64(many+v) / float64(v)
	}
	return math.Round(ways)
}

// compositions lists the ways to have that many sites over the values, one after another. Of two values, the i-th has
// i sites of the second.
func compositions(sites, values int) (all []int) {
	c := append([]int{sites}, make([]int, values-1)...)
	all = make([]int, 0, values*int(Occupations(sites, values)))
	for {
		all = append(all, c...)
		v := slices.IndexFunc(c[:values-1], func(many int) bool { return many > 0 })
		if v < 0 {
			return all
		}
		many := c[v]
		c[v] = 0
		c[0] = many - 1 // v may be 0, and then this is what it has
		c[v+1]++
	}
}

// logFactorials returns log n! up to the largest n, in whole nats and in parts of 2^-64. Sums of them have no rounding
// and no order: the log of a binomial is the same to the last bit for k and N-k. What it has of rounding is that of the
// logs from 1 to N, about 1e-16 sqrt(N), and that of the result, 1e-16 of it: 1e-13 in all for N = 1000, and 6e-11
// for N = 1e6.
func logFactorials(most int) (whole, part []uint64) {
	whole = make([]uint64, most+1)
	part = make([]uint64, most+1)
	for n := 1; n <= most; n++ {
		log, rest := math.Modf(math.Log(float64(n)))
		sum, more := bits.Add64(part[n-1], uint64(rest*0x1p64), 0)
		whole[n], part[n] = whole[n-1]+uint64(log)+more, sum
	}
	return whole, part
}
