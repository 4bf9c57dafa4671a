// Package adaptive asks whether the evidence of sequential Monte Carlo is biased if it chooses its betas as it goes,
// and by how much, against the number of particles. reports/adaptive has what was found.
package adaptive

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/grid"
	"breadboard/toys"
)

// The next beta is where the effective sample size of the particles falls to this share. There are so many levels at
// most.
const share, most = 0.6, 100

// A target is one of those on which the bias is measured.
type target struct {
	name string
	lens []int
	kind grid.Kind
	logf []float64
}

// targets are two cells, a cut through BARRIER's barrier, and two toys. On the box of two cells three of the four moves
// that Metropolis proposes lead off it; with two labels each proposal is the other one.
var targets = []target{
	{"two cells", []int{2, 1}, grid.Line, []float64{0, 6}},
	{"two labels", []int{2}, grid.Any, []float64{0, 6}},
	{"cut", []int{5, 1}, grid.Line, []float64{0, 0, -4, 3, 3}},
	{"easy", []int{7, 7}, grid.Line, toys.Easy(1).LogF},
	{"barrier", []int{7, 7}, grid.Line, toys.Barrier().LogF},
}

// places of targets that the page speaks of.
const twoCells, twoLabels, easy = 0, 1, 3

func (g target) problem() programs.Problem {
	kinds := slices.Repeat([]grid.Kind{g.kind}, len(g.lens))
	box := grid.New(g.lens...).Of(kinds...)
	return programs.Problem{Annealing: chains.Annealing{Grid: box, Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(most), Bridge: chains.Geometric{From: make([]float64, len(g.logf)), To: g.logf}}}
}

// logR is log R, from the density that is 1 everywhere.
func (g target) logR() float64 { return chains.LogSum(g.logf) - math.Log(float64(len(g.logf))) }

// known reports whether the numbers of so many particles, resampled multinomially, are computed by recursion. More take
// too long.
func (g target) known(P int) bool { return len(g.logf) == 2 && P <= 8 || len(g.logf) == 5 && P <= 4 }

// The ways to resample, as programs spell them.
const (
	multinomial = ""
	systematic  = ":resample=systematic"
	wasteFree   = ":waste-free=2"
)

var ways = []string{multinomial, systematic, wasteFree}

// A Row is a target, a program and a number of particles P: the mean of R̂/R - 1 with its standard error, 0 if it is
// exact, and the root mean square of log R̂/R.
type Row struct {
	Target  string  `column:"target"`
	Program string  `column:"program"`
	P       int     `column:"P"`
	How     string  `column:"how"`
	Bias    float64 `column:"bias"`
	StdErr  float64 `column:"stderr"`
	RMSE    float64 `column:"rmse"`
}

const exactly, sampled = "exact", "sampled"

// name is a program of P particles, in the file.
func name(way string) string { return fmt.Sprintf("smc:P:adaptive=%g", share) + way }

// A planned row has no numbers yet.
type planned struct {
	Row
	on  target
	way string // of resampling
}

// quickly is how many runs of the whole are one of a quick look.
const quickly = 20

// runsOf are as many runs as are asked, or so few that one sees in seconds how large an error is.
func runsOf(whole int, setting run.Setting) int {
	if setting.Quick {
		return whole / quickly
	}
	return whole
}

// plan has all rows. Quickly they are those of few particles.
func plan(setting run.Setting) (all []planned) {
	particles := []int{2, 3, 4, 8, 16, 64}
	if setting.Quick {
		particles = particles[:2]
	}
	for _, g := range targets {
		for _, P := range particles {
			for _, way := range ways {
				if way == wasteFree && P%2 == 1 { // chains of two
					continue
				}
				r := Row{Target: g.name, Program: name(way), P: P, How: sampled}
				if way == multinomial && g.known(P) {
					r.How = exactly
				}
				all = append(all, planned{r, g, way})
			}
		}
	}
	return all
}

// Found is all that was measured.
type Found struct {
	Rows  []Row
	Draws []Draw
}

// Measure makes all rows and draws.
func Measure(ctx context.Context, setting run.Setting) (found Found, err error) {
	rowsSetting, drawsSetting := setting, setting
	rowsSetting.Tell = setting.Tell.Share(0, 1, 3)
	drawsSetting.Tell = setting.Tell.Share(1, 3, 3)
	found.Rows, err = measureRows(ctx, rowsSetting)
	if err != nil {
		return found, err
	}
	found.Draws, err = measureDraws(ctx, drawsSetting)
	return found, err
}

// measureRows makes all rows.
func measureRows(ctx context.Context, setting run.Setting) ([]Row, error) {
	all := plan(setting)
	costs := make([]int, len(all))
	for i, r := range all {
		costs[i] = r.P
	}
	return run.Each(ctx, setting.Shelf, "rows", costs, setting.Tell, func(ctx context.Context, i int) (Row, error) {
		r := all[i]
		if r.How == exactly {
			r.Bias, r.RMSE, _ = recursion(r.on.problem(), r.on.logf, r.P)
		} else if err := r.sample(ctx, setting, r.on, r.way); err != nil {
			return r.Row, err
		}
		r.round()
		return r.Row, nil
	})
}

// sample draws runs of the program: as many as take about as long on each target.
func (r *Row) sample(ctx context.Context, setting run.Setting, g target, way string) error {
	p := g.problem()
	e, err := tempered(p, r.P, way)
	if err != nil {
		return err
	}
	runs := runsOf(min(1_000_000/len(g.logf), 800_000/r.P), setting)
	found, err := sampledBias(ctx, e, p, g.logR(), runs, setting.Seeded(1))
	r.Bias, r.StdErr = found.mean, found.stderr
	r.RMSE = found.rmse
	return err
}

// A bias is the mean of R̂/R - 1 over runs with its standard error, and the root mean square of log R̂/R.
type bias struct{ mean, stderr, rmse float64 }

// sampledBias draws runs of a program.
func sampledBias(ctx context.Context, e programs.Tempered, p programs.Problem, logR float64, runs int,
	seed uint64) (bias, error) {
	drawn, err := sample.RunProgram(ctx, e, p, sample.Options{Chains: runs, Seed: seed})
	if err != nil {
		return bias{}, err
	}
	off := make([]float64, runs)
	squares := 0.0
	for i, logw := range drawn.Forward.LogW {
		logw += drawn.Rise - logR
		off[i] = math.Expm1(logw)
		squares += logw * logw
	}
	many := float64(runs)
	mean, deviation := stat.MeanStdDev(off, nil)
	return bias{mean, deviation / math.Sqrt(many), math.Sqrt(squares / many)}, nil
}

// tempered is the program of P particles.
func tempered(p programs.Problem, P int, way string) (programs.Tempered, error) {
	return temperedAt(p, P, share, way)
}

// temperedAt is tempered with another share.
func temperedAt(p programs.Problem, P int, share float64, way string) (programs.Tempered, error) {
	maker, _, err := programs.Read(fmt.Sprintf("smc:%d:adaptive=%g%s", P, share, way))
	if err != nil {
		return programs.Tempered{}, err
	}
	e, err := maker(p)
	if err != nil {
		return programs.Tempered{}, err
	}
	return e.(programs.Tempered), nil
}

// digits is how many digits a number of the file has.
const digits = 4

func (r *Row) round() { display.Round(digits, &r.Bias, &r.StdErr, &r.RMSE) }
