package sample

import (
	"fmt"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// brief is the shorter one with -short, which says that all benchmarks run, and measures nothing.
func brief(usual, shorter int) int {
	if testing.Short() {
		return shorter
	}
	return usual
}

// BenchmarkSMC is a hundred runs of a thousand particles on BARRIER through a hundred levels, each way, on one core, in
// million particle-steps a second. The same in C, written down for this one target, is what a machine can do.
func BenchmarkSMC(b *testing.B) {
	const T, particles = 100, 1000
	n := brief(100, 2)
	p := barrierAt(T)
	for _, c := range []struct{ name, spec string }{
		{"multinomial", "smc:1000"},
		{"threshold", "smc:1000:ess=0.5"},
		{"systematic", "smc:1000:resample=systematic"},
	} {
		b.Run(c.name, func(b *testing.B) { runs(b, named(c.spec, p), n, particles*(T-1)) })
	}
}

// BenchmarkSMCMillion is a run of a million particles through a hundred levels, each way.
func BenchmarkSMCMillion(b *testing.B) {
	const T, n = 100, 2
	particles := brief(1_000_000, 10_000)
	for _, way := range []string{"", ":resample=systematic"} {
		spec := fmt.Sprintf("smc:%d%s", particles, way)
		b.Run(spec, func(b *testing.B) { runs(b, named(spec, barrierAt(T)), n, particles*(T-1)) })
	}
}

// runs makes n runs each way, on one core, and reports their steps.
func runs(b *testing.B, e programs.SMC, n, steps int) {
	for b.Loop() {
		must.Have(RunProgram(b.Context(), e, e.Problem, Options{Chains: n, Workers: 1}))(b)
	}
	b.ReportMetric(2*float64(n*steps)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msteps/s")
}

// BenchmarkSpins is ten thousand chains on 4x4 spins through a thousand levels, each way, on one core: cells outnumber
// chains.
func BenchmarkSpins(b *testing.B) {
	a := annealing(toys.Ising(4, 4, 0.4, 0), kernels.Metropolis{}, chains.Linear(1000))
	walks(b, a, brief(10_000, 100))
}

// walks makes n chains each way, on one core, and reports their moves.
func walks(b *testing.B, a chains.Annealing, n int) {
	for b.Loop() {
		must.Have(Run(b.Context(), a, Options{Chains: n, Workers: 1}))(b)
	}
	b.ReportMetric(2*float64(n*(a.T()-1))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Msteps/s")
}

// BenchmarkStart is a thousand chains of ten levels, each way, on spaces on which nothing else can be prepared: a box
// of four million cells, and 5x5 spins with 33 million, whose log f alone are a quarter of a gigabyte.
func BenchmarkStart(b *testing.B) {
	b.Run("box", func(b *testing.B) {
		g := grid.New(2048, 2048)
		t := toys.Target{Grid: g, LogF: make([]float64, g.Size())}
		for x := range t.LogF {
			t.LogF[x] = float64(x % 7)
		}
		walks(b, annealing(t, kernels.Metropolis{}, chains.Linear(10)), 1000)
	})
	b.Run("spins", func(b *testing.B) {
		walks(b, annealing(toys.Ising(5, 5, 0.4, 0), kernels.Metropolis{}, chains.Linear(10)), 1000)
	})
}
