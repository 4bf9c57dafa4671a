package programs_test

import (
	"fmt"
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/aide"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
)

// of returns a program of the catalogue.
func of(spec string) func(programs.Problem) programs.Program {
	m, err := programs.Read(spec)
	if err != nil {
		panic(err)
	}
	return func(p programs.Problem) programs.Program {
		e, err := m(p)
		if err != nil {
			panic(err)
		}
		return e.(programs.Program)
	}
}

// elsewhere returns a problem of four cells whose ends share two: each has one to itself.
func elsewhere() programs.Problem {
	inf := math.Inf(-1)
	return square([]float64{0.4, -0.2, 1.1, inf}, inf, 0.3, -0.9, 0.8)
}

// square returns a problem on a 2x2 box without moves; from is uniform if it is nil.
func square(from []float64, last ...float64) programs.Problem {
	if from == nil {
		from = make([]float64, 4)
	}
	return programs.Problem{Annealing: chains.Annealing{Grid: grid.New(2, 2), Kernel: kernels.Identity{},
		Schedule: chains.Linear(2), Bridge: chains.Geometric{From: from, To: last}}}
}

// without leaves the last move out.
func without(last ...programs.Problem) []programs.Problem {
	for i := range last {
		last[i].SkipLast = true
	}
	return last
}

// TestProgramsKeepTheLaw: every program keeps the law, by reversible kernels and others, and with states that a kernel
// adds. Conditional SMC stays right if particles are resampled only when the weights of all, the kept one's among
// these, are uneven.
func TestProgramsKeepTheLaw(t *testing.T) {
	still := append(chaintest.Problems(kernels.Identity{}, 2), elsewhere())
	metropolis := kernels.Metropolis{}
	model := chaintest.Model(kernels.Metropolis{})
	for _, spec := range []string{"importance", "posterior", "rejection", "vb:restarts=3", "sir:1", "sir:2", "sir:4"} {
		chaintest.ProgramLaws(t, of(spec), still...)
	}
	for _, k := range []chains.Kernel{metropolis, kernels.GibbsSweep{}} {
		chaintest.ProgramLaws(t, of("ais"), chaintest.Problems(k, 3)...)
		for _, spec := range []string{"hme-chain:1", "hme-chain:3", "cms:1", "cms:3"} {
			chaintest.ProgramLaws(t, of(spec), chaintest.Problems(k, 2)...)
		}
	}
	chaintest.ProgramLaws(t, of("ais"), without(chaintest.Problems(kernels.HeatBath{}, 4)...)...)
	chaintest.ProgramLaws(t, of("smc:1"), chaintest.Problems(metropolis, 2)[0])
	chaintest.ProgramLaws(t, of("smc:2"), chaintest.Problems(metropolis, 3)[0])
	chaintest.ProgramLaws(t, of("smc:3"), without(chaintest.Tilted(metropolis, 3))...)
	chaintest.ProgramLaws(t, of("smc:2:ess=0.75"), without(chaintest.Tilted(metropolis, 4))...)
	chaintest.ProgramLaws(t, of("smc:3:ess=0.5"), without(chaintest.Tilted(metropolis, 3))...)
	for _, spec := range []string{"ess=0.75", "ess=0.75:proposal=optimal", "resample=systematic:steps=0"} {
		chaintest.ProgramLaws(t, of("smc-data:2:"+spec), without(model)...)
	}
	for _, proposal := range []string{"prior", "optimal"} {
		for _, name := range []string{"smc-data", "shme"} {
			named := func(n, steps int) func(programs.Problem) programs.Program {
				return of(fmt.Sprintf("%s:%d:proposal=%s:steps=%d", name, n, proposal, steps))
			}
			chaintest.ProgramLaws(t, named(1, 2), chaintest.Model(kernels.GibbsSweep{}))
			chaintest.ProgramLaws(t, named(2, 0), model)
			if name == "smc-data" {
				chaintest.ProgramLaws(t, named(1, 1), without(chaintest.WideModel(metropolis))...)
			}
			if proposal == "prior" {
				chaintest.ProgramLaws(t, named(2, 1), without(model)...)
			}
		}
	}
}

// TestRunsTogether: runs made together equal runs made alone to the last bit, also clouds of 350,000, two at a time.
func TestRunsTogether(t *testing.T) {
	dice := func() []chains.Dice { return []chains.Dice{sample.Seeded(1), sample.Seeded(2), sample.Seeded(3)} }
	together := func(spec string, problems ...programs.Problem) {
		for i, problem := range problems {
			p := of(spec)(problem).(aide.Many[int])
			xs, logw := p.Forwards(dice())
			ends := []int{0, 1, 0}
			back := p.Reverses(ends, dice())
			for k := range ends {
				x, v := p.Forward(dice()[k])
				if w := p.Reverse(ends[k], dice()[k]); x != xs[k] || v != logw[k] || w != back[k] {
					t.Errorf("%s, problem %d, run %d: alone it returns %d with log w = %v, %v in reverse; together %d "+
						"with %v, and %v", spec, i, k, x, v, w, xs[k], logw[k], back[k])
				}
			}
		}
	}
	for _, spec := range []string{"ais", "smc:5", "smc:5:ess=0.7"} {
		together(spec, chaintest.Problems(kernels.GibbsSweep{}, 5)...)
	}
	for _, spec := range []string{"", ":ess=0.5:resample=systematic", ":proposal=optimal"} {
		together("smc-data:3"+spec, chaintest.WideModel(kernels.Metropolis{}))
	}
	together("smc:350000", without(chaintest.Tilted(kernels.Metropolis{}, 2))...)
}
