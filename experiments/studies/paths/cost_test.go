package paths

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/grid/must"
)

// A sampler anneals on a ring of cells, and counts how often it asks for log f. It keeps log f of the cell where it
// stands, or asks for it again at each weight.
type sampler struct {
	logF  []float64
	keeps bool
	asked int
}

func (s *sampler) ask(x int) float64 {
	s.asked++
	return s.logF[x]
}

// run is annealed importance sampling from the uniform law by Metropolis steps, on geometric averages.
func (s *sampler) run(betas []float64, steps int, dice *rand.Rand) (logW float64) {
	x := dice.IntN(len(s.logF))
	kept := math.NaN()
	for t := 1; t < len(betas); t++ {
		if betas[t] != betas[t-1] {
			if !s.keeps || math.IsNaN(kept) {
				kept = s.ask(x)
			}
			logW += (betas[t] - betas[t-1]) * kept
		}
		for range steps {
			y := (x + 1 + (len(s.logF)-2)*dice.IntN(2)) % len(s.logF)
			proposed := s.ask(y)
			if math.Log(dice.Float64()) < betas[t]*(proposed-kept) {
				x = y
				kept = proposed
			}
		}
	}
	return logW
}

// TestEvaluations: both counts are those of a sampler that counts, with and without levels that stand at the target.
func TestEvaluations(t *testing.T) {
	logF := []float64{0, 2, -1, 0.5, 3}
	for _, betas := range [][]float64{{0, 1}, {0, 0.5, 1}, {0, 0.5, 1, 1, 1, 1}, {0, 0.2, 0.2, 0.2, 1, 1}} {
		for _, steps := range []int{1, 4} {
			for count, keeps := range map[string]bool{free: true, charged: false} {
				s := sampler{logF: logF, keeps: keeps}
				s.run(betas, steps, rand.New(rand.NewPCG(1, 1)))
				schedule := must.Have(chains.NewSchedule(betas))(t)
				if got := evaluations(count, schedule, float64(steps)); got != float64(s.asked) {
					t.Errorf("%s, %d steps, betas %v: counted are %v, and the sampler asks %d times", count, steps,
						betas, got, s.asked)
				}
			}
		}
	}
}

// TestSamplerIsAIS: the sampler that counts anneals rightly: its mean weight is R.
func TestSamplerIsAIS(t *testing.T) {
	s := sampler{logF: []float64{0, 2, -1, 0.5, 3}, keeps: true}
	want := 0.
	for _, f := range s.logF {
		want += math.Exp(f) / float64(len(s.logF))
	}
	const runs = 200_000
	var sum, squares float64
	dice := rand.New(rand.NewPCG(1, 2))
	for range runs {
		w := math.Exp(s.run([]float64{0, 0.3, 0.7, 1, 1}, 2, dice))
		sum += w
		squares += w * w
	}
	mean := sum / runs
	if sd := math.Sqrt((squares/runs - mean*mean) / runs); math.Abs(mean-want) > 4*sd {
		t.Errorf("the mean weight is %v ± %v, and R is %v", mean, sd, want)
	}
}

// TestAffordable: T is the largest that a plain count from 2 on finds.
func TestAffordable(t *testing.T) {
	for _, budget := range []int{10, 57, 100} {
		for _, steps := range []float64{1, 4, 6} {
			for _, count := range []string{free, charged} {
				takes := func(T int) float64 { return evaluations(count, halfway(T), steps) }
				want := 2
				for takes(want+1) <= float64(budget) {
					want++
				}
				got := must.Have(affordable(budget, 2, func(T int) (float64, error) { return takes(T), nil }))(t)
				if got != want {
					t.Errorf("%d evaluations, %v a step, %s: T = %d, want %d", budget, steps, count, got, want)
				}
			}
		}
	}
	none := must.Have(affordable(5, 2, func(int) (float64, error) { return 6, nil }))(t)
	if none != 0 {
		t.Errorf("5 evaluations afford %d levels of 6", none)
	}
}

// halfway is what curve:0:1:1 is at T levels, by its definition.
func halfway(T int) chains.Schedule {
	betas := make([]float64, T)
	for i := range betas {
		betas[i] = min(1, 2*float64(i)/float64(T-1))
	}
	s, err := chains.NewSchedule(betas)
	if err != nil {
		panic(err)
	}
	return s
}

// TestLevelsOfRows: a row has as many levels as it affords, and dwells as it says.
func TestLevelsOfRows(t *testing.T) {
	for _, c := range []struct {
		row       Row
		T, stands int
	}{
		{Row{Schedule: "linear", Count: charged}, 51, 0},
		{Row{Schedule: "linear", Count: free}, 100, 0},
		{Row{Schedule: "linear", Count: free, Dwell: 3}, 100, 3},
		{Row{Schedule: "linear", Count: charged, Dwell: 3}, 52, 3}, // 48 weights and 51 steps; a level more takes 101
		{Row{Schedule: early, Count: free}, 100, 49},
		{Row{Schedule: early, Count: charged}, 67, 33}, // 33 weights and 66 steps
	} {
		r := c.row
		r.Target = "barrier"
		r.Kernel = "metropolis"
		r.Repeat = 1
		r.Budget = 100
		chain := must.Have(r.chain("geometric"))(t)
		chain = must.Have(chain.WithSchedule(r.Schedule))(t)
		if got := must.Have(r.levels(t.Context(), chain))(t); got != c.T {
			t.Errorf("%+v: T = %d, want %d", c.row, got, c.T)
		}
		a := must.Have(r.annealing(t.Context(), chain, c.T))(t)
		betas := a.Schedule.Betas()
		atTarget := len(betas) - slices.Index(betas, 1) - 1
		if len(betas) != c.T || atTarget != c.stands {
			t.Errorf("%+v: %d levels, and %d stand at the target; want %d and %d", c.row, len(betas), atTarget, c.T,
				c.stands)
		}
	}
}

// TestDwell: levels that stand at the target are steps of the kernel there: J is that of the law that a plain
// Metropolis step at the target pushes on so often, and B stays.
func TestDwell(t *testing.T) {
	dwelling := Row{Target: "barrier", Kernel: "metropolis", Repeat: 1, Schedule: "linear", T: 9, Dwell: 3}
	plain := dwelling
	plain.T = 6
	plain.Dwell = 0
	chain := must.Have(dwelling.chain("geometric"))(t)
	must.Do(t, dwelling.answer(t.Context(), chain))
	must.Do(t, plain.answer(t.Context(), chain))
	must.Close(t, dwelling.B, plain.B, 1e-12, "B with steps at the target")
	q := slices.Repeat([]float64{1. / 49}, 49)
	for _, beta := range []float64{0.2, 0.4, 0.6, 0.8, 1, 1, 1, 1} {
		q = stepped(q, chain.Target.LogF, beta)
	}
	J := 0.
	for x, p := range chains.Normalized(chain.Target.LogF) {
		J += (q[x] - p) * math.Log(q[x]/p)
	}
	must.Close(t, dwelling.J, J, 1e-10, "J after three steps at the target")
}

// stepped is the law after a Metropolis step in four directions on 7x7 cells, which leaves exp(beta log f) as it is.
func stepped(q, logF []float64, beta float64) []float64 {
	next := make([]float64, len(q))
	for x, mass := range q {
		row := x / 7
		column := x % 7
		for _, to := range [][2]int{{row - 1, column}, {row + 1, column}, {row, column - 1}, {row, column + 1}} {
			accepted := 0.
			y := x
			if min(to[0], to[1]) >= 0 && max(to[0], to[1]) < 7 {
				y = 7*to[0] + to[1]
				accepted = min(1, math.Exp(beta*(logF[y]-logF[x])))
			}
			next[y] += mass / 4 * accepted
			next[x] += mass / 4 * (1 - accepted)
		}
	}
	return next
}
