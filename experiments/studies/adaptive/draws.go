package adaptive

import (
	"context"

	"breadboard/experiments"
	"breadboard/experiments/studies/display"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// A Draw is the bias on one draw of EASY RANDOM, of particles that are resampled multinomially.
type Draw struct {
	Seed   uint64
	Share  float64
	Kernel string
	P      int
	Bias   float64
	StdErr float64
}

// The draws are others than those of the table by target: manyDraws with the share and the kernel of that table, and of
// these the first fewDraws with each other share and each other kernel.
const firstDraw, manyDraws, fewDraws = 101, 40, 20

// ofDraws are the numbers of particles on all draws, and ofFew those with other shares and kernels, where the bias is
// larger than the noise.
var (
	ofDraws = []int{4, 16, 64, 256}
	ofFew   = []int{4, 16}
)

// The other shares, and kernels that are slower and faster than Metropolis: one that stays nine times in ten, and one
// that draws a whole row or column anew.
var (
	otherShares  = []float64{0.5, 0.7, 0.8, 0.9}
	otherKernels = []string{"lazy:0.9", "heat-bath"}
)

// usual is the kernel of all rows but those of otherKernels.
const usual = "metropolis"

// drawnParticles is how many states of particles a number on one draw is from.
const drawnParticles = 300_000

// planDraws has all of them, without numbers. Quickly they are of two draws.
func planDraws(quick bool) (all []Draw) {
	draws := manyDraws
	if quick {
		draws = 2
	}
	for k := range draws {
		seed := uint64(firstDraw + k)
		for _, P := range ofDraws {
			all = append(all, Draw{Seed: seed, Share: share, Kernel: usual, P: P})
		}
		if k >= fewDraws {
			continue
		}
		for _, P := range ofFew {
			for _, s := range otherShares {
				all = append(all, Draw{Seed: seed, Share: s, Kernel: usual, P: P})
			}
			for _, kernel := range otherKernels {
				all = append(all, Draw{Seed: seed, Share: share, Kernel: kernel, P: P})
			}
		}
	}
	return all
}

// measureDraws makes them.
func measureDraws(ctx context.Context, setting run.Setting) ([]Draw, error) {
	all := planDraws(setting.Quick)
	costs := make([]int, len(all))
	for i, d := range all {
		costs[i] = int(100 / (1 - d.Share)) // a larger share takes more levels
	}
	return run.Each(ctx, setting.Shelf, "draws", costs, setting.Tell, func(ctx context.Context, i int) (Draw, error) {
		return all[i].measured(ctx, setting)
	})
}

// measured is the draw with its numbers.
func (d Draw) measured(ctx context.Context, setting run.Setting) (Draw, error) {
	kernel, err := experiments.FindKernel(d.Kernel)
	if err != nil {
		return d, err
	}
	g := target{name: "easy", lens: []int{7, 7}, logf: toys.Easy(setting.Seeded(d.Seed)).LogF}
	p := g.problem()
	p.Kernel = kernel
	e, err := temperedAt(p, d.P, d.Share, multinomial)
	if err != nil {
		return d, err
	}
	runs := runsOf(drawnParticles/d.P, setting)
	bias, err := sampledBias(ctx, e, p, g.logR(), runs, setting.Seeded(d.Seed))
	d.Bias = bias.mean
	d.StdErr = bias.stderr
	display.Round(digits, &d.Bias, &d.StdErr)
	return d, err
}

// of are the draws with these settings.
func of(all []Draw, share float64, kernel string, P int) (some []Draw) {
	for _, d := range all {
		if d.Share == share && d.Kernel == kernel && d.P == P {
			some = append(some, d)
		}
	}
	return some
}
