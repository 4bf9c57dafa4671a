package toys

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid"
	"breadboard/grid/orbits"
	"breadboard/grid/text"
)

// A Symmetric target is known by its log f at a place, and by symmetries that leave it alone. It has a table of its
// orbits without a table of its cells.
type Symmetric struct {
	Name string
	Grid grid.Grid
	LogF func(at []int) float64
	By   func() []orbits.Symmetry
	// Bonds and Fields are those of Parts.
	Bonds  []Bond
	Fields [][]float64
}

// inCells is a target by its cells.
func (t Symmetric) inCells() Target {
	made := cellwise(t.Name, t.Grid, t.LogF)
	made.Bonds = t.Bonds
	made.Fields = t.Fields
	return made
}

// symmetric reads the parameters of a toy for its orbits, and byCells for its cells.
func symmetric(of func(p *parameters, seed uint64) Symmetric) func([]string, uint64) (Symmetric, error) {
	return func(words []string, seed uint64) (Symmetric, error) {
		p := &parameters{words: words}
		t := of(p, seed)
		return t, p.err
	}
}

func byCells(of func(p *parameters, seed uint64) Symmetric) func(*parameters, uint64) (grid.Grid, func() Target) {
	return func(p *parameters, seed uint64) (grid.Grid, func() Target) {
		t := of(p, seed)
		if p.err == nil && t.Grid.Size() > MostCells {
			return p.refuse("%s has %.4g cells; up to %s would do, and more by their orbits", t.Name,
				float64(t.Grid.Size()), text.Thousands(MostCells))
		}
		return t.Grid, t.inCells
	}
}

// On returns the target whose states are these orbits of its cells.
func (t Symmetric) On(s *orbits.Space) Target {
	cells := make([]float64, s.Size())
	for orbit := range cells {
		cells[orbit] = t.LogF(t.Grid.Coords(s.Cell(orbit)))
	}
	made := OfOrbits(t.Name, grid.New(s.Size()), s, cells)
	made.Bonds = t.Bonds
	made.Fields = t.Fields
	return made
}

// OfOrbits returns the target whose states, on g, are the orbits of a space. cells has log f of a cell of each orbit.
func OfOrbits(name string, g grid.Grid, s *orbits.Space, cells []float64) Target {
	t := Target{Name: name, Grid: g, Orbits: s, Cells: cells, LogF: slices.Clone(cells)}
	for orbit, size := range s.LogSizes {
		t.LogF[orbit] += size
	}
	return t
}

// exchangeable is a target of sites of some classes, whose log f depends on how many sites of each class have which
// value. counts has them class by class.
func exchangeable(name string, classes []int, values int, logf func(counts [][]int) float64) Target {
	s, g := orbits.Exchangeable(classes, values)
	cells := make([]float64, s.Size())
	for orbit := range cells {
		cells[orbit] = logf(s.Counts(orbit))
	}
	return OfOrbits(name, g, s, cells)
}

// CurieWeiss is the Ising model in which every spin acts on every other: log f is coupling M²/(2N), M the sum of the
// N spins. The spins can be exchanged, so that state k stands for all configurations in which k are up, and the
// uniform law is that on 2^N configurations. Metropolis picks a spin, and proposes to flip it.
//
// Up to coupling 1 one mode holds the mass; above, there are two, at M/N = m with m = tanh(coupling m). For N = 1000
// and coupling 2, J at T = 100 is 865: annealing must carry the mass over a distance that grows with N, one spin at a
// time.
func CurieWeiss(n int, coupling float64) Target { return CurieWeissIn(n, coupling, 0) }

// CurieWeissIn is CurieWeiss in a field: to log f comes field times M. Above coupling 1 a weak one leaves both modes
// where they are, and makes one heavier.
func CurieWeissIn(n int, coupling, field float64) Target {
	name := fmt.Sprintf("curie-weiss:%d:%v", n, coupling)
	if field != 0 {
		name += inField(field)
	}
	t := exchangeable(name, []int{n}, 2, func(counts [][]int) float64 {
		m := float64(counts[0][1] - counts[0][0])
		return coupling*m*m/(2*float64(n)) + field*m
	})
	t.Parts = curieWeissParts(n, coupling, field)
	return t
}

// curieWeissParts: with M for the sum of the spins, coupling M²/(2N) is that of s s' over all pairs, times coupling/N,
// and a constant. A pair that agrees has 2 coupling/N more.
func curieWeissParts(n int, coupling, field float64) Parts {
	parts := Parts{Every: &EveryTwo{n, 2 * coupling / float64(n)}}
	if field != 0 {
		parts.Fields = [][]float64{{-field, field}}
	}
	return parts
}

// mostSites is the largest number of sites that are exchanged.
const mostSites = 1 << 20

func curieWeissOf(p *parameters, _ uint64) (grid.Grid, func() Target) {
	n, coupling, field := readCurieWeiss(p)
	return grid.New(n + 1), func() Target { return CurieWeissIn(n, coupling, field) }
}

func partsOfCurieWeiss(p *parameters, _ uint64) Parts { return curieWeissParts(readCurieWeiss(p)) }

func readCurieWeiss(p *parameters) (n int, coupling, field float64) {
	n = p.integer("N", 1, mostSites)
	coupling = p.real("COUPLING", -1e6, 1e6)
	return n, coupling, p.field()
}

// MeanFieldPotts is the Potts model in which every site acts on every other (Curie-Weiss-Potts; Ellis and Wang 1990):
// log f is coupling/(2N) times the sum over states of n², n the number of sites in the state. Two states at coupling
// 2c are CurieWeiss at c. From three states on the transition is of first order: at coupling 2(q-1)/(q-2) log(q-1) an
// ordered mode stands beside the disordered one, and nothing between them.
//
// A state of the space is how many sites are in each state: for 30 sites of 3 states, 496 in place of 3^30.
func MeanFieldPotts(n, states int, coupling float64) Target {
	name := fmt.Sprintf("mean-field-potts:%d:%d:%v", n, states, coupling)
	return exchangeable(name, []int{n}, states, func(counts [][]int) float64 {
		sum := 0.0
		for _, many := range counts[0] {
			sum += float64(many) * float64(many)
		}
		return coupling * sum / (2 * float64(n))
	})
}

func meanFieldPottsOf(p *parameters, _ uint64) (grid.Grid, func() Target) {
	n := p.integer("N", 1, mostSites)
	states := p.integer("STATES", 2, 64)
	coupling := p.real("COUPLING", -1e6, 1e6)
	size := orbits.Occupations(n, states)
	if size > MostCells {
		return p.refuse("%d sites of %d states are %.4g orbits; up to %s would do", n, states, size,
			text.Thousands(MostCells))
	}
	return grid.New(int(size)), func() Target { return MeanFieldPotts(n, states, coupling) }
}

// Hopfield is Hopfield's memory of N spins at temperature 1: log f is the sum over patterns of (xi . s)²/(2N). The
// patterns xi are drawn by the seed, each spin +1 or -1. Spins to which all patterns say the same, or all the
// opposite, up to a flip of the spin, can be exchanged. So there are 2^(patterns-1) classes of spins, an axis for
// each with the number of spins that agree with the first pattern. With one pattern it is CurieWeiss at coupling 1.
func Hopfield(n, patterns int, seed uint64) Target {
	classes, signs := memories(n, patterns, seed)
	return exchangeable(fmt.Sprintf("hopfield:%d:%d:%d", n, patterns, seed), classes, 2, func(counts [][]int) float64 {
		sum := 0.0
		for i := range patterns {
			overlap := 0.0
			for c, many := range counts {
				overlap += signs[c][i] * float64(many[1]-many[0])
			}
			sum += overlap * overlap
		}
		return sum / (2 * float64(n))
	})
}

// memories draws patterns, and returns the numbers of spins in each class, and what the patterns say there relative
// to the first.
func memories(n, patterns int, seed uint64) (classes []int, signs [][]float64) {
	rng := rand.New(rand.NewPCG(seed, 0))
	known := map[string]int{}
	for range n {
		sign := make([]float64, patterns)
		for i := range sign {
			sign[i] = float64(2*rng.IntN(2) - 1)
		}
		floats.Scale(sign[0], sign)
		key := fmt.Sprint(sign)
		c, ok := known[key]
		if !ok {
			c = len(classes)
			known[key] = c
			classes = append(classes, 0)
			signs = append(signs, sign)
		}
		classes[c]++
	}
	return classes, signs
}

func hopfieldOf(p *parameters, _ uint64) (grid.Grid, func() Target) {
	const mostSpins, mostPatterns = 100_000, 8
	n := p.integer("N", 1, mostSpins)
	patterns := p.integer("PATTERNS", 1, mostPatterns)
	seed := p.integer("SEED", 0, math.MaxInt)
	if p.err != nil {
		return grid.Grid{}, nil
	}
	classes, _ := memories(n, patterns, uint64(seed))
	lens, size := make([]int, len(classes)), 1.0
	for c, sites := range classes {
		lens[c] = sites + 1
		size *= float64(lens[c])
	}
	if size > MostCells {
		return p.refuse("%d spins with %d patterns are %.4g orbits; fewer patterns would do", n, patterns, size)
	}
	return grid.New(lens...), func() Target { return Hopfield(n, patterns, uint64(seed)) }
}
