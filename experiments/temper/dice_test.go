package temper_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/sample"
	"breadboard/chains/tempering"
	"breadboard/exact/replicas"
	"breadboard/grid"
	"breadboard/grid/must"
)

// ladderOn is one of walkers on a few cells.
func ladderOn(t *testing.T, by tempering.Exchange, fresh bool, from, to []float64, betas ...float64) tempering.Ladder {
	t.Helper()
	return tempering.Ladder{Exchange: by, Fresh: fresh, Annealing: chains.Annealing{Grid: grid.New(len(to)),
		Bridge:   chains.Geometric{From: from, To: to},
		Schedule: must.Have(chains.NewSchedule(betas))(t), Kernel: kernels.Metropolis{}}}
}

// TestTemperedByEveryDie: the run's own code, with dice that take every path, has the law that is pushed exactly.
func TestTemperedByEveryDie(t *testing.T) {
	for _, by := range tempering.Exchanges {
		l := ladderOn(t, by, true, []float64{0, 0.3}, []float64{1.2, 0}, 0, 0.4, 1)
		const scans = 2
		temperer := sample.NewTemperer(l)
		law := make([]float64, 2)
		ratio, integral := 0., 0.
		sum := 0.
		first := make([]float64, 2)
		var run sample.Tempered
		for p := range enumerate.Every(func(d chains.Dice) { run = temperer.Run(d, scans, sample.TemperedStart{}) }) {
			law[run.Places[2]] += p
			ratio += p * run.Stones
			integral += p * run.Integral
			sum += p
			first[0] += p * run.Rejected[0]
		}
		must.Near(t, sum, 1, 1e-9, "all paths")
		o := replicas.Options{Start: replicas.FromInitial, Scans: []int{1, 2}}
		r := must.Have(o.Run(t.Context(), l))(t)
		p := chains.Normalized([]float64{1.2, 0})
		must.Near(t, math.Abs(law[0]-p[0]), r.Rows[1].TV, 1e-12, "%s: TV", by)
		must.Near(t, integral-r.LogR, r.Rows[1].Integral.Bias, 1e-12, "%s: the integral", by)
		if by == tempering.DEO { // the first pair is offered once, at scan 1
			must.Near(t, first[0], r.Rows[0].Rejections[0], 1e-12, "rejections")
		}
		if off := ratio - r.LogR - r.Rows[1].Stones.Bias; !(off < 0 && off > -1) {
			t.Errorf("%s: a mean of logs lies %v above the log of the mean", by, off)
		}
	}
}

// TestTemperedAgainstExact: many runs have the exact laws, deviations and rates within five standard errors, which has
// a probability of 1e-6 each.
func TestTemperedAgainstExact(t *testing.T) {
	to := []float64{2, -1, 0.5, -3, 1.2, 2.5}
	for _, by := range tempering.Exchanges {
		l := ladderOn(t, by, false, make([]float64, 6), to, 0, 0.3, 0.6, 1)
		const scans, runs = 40, 4000
		o := replicas.Options{Start: replicas.FromInitial, Scans: []int{scans}, Spread: true, Trips: true}
		r := must.Have(o.Run(t.Context(), l))(t)
		all := must.Have(sample.Temper(t.Context(), l, runs, scans, sample.TemperedStart{}, 11, nil))(t)
		row := r.Rows[0]
		integral := sample.Guessed(all, func(r sample.Tempered) float64 { return r.Integral })
		must.Near(t, integral.Mean-r.LogR, row.Integral.Bias, 5*integral.StdErr, "%s: the integral", by)
		must.Near(t, integral.SD, row.Integral.SD, 0.06*row.Integral.SD, "%s: its deviation", by)
		stones := sample.Guessed(all, func(r sample.Tempered) float64 { return r.Stones })
		must.Near(t, stones.Mean-r.LogR, row.Stones.Bias+row.Stones.Jensen, 5*stones.StdErr+0.01, "%s: stones", by)
		must.Near(t, stones.SD, row.Stones.SD, 0.1*row.Stones.SD, "%s: their deviation", by)

		long := must.Have(sample.Temper(t.Context(), l, 200, 2000, sample.TemperedStart{Own: true}, 12, nil))(t)
		ways := sample.Guessed(long, func(r sample.Tempered) float64 { return float64(r.Ways) / 2000 })
		must.Near(t, ways.Mean, r.Trips.Rate, 5*ways.StdErr+1./2000, "%s: round trips", by)
		for k, want := range r.Rejections {
			got := sample.Guessed(long, func(r sample.Tempered) float64 { return r.Rejected[k] })
			must.Near(t, got.Mean, want, 5*got.StdErr, "%s: pair %d", by, k)
		}
	}
}

// plainPT is parallel tempering in a few lines of Python, by somebody who has seen nothing of this code. It prints how
// often the cold walker ends in each cell, the rejections and the half trips.
const plainPT = `
import json, math, random, sys
spec = json.loads(sys.argv[1])
f, betas, scans, runs, deo = spec["f"], spec["betas"], spec["scans"], spec["runs"], spec["deo"]
rng, n, N = random.Random(5), len(f), len(betas)
ends, rejected, offered, ways = [0]*n, [0]*(N-1), [0]*(N-1), 0
for run in range(runs):
    x = [rng.randrange(n) for _ in betas]
    replica, hot = list(range(N)), [False]*N
    for scan in range(scans):
        for k in range(N):
            y = x[k] + rng.choice([-1, 1])
            if 0 <= y < n and rng.random() < math.exp(min(0, betas[k]*(f[y]-f[x[k]]))):
                x[k] = y
        parity = scan % 2 if deo else rng.randrange(2)
        for k in range(parity, N-1, 2):
            offered[k] += 1
            if rng.random() < math.exp(min(0, (betas[k+1]-betas[k])*(f[x[k]]-f[x[k+1]]))):
                x[k], x[k+1] = x[k+1], x[k]
                replica[k], replica[k+1] = replica[k+1], replica[k]
            else:
                rejected[k] += 1
        hot[replica[0]] = True
        if hot[replica[-1]]:
            ways += 1
            hot[replica[-1]] = False
    ends[x[-1]] += 1
print(json.dumps({"ends": [e/runs for e in ends], "rejected": [r/o for r, o in zip(rejected, offered)],
                  "ways": ways/runs/scans}))
`

// TestAgainstPlainPython: a plain parallel tempering in another language has the exact laws.
func TestAgainstPlainPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	f := []float64{2, -1, 0.5, -2, 1.5}
	betas := []float64{0, 0.3, 1}
	for _, by := range tempering.Exchanges {
		const scans, runs = 30, 1500
		spec := must.Have(json.Marshal(map[string]any{"f": f, "betas": betas, "scans": scans, "runs": runs,
			"deo": by == tempering.DEO}))(t)
		var got struct {
			Ends, Rejected []float64
			Ways           float64
		}
		out := must.Have(exec.Command(python, "-c", plainPT, string(spec)).Output())(t)
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		l := ladderOn(t, by, false, make([]float64, len(f)), f, betas...)
		all := make([]int, scans)
		for i := range all {
			all[i] = i + 1
		}
		r := must.Have(replicas.Options{Start: replicas.FromInitial, Scans: all, Trips: true}.Run(t.Context(), l))(t)
		last := r.Rows[scans-1]
		tv := floats.Distance(got.Ends, chains.Normalized(f), 1) / 2
		must.Near(t, tv, last.TV, 5*math.Sqrt(float64(len(f))/runs/4), "%s: TV", by)
		for k := range 2 {
			mean, offers := 0., 0.
			for i, row := range r.Rows {
				if by == tempering.SEO || tempering.Parity(i+1) == k%2 {
					mean += row.Rejections[k]
					offers++
				}
			}
			must.Near(t, got.Rejected[k], mean/offers, 5*0.5/math.Sqrt(offers*runs/4), "%s: rejections of %d", by, k)
		}
		// A run begins with no walker on its way, and so misses a part of the first.
		must.Near(t, got.Ways, r.Trips.Rate, 0.1*r.Trips.Rate, "%s: ways", by)
	}
}

// TestTemperedSeeds: a run depends on its number alone.
func TestTemperedSeeds(t *testing.T) {
	l := ladderOn(t, tempering.DEO, true, make([]float64, 3), []float64{1, 0, 2}, 0, 0.5, 1)
	few := must.Have(sample.Temper(t.Context(), l, 3, 10, sample.TemperedStart{}, 4, nil))(t)
	many := must.Have(sample.Temper(t.Context(), l, 9, 10, sample.TemperedStart{}, 4, nil))(t)
	for i, r := range few {
		if fmt.Sprint(r) != fmt.Sprint(many[i]) || !slices.Equal(r.Places, many[i].Places) {
			t.Errorf("run %d differs", i)
		}
	}
}
