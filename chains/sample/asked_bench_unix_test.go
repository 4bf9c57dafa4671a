//go:build unix

package sample

import (
	"fmt"
	"math"
	"syscall"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/operators"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// asks reports whether chains of a kernel on a large space ask for their moves, if the bridge knows its log density
// cell by cell.
func asks(k chains.Kernel, g grid.Grid) bool {
	if _, turns := operators.TurnsOf(k, g); turns {
		return !hasTable(k, g, fewSlots)
	}
	_, _, steps := operators.NewStepper(k, g)
	return steps && !hasTable(k, g, someSlots) || proposes(k, g)
}

// BenchmarkAsked is the processor's time of a level of 4x4 spins, in milliseconds, for kernels whose levels can be
// asked cell by cell: as they are run, and prepared as small spaces are. It leaves out preparing where rows have so
// many outcomes that there is no table, or add up so many terms that it takes minutes. With -short there are 3x4 spins
// and few chains.
//
//	go test -run '^$' -bench Asked -benchtime 3x -cpu 1 ./chains/sample
func BenchmarkAsked(b *testing.B) {
	const T, mostTerms = 3, 1000
	mostSlots := brief(1<<24, 1<<17)
	for _, k := range kernels.All {
		a := annealing(toys.Ising(brief(4, 3), 4, 0.4, 0), k.Make, chains.Linear(T))
		if chains.States(a.Kernel, a.Grid) != a.Grid.Size() || !asks(a.Kernel, a.Grid) {
			continue
		}
		for _, n := range []int{100, brief(10_000, 200), brief(100_000, 300)} {
			b.Run(fmt.Sprintf("%s/%d", k.Name, n), func(b *testing.B) {
				usual := walking(a, tableLimit)
				prepared := usual
				low, _ := a.Lowered()
				prepared.worker = func() worker {
					return (&walker{a: low, stage: newPrepared(low, math.MaxInt32)}).walk
				}
				ways := map[string]way{"asked-ms": usual}
				few := chains.FactsOf(a.Kernel, a.Grid).Terms <= mostTerms
				if few && hasTable(a.Kernel, a.Grid, mostSlots) {
					ways["prepared-ms"] = prepared
				}
				compare(b, ways, a, n)
			})
		}
	}
}

// BenchmarkTurns is the processor's time of a level where cells do not outnumber chains so much that nothing had
// better be written: of turns that are asked one by one, that are written beforehand, and as they are run. The
// constants of the cost were found by it. With -short chains are few.
//
//	go test -run '^$' -bench Turns -benchtime 3x -cpu 1 ./chains/sample
func BenchmarkTurns(b *testing.B) {
	const T = 21
	box := toys.Target{Grid: grid.New(100, 100), LogF: make([]float64, 10_000)}
	for x := range box.LogF {
		box.LogF[x] = math.Sin(float64(x))
	}
	for name, target := range map[string]toys.Target{"spins": toys.Ising(3, 4, 0.4, 0), "box": box} {
		for _, k := range kernels.All {
			a := annealing(target, k.Make, chains.Linear(T))
			if turningOf(a, fewSlots) == nil {
				continue
			}
			for _, n := range []int{100, brief(4000, 200), brief(60_000, 300)} {
				b.Run(fmt.Sprintf("%s/%s/%d", name, k.Name, n), func(b *testing.B) {
					asked := choosing(a, math.Inf(1), nil)
					ways := map[string]way{"asked-ms": asked, "usual-ms": walking(a, tableLimit)}
					if turningOf(a, fewSlots).one.written <= tableLimit {
						ways["written-ms"] = choosing(a, 0, nil)
					}
					compare(b, ways, a, n)
				})
			}
		}
	}
}

// compare reports the time of a level of n chains by each way, in turn.
func compare(b *testing.B, ways map[string]way, a chains.Annealing, n int) {
	times := map[string]float64{}
	o := Options{Chains: n, Workers: 1}
	for b.Loop() {
		for name, w := range ways {
			times[name] += spent(b, func() { must.Have(w.run(b.Context(), a, o, false))(b) })
		}
	}
	for name, seconds := range times {
		b.ReportMetric(seconds/float64(b.N*(a.T()-1))*1000, name)
	}
}

// spent returns the processor's time of a run, in seconds.
func spent(b *testing.B, run func()) float64 {
	b.Helper()
	var before, after syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &before))
	run()
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &after))
	return float64(after.Utime.Nano()-before.Utime.Nano()) / 1e9
}
