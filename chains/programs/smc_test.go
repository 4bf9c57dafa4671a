package programs_test

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
)

func smc(particles int, share float64) func(programs.Problem) programs.Program {
	return func(p programs.Problem) programs.Program { return programs.SMC{Problem: p, P: particles, Share: share} }
}

var always = math.Inf(1)

func TestSMCKeepsTheLaw(t *testing.T) {
	chaintest.ProgramLaws(t, smc(1, always), chaintest.Problems(kernels.Lifted{}, 3)...)
	chaintest.ProgramLaws(t, smc(2, always), forPairs()...)
	chaintest.ProgramLaws(t, smc(2, always), skipping(4))
	chaintest.ProgramLaws(t, smc(3, always), skipping(3))
}

// forPairs are problems for two particles, of three levels. The last moves on 2x2 cells are left
// out: they would make the paths nine times as many.
func forPairs() []programs.Problem {
	all := chaintest.Problems(kernels.Metropolis{}, 3)
	for i, p := range all {
		all[i].SkipLast = p.Grid.Len(0) == 2
	}
	return all
}

// skipping is a problem of two cells with T levels, without the last move.
func skipping(T int) programs.Problem {
	p := chaintest.Tilted(kernels.Metropolis{}, T)
	p.SkipLast = true
	return p
}

// Conditional SMC stays right if the particles are resampled only when their weights are
// uneven: the decision looks at the weights of all of them, the kept one's among these.
func TestAdaptiveSMCKeepsTheLaw(t *testing.T) {
	chaintest.ProgramLaws(t, smc(2, 0), forPairs()...)
	chaintest.ProgramLaws(t, smc(2, 0.75), forPairs()...)
	chaintest.ProgramLaws(t, smc(2, 0.75), chaintest.Tilted(kernels.Metropolis{}, 4))
	chaintest.ProgramLaws(t, smc(3, 0.5), skipping(3))
}

// On two cells these shares make a difference: there some runs resample and others do not.
func TestAdaptiveSMCResamplesNowAndThen(t *testing.T) {
	p := skipping(3)
	for _, c := range []struct {
		particles int
		share     float64
	}{{2, 0.75}, {3, 0.5}} {
		now := chaintest.AtomsOf(smc(c.particles, c.share)(p), p)
		for _, other := range []float64{0, always} {
			if slices.Equal(now.Forward, chaintest.AtomsOf(smc(c.particles, other)(p), p).Forward) {
				t.Errorf("smc:%d:ess=%g has the law of a share of %g", c.particles, c.share, other)
			}
		}
	}
}

// A fault is a way to get SMC wrong.
type fault string

const (
	none         fault = "none"
	forgetsMean  fault = "only the last mean weight counts"
	weighsLate   fault = "particles are weighed after the move"
	losesLineage fault = "the kept particle is resampled as the others are"
	doesntBranch fault = "the offspring of the kept particle replay its path"
)

// faulty is SMC through the levels, with a fault.
type faulty struct {
	programs.SMC
	fault fault
}

func (p faulty) Forward(d chains.Dice) (x int, logw float64) {
	cells, logw := p.run(nil, d)
	return cells[d.Pick(equal(p.P))], logw
}

func (p faulty) Reverse(x int, d chains.Dice) float64 {
	path, _ := p.Path()
	kept := []int{x}
	for i := path.Len() - 1; i >= 0; i-- {
		for _, m := range path.At(i).Backs {
			x = m.Step(x, d)
		}
		kept = append(kept, x)
	}
	slices.Reverse(kept)
	_, logw := p.run(kept, d)
	return logw
}

func (p faulty) run(kept []int, d chains.Dice) (cells []int, logw float64) {
	path, rise := p.Path()
	replays := make([]bool, p.P)
	for range p.P {
		cells = append(cells, d.Pick(path.Start()))
	}
	if kept != nil {
		cells[0], replays[0] = kept[0], true
	}
	for i := range path.Len() {
		step := path.At(i)
		if p.fault == weighsLate {
			p.move(cells, replays, step, kept, i, d)
		}
		w, mean := make([]float64, p.P), 0.0
		for j, x := range cells {
			w[j] = math.Exp(step.LogW[x])
			mean += w[j] / float64(p.P)
		}
		if logw += math.Log(mean); p.fault == forgetsMean {
			logw = math.Log(mean)
		}
		before, replayed := slices.Clone(cells), slices.Clone(replays)
		for j := range cells {
			if j == 0 && kept != nil && p.fault != losesLineage {
				continue
			}
			from := d.Pick(w)
			cells[j], replays[j] = before[from], replayed[from] && p.fault == doesntBranch
		}
		if p.fault != weighsLate {
			p.move(cells, replays, step, kept, i, d)
		}
	}
	return cells, logw + rise
}

// move moves particles, and those that replay the kept path along it.
func (p faulty) move(cells []int, replays []bool, step programs.Step, kept []int, i int, d chains.Dice) {
	for j, x := range cells {
		if replays[j] {
			cells[j] = kept[i+1]
			continue
		}
		for _, m := range step.Moves {
			x = m.Step(x, d)
		}
		cells[j] = x
	}
}

// equal returns n equal weights.
func equal(n int) []float64 { return slices.Repeat([]float64{1}, n) }

func TestBrokenSMCIsFound(t *testing.T) {
	of := func(f fault) func(programs.Problem) programs.Program {
		return func(p programs.Problem) programs.Program {
			return faulty{programs.SMC{Problem: p, P: 2, Share: always}, f}
		}
	}
	problem := chaintest.Tilted(kernels.Metropolis{}, 3)
	chaintest.ProgramLaws(t, of(none), problem)
	for _, f := range []fault{forgetsMean, weighsLate, losesLineage, doesntBranch} {
		t.Run(string(f), func(t *testing.T) { chaintest.BrokenProgram(t, of(f), problem) })
	}
}
