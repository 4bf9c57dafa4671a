package accounts_test

import (
	"math"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts"
	"breadboard/grid"
)

// An AIS account by propagation is the one by enumeration, for kernels with and without a
// reversal of their own, and on states that a kernel adds.
func TestAISIsEnumerated(t *testing.T) {
	for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.GibbsSweep{}, kernels.Lifted{}} {
		for _, p := range chaintest.Problems(k, 3) {
			sameAccount(t, programs.AIS{Problem: p}, p, accounts.Propagated)
			p.SkipLast = true
			sameAccount(t, programs.AIS{Problem: p}, p, accounts.Propagated)
		}
	}
}

// The bridges on which one pass is not enough.
func TestAISIsEnumeratedOnOtherBridges(t *testing.T) {
	for i, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		from, to := p.Ends()
		p.Bridge = chains.NewMixture(from, to)
		sameAccount(t, programs.AIS{Problem: p}, p, accounts.Propagated)
		half := make([]float64, len(to))
		for x := range half {
			half[x] = (from[x]+to[x])/2 + 0.3*float64(x)
		}
		p.Bridge = chains.Observations{Steps: [][]float64{from, half, to}, Axes: [][]int{nil, nil}}
		sameAccount(t, programs.AIS{Problem: p}, p, accounts.Propagated)
		if i == 0 {
			deep := []float64{0, -1000, 2}
			p.Bridge = chains.Geometric{From: from, To: deep}
			sameAccount(t, programs.AIS{Problem: p}, p, accounts.Propagated)
		}
	}
}

// If one end has mass where the other has none, some weights are 0 forward or infinite in
// reverse, and F and G say for which cells.
func TestAISWithMassThatComesAndGoes(t *testing.T) {
	inf := math.Inf(-1)
	for _, ends := range [][2][]float64{
		{{0, 0.2, 0.4, -0.3}, {0.5, -1, 0.1, inf}},
		{{0, 0.2, 0.4, inf}, {0.5, -1, 0.1, 0.2}},
		{{inf, 0.2, 0.4, -1}, {0.5, -1, 0.1, inf}},
	} {
		for _, k := range []chains.Kernel{kernels.Metropolis{}, kernels.Identity{}} {
			p := programs.Problem{Sample: -1, Annealing: chains.Annealing{Grid: grid.New(4), Kernel: k,
				Schedule: chains.Linear(4), Bridge: chains.Geometric{From: ends[0], To: ends[1]}}}
			sameAccount(t, programs.AIS{Problem: p}, p, accounts.Propagated)
		}
	}
}

// J and B are those of exact.Run, bit by bit; 1e15 in log f costs no digits of F and G.
func TestAISKeepsRunsDigits(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 40)[1]
	res, err := exact.Run(t.Context(), p.Annealing)
	if err != nil {
		t.Fatal(err)
	}
	acc := account(t, programs.AIS{Problem: p}, p)
	if acc.Final != res.Final {
		t.Errorf("J's parts are %v, and %v of exact.Run", acc.Final, res.Final)
	}
	if acc.Paths != res.Paths {
		t.Errorf("B's parts are %v, and %v of exact.Run", acc.Paths, res.Paths)
	}
	if !(acc.Off < 1e-13) {
		t.Errorf("the account says that it is off by %v", acc.Off)
	}
	from, to := p.Ends()
	high := make([]float64, len(to))
	for x := range to {
		high[x] = math.Round(to[x]*8)/8 + 1e15 // eighths are exact at 1e15
	}
	low := make([]float64, len(to))
	for x := range to {
		low[x] = high[x] - 1e15
	}
	p.Bridge = chains.Geometric{From: from, To: high}
	raised := account(t, programs.AIS{Problem: p}, p)
	p.Bridge = chains.Geometric{From: from, To: low}
	want := account(t, programs.AIS{Problem: p}, p)
	for x := range want.F {
		near(t, "F with a constant in log f", raised.F[x], want.F[x])
		near(t, "G with a constant in log f", raised.G[x], want.G[x])
	}
}

// evenly runs the same chain on a linear schedule.
type evenly struct{ programs.AIS }

func (p evenly) Forward(d chains.Dice) (x int, logw float64) {
	p.Schedule = chains.Linear(p.T())
	return p.AIS.Forward(d)
}

// The comparison with enumeration sees that another schedule was run.
func TestBrokenAISAccountIsFound(t *testing.T) {
	p := chaintest.Problems(kernels.Metropolis{}, 3)[0]
	want := account(t, forwardOnly{evenly{programs.AIS{Problem: p}}}, p)
	got := account(t, programs.AIS{Problem: p}, p)
	for x := range want.F {
		if math.Abs(got.F[x]-want.F[x]) > 1e-3 {
			return
		}
	}
	t.Error("F is the same on another schedule")
}
