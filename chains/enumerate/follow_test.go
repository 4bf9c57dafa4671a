package enumerate_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/grid/must"
)

// ways follows a program from one start.
func ways[E comparable](t *testing.T, program func(d chains.Dice) E) (enumerate.Ends[E], *enumerate.Follower[E]) {
	t.Helper()
	f := &enumerate.Follower[E]{Make: enumerate.Picking(func(_ int, d chains.Dice) E { return program(d) })}
	return must.Have(f.Follow([]int{0}))(t)[0], f
}

var coin = []float64{1, 1}

// flip returns whether a number falls below p.
func flip(d chains.Dice, p float64) bool { return d.Pick([]float64{p, 1 - p}) == 0 }

// TestLoops: programs that draw until something fits have the distributions that their sums give.
func TestLoops(t *testing.T) {
	tries := func(p float64, most int) func(d chains.Dice) int {
		return func(d chains.Dice) int {
			for range most {
				if !flip(d, p) {
					return 0
				}
			}
			return 1
		}
	}
	for name, c := range map[string]struct {
		program func(d chains.Dice) int
		want    map[int]float64
	}{
		"until it fits": {func(d chains.Dice) int {
			for {
				if y := d.Pick([]float64{1, 1, 1, 1, 1, 1, 1, 1}); y < 3 {
					return y
				}
			}
		}, map[int]float64{0: 1. / 3, 1: 1. / 3, 2: 1. / 3}},
		"an even number of tails": {func(d chains.Dice) int {
			k := 0
			for flip(d, 0.5) {
				k = 1 - k
			}
			return k
		}, map[int]float64{0: 2. / 3, 1: 1. / 3}},
		"a loop in a loop": {func(d chains.Dice) int {
			for {
				for flip(d, 0.5) {
				}
				if y := d.Pick([]float64{1, 2, 3, 4}); y < 3 {
					return y
				}
			}
		}, map[int]float64{0: 1. / 6, 1: 2. / 6, 2: 3. / 6}},
		"35 in a row": {func(d chains.Dice) int {
			k := 0
			for flip(d, 0.5) {
				k++
			}
			if k >= 35 {
				return 1
			}
			return 0
		}, map[int]float64{0: 1 - math.Pow(0.5, 35), 1: math.Pow(0.5, 35)}},
		"ten tries":         {tries(0.5, 10), map[int]float64{0: 1 - math.Pow(0.5, 10), 1: math.Pow(0.5, 10)}},
		"two hundred tries": {tries(0.9, 200), map[int]float64{0: 1 - math.Pow(0.9, 200), 1: math.Pow(0.9, 200)}},
		"a thousand tries":  {tries(0.99, 1000), map[int]float64{0: 1 - math.Pow(0.99, 1000), 1: math.Pow(0.99, 1000)}},
		"a sum of twenty":   {func(d chains.Dice) (n int) { return sum(d, 20) }, binomial(20)},
		"a sum of 42 coins": {func(d chains.Dice) (n int) { return sum(d, 42) }, binomial(42)},
	} {
		t.Run(name, func(t *testing.T) {
			e, f := ways(t, c.program)
			for y, want := range c.want {
				if p := e.P[y]; !(math.Abs(p-want) <= 1e-11*want+1e-14) {
					t.Errorf("%s: %d with %v, want %v", name, y, p, want)
				}
			}
			if len(e.P) != len(c.want) {
				t.Errorf("%s: ends %v", name, e.P)
			}
			t.Logf("%s: %d runs, %d states, foretold %d, left %v", name, f.Runs, e.Ways, e.Foretold, e.Left)
		})
	}
}

func sum(d chains.Dice, n int) (heads int) {
	for range n {
		heads += d.Pick(coin)
	}
	return heads
}

func binomial(n int) map[int]float64 {
	p := map[int]float64{}
	for k := range n + 1 {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(k + 1))
		c, _ := math.Lgamma(float64(n - k + 1))
		p[k] = math.Exp(a - b - c - float64(n)*math.Ln2)
	}
	return p
}

// comparing follows a program that stays at 0, and whose choices between two are comparisons.
func comparing(program func(d chains.Dice) int) *enumerate.Follower[int] {
	picking := enumerate.Picking(func(_ int, d chains.Dice) int { return program(d) })
	make := func(asked []enumerate.Run[int], how enumerate.Asking) ([]enumerate.Run[int], error) {
		made, err := picking(asked, how)
		for _, r := range made {
			for i := range r.Choices {
				r.Choices[i].Compared = len(r.Choices[i].Odds) == 2
			}
		}
		return made, err
	}
	return &enumerate.Follower[int]{Make: make, Stays: func(int) int { return 0 }}
}

// TestProposalsOfWays: the same of programs without loops, way by way. What is proposed in two ways is so with their
// sum, though one of them is never refused; staying is no proposal.
func TestProposalsOfWays(t *testing.T) {
	moves := []int{-1, 1, 2, 2}
	all := map[int]float64{-1: 0.1, 1: 0.2, 2: 0.7}
	for name, c := range map[string]struct {
		refused func(d chains.Dice) int
		want    map[int]float64
	}{
		"refused":         {func(chains.Dice) int { return 0 }, all},
		"stays by chance": {func(d chains.Dice) int { return 0 * d.Pick([]float64{1, 1, 1}) }, all},
		"another instead": {func(chains.Dice) int { return 5 }, nil},
		"another or none": {func(d chains.Dice) int { return 5 * d.Pick([]float64{1, 1, 1}) }, nil},
	} {
		e := must.Have(comparing(func(d chains.Dice) int {
			i := d.Pick([]float64{1, 2, 3, 4})
			if flip(d, []float64{0.5, 0.3, 1, 0.2}[i]) {
				return moves[i]
			}
			return c.refused(d)
		}).Follow([]int{0}))(t)[0]
		if len(e.Proposed) != len(c.want) {
			t.Errorf("%s: proposed %v", name, e.Proposed)
		}
		for y, want := range c.want {
			must.Near(t, e.Proposed[y], want, 1e-14, "%s: %d is proposed with", name, y)
		}
	}
}

// TestProposalsOfLoops: a move that is drawn until it is inside, and then accepted or refused, is proposed as often as
// it is drawn. One that is tried again after a refusal, one that nothing accepts, and one in whose place another is
// made, are not known to be proposed.
func TestProposalsOfLoops(t *testing.T) {
	inside := func(d chains.Dice) int {
		for {
			if y := []int{-2, -1, 1, 2}[d.Pick([]float64{1, 1, 1, 1})]; y >= -1 {
				return y
			}
		}
	}
	for name, c := range map[string]struct {
		program func(d chains.Dice) int
		want    map[int]float64
	}{
		"accepted or refused": {func(d chains.Dice) int {
			if y := inside(d); flip(d, []float64{0.5, 0, 1, 0.3}[y+1]) {
				return y
			}
			return 0
		}, map[int]float64{-1: 1. / 3, 1: 1. / 3, 2: 1. / 3}},
		"tried again": {func(d chains.Dice) int {
			for {
				if y := inside(d); flip(d, []float64{0.5, 0, 1, 0.3}[y+1]) {
					return y
				}
			}
		}, map[int]float64{1: 5. / 9}}, // which is never refused
		"nothing accepts": {inside, map[int]float64{}},
		"another instead": {func(d chains.Dice) int {
			if y := inside(d); flip(d, 0.5) {
				return y
			}
			return 5
		}, map[int]float64{}},
	} {
		e := must.Have(comparing(c.program).Follow([]int{0}))(t)[0]
		if e.Foretold == 0 || len(e.Proposed) != len(c.want) {
			t.Errorf("%s: proposed %v, and %d runs are foretold", name, e.Proposed, e.Foretold)
		}
		for y, want := range c.want {
			must.Near(t, e.Proposed[y], want, 1e-12, "%s: %d is proposed with", name, y)
		}
	}
}

// TestFollowIsEvery: the ends of random programs are those that all ways give, one after the other, whatever the size
// of a question is.
func TestFollowIsEvery(t *testing.T) {
	for seed := range uint64(200) {
		program := randomProgram(seed)
		want := enumerate.Distribution(program)
		e, _ := ways(t, program)
		for y, p := range want {
			if off := math.Abs(e.P[y] - p); !(off <= 1e-14) {
				t.Errorf("program %d ends in %d with %v, want %v", seed, y, e.P[y], p)
			}
		}
		if len(e.P) != len(want) {
			t.Errorf("program %d has %d ends, want %d", seed, len(e.P), len(want))
		}
	}
}

// randomProgram returns a program of some picks, which depend on those before them.
func randomProgram(seed uint64) func(d chains.Dice) int {
	return func(d chains.Dice) int {
		state := seed
		for range 1 + rand.New(rand.NewPCG(seed, 1)).IntN(7) {
			r := rand.New(rand.NewPCG(state, 2))
			weights := make([]float64, 1+r.IntN(4))
			for i := range weights {
				weights[i] = max(0, r.Float64()-0.2)
			}
			weights[0] += 0.01
			state = 31*state + uint64(d.Pick(weights))
		}
		return int(state % 17)
	}
}

// TestMemoryIsFound: a program that remembers, or draws what nobody tells, is no distribution.
func TestMemoryIsFound(t *testing.T) {
	hidden := rand.New(rand.NewPCG(1, 1))
	calls := 0
	for name, program := range map[string]func(d chains.Dice) int{
		"another end":  func(d chains.Dice) int { calls++; return d.Pick(coin) + calls/3 },
		"a counter":    func(d chains.Dice) int { calls++; return sum(d, 1+calls%3) },
		"other odds":   func(d chains.Dice) int { calls++; return d.Pick([]float64{1, float64(calls)}) },
		"hidden coins": func(d chains.Dice) int { return 2*sum(d, 4) + hidden.IntN(2) },
	} {
		calls = 0
		f := &enumerate.Follower[int]{Make: enumerate.Picking(func(_ int, d chains.Dice) int { return program(d) })}
		_, err := f.Follow([]int{0})
		if memory := (enumerate.MemoryError[int]{}); !errors.As(err, &memory) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// resampled draws a cell of 49 some times, and then one of these cells by its weight, of which there are three.
func resampled(draws int) func(d chains.Dice) int {
	cells := make([]float64, 49)
	for x := range cells {
		cells[x] = 1
	}
	return func(d chains.Dice) int {
		var drawn []int
		var weights []float64
		for range draws {
			x := d.Pick(cells)
			drawn = append(drawn, x)
			weights = append(weights, []float64{1, 20, 5e-5}[x%7/3])
		}
		return drawn[d.Pick(weights)]
	}
}

// TestManyWaysAreForeseen: a program of many ways that do not join takes few runs, whatever the limit is, and also
// where its last numbers change nothing. The number of its ways is said, which its choices have as their product.
func TestManyWaysAreForeseen(t *testing.T) {
	lazy := func(program func(d chains.Dice) int) func(d chains.Dice) int {
		return func(d chains.Dice) int {
			x := program(d)
			sum(d, 3)
			return x
		}
	}
	for name, c := range map[string]struct {
		program func(d chains.Dice) int
		limit   int
		ways    float64
	}{
		"6 draws":                 {resampled(6), 0, math.Log(6) + 6*math.Log(49)},
		"16 draws":                {resampled(16), 0, math.Log(16) + 16*math.Log(49)},
		"16 draws, of 100 ways":   {resampled(16), 100, math.Log(16) + 16*math.Log(49)},
		"39 draws":                {resampled(39), 0, math.Log(39) + 39*math.Log(49)},
		"45 draws, which is long": {resampled(45), 0, math.Log(45) + 45*math.Log(49)},
		"16 draws, then coins":    {lazy(resampled(16)), 0, math.Log(128) + 16*math.Log(49)},
	} {
		f := &enumerate.Follower[int]{Make: enumerate.Picking(func(_ int, d chains.Dice) int { return c.program(d) }),
			Limits: enumerate.Limits{Ways: c.limit}}
		_, err := f.Follow([]int{0})
		var many enumerate.ManyError
		if !errors.As(err, &many) || math.Abs(many.Log-c.ways) > 0.1 {
			t.Errorf("%s: error %v", name, err)
		}
		if f.Runs > 5000 {
			t.Errorf("%s: %d runs", name, f.Runs)
		}
	}
}
