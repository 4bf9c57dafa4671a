package sampling

import (
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestTruth: exact numbers stand beside chains by the word for it, and by cost on large spaces alone: where they take a
// moment or less, or less than five times as long as the chains, they are had.
func TestTruth(t *testing.T) {
	small := must.Have(experiments.Setting{Toy: "barrier"}.Find())(t)
	large := must.Have(experiments.Setting{Toy: "ising:4x4:0.4"}.Find())(t)
	for _, c := range []struct {
		of        experiments.Found
		truth     Truth
		T, chains int
		out       bool
	}{
		{large, byCost, 1000, 100, true},
		{large, "", 1000, 100, true},
		{large, byCost, 1000, 10_000, false}, // the chains take a third as long
		{large, byCost, 100, 100, false},     // a moment
		{large, Always, 1000, 100, false},
		{large, Never, 2, 100_000, true},
		{small, byCost, 1_000_000, 2, false},
		{small, Never, 100, 100, true},
	} {
		cost := costOfFound(c.of, c.T, c.chains)
		out := c.truth.LeavesOut(cost)
		if out != c.out {
			t.Errorf("%s, %q, T = %d and %d chains: left out is %v, at %v", c.of.TargetName(), c.truth, c.T,
				c.chains, out, cost)
		}
	}
	for _, c := range []struct {
		setting experiments.Setting
		out     bool
	}{
		{experiments.Setting{Toy: "ising:4x4:0.4", Kernel: "metropolis"}, false},
		{experiments.Setting{Toy: "ising:4x4:0.4", Kernel: "from-prior"}, false}, // by sums along an order
		{experiments.Setting{Toy: "ising:4x4:0.4", Kernel: "hamiltonian:2"}, true},
		{experiments.Setting{Toy: "ising:4x4:0.4", Kernel: "langevin:1.5"}, true},
	} {
		chain := must.Have(c.setting.Chain())(t)
		cost := CostOf(chain.Base(chains.Linear(100)), 1000)
		if out := byCost.LeavesOut(cost); out != c.out {
			t.Errorf("%s on %s: left out is %v, at %v", c.setting.Kernel, c.setting.Toy, out, cost)
		}
	}
	// a level of 65,536 cells with 16 moves each counts 3 (16 + 1) ns a cell, and a chain 50 ns in each direction
	cost := costOfFound(large, 1000, 100)
	want := Cost{States: 65_536, Exact: 65_536 * 3 * 17 * 1000, Chains: 2 * 100 * 50 * 1000}
	if cost != want {
		t.Errorf("%v, and by hand %v", cost, want)
	}
	must.Say(t, Cost{Exact: 6*time.Second + 700*time.Millisecond, Chains: time.Millisecond}.String(),
		"by the count of the work they take 6.7 s, and the chains less than 0.1 s")
}

// TestTruthBytes: without exact numbers chains that ask for their moves hold four vectors of the space, and not those
// of an exact run and of each worker.
func TestTruthBytes(t *testing.T) {
	f := must.Have(experiments.Setting{Toy: "ising:4x5:0.4"}.Find())(t)
	o := Plan{Chains: 1000, Beside: Never}
	alone := o.Memory(1)(f, 100)
	if want := float64(8*4<<20 + 16*1000); alone != want {
		t.Errorf("%.0f bytes, and by hand %.0f", alone, want)
	}
	beside := Plan{Chains: 1000, Beside: Always}
	if with := beside.Memory(1)(f, 100); with != o.Bytes(f, 100) || !(with > 2*alone) {
		t.Errorf("%.0f bytes with exact numbers, and %.0f without", with, alone)
	}
	waits := must.Have(experiments.Setting{Toy: "ising:4x5:0.4", Kernel: "perfect"}.Find())(t) // which cannot be asked
	if bytes := o.Memory(1)(waits, 100); bytes != o.WorkerBytes(waits, 100) {
		t.Errorf("%.0f bytes where levels are prepared", bytes)
	}
}

// A worker keeps the moves of langevin, to all other cells: gigabytes.
func TestBytesCountMoves(t *testing.T) {
	bytes := func(kernel string) float64 {
		f := must.Have(experiments.Setting{Toy: "ising:3x6:0.4", Kernel: kernel}.Find())(t)
		return Plan{Chains: 2, Workers: 1}.Bytes(f, 2)
	}
	plain := bytes("metropolis")
	got := bytes("langevin:1.5")
	if got < 50*plain {
		t.Errorf("%g bytes beside %g of metropolis", got, plain)
	}
}
