package accounts_test

import (
	"fmt"
	"math"
	onebits "math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/combin"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// spins are so many tokens of two labels. The log density is of the bits of a cell.
func spins(n int, logf func(x uint) float64) programs.Problem {
	last := make([]float64, 1<<n)
	for x := range last {
		last[x] = logf(uint(x))
	}
	return chaintest.Tokens(kernels.Identity{}, last, slices.Repeat([]int{2}, n)...)
}

// curieWeiss has log f = coupling M²/(2N), M the sum of the N spins, as toys.CurieWeiss.
func curieWeiss(n int, coupling float64) programs.Problem {
	return spins(n, func(x uint) float64 { return curieWeissOf(n, coupling, onebits.OnesCount(x)) })
}

func curieWeissOf(n int, coupling float64, up int) float64 {
	m := float64(2*up - n)
	return coupling * m * m / (2 * float64(n))
}

// TestDiffusionIsEnumerated: whole measures pushed over the states give the account along every path of the dice.
func TestDiffusionIsEnumerated(t *testing.T) {
	problems := chaintest.TokenProblems(kernels.Identity{})
	areEnumerated(t, accounts.Propagated, "masked:K=3 masked:K=2 masked:K=2+1 masked:K=1 masked:K=3:by=euler "+
		"masked:K=3:by=tau masked:K=2:by=tau:rest=uniform masked:K=2:by=euler:clock=cosine masked:K=2:error=0.4 "+
		"masked:K=2:by=tau:error=0.4:at=early masked:K=2:error=0.3:toward=uniform:at=late "+
		"masked:K=3:error=0.3:toward=sharp:at=2 uniform:K=1 uniform:K=2:noise=1 uniform:K=2:by=euler:noise=0.8 "+
		"uniform:K=2:by=tweedie uniform:K=2:clock=linear:error=0.3 uniform:K=2:by=tweedie:error=0.3:at=late "+
		"uniform:K=2:noise=1:error=0.2:toward=uniform:at=1 uniform:K=2:noise=1:error=0.2:toward=sharp "+
		// here Euler's step goes surely, and the noising may stay
		"uniform:K=1:by=euler:noise=9", problems...)
}

// entropyOf is the entropy of some tokens of two labels, summed up cell by cell.
func entropyOf(p []float64, some uint) (sum float64) {
	marginal := map[uint]float64{}
	for x, mass := range p {
		marginal[uint(x)&some] += mass
	}
	for _, mass := range marginal {
		if mass > 0 {
			sum -= mass * math.Log(mass)
		}
	}
	return sum
}

// TestPathsAreConditionalCorrelations: E_rev[log w] - log R of a plan is the sum over its steps of the total
// correlation of what is revealed given what was, in the mean over all orders of the tokens.
func TestPathsAreConditionalCorrelations(t *testing.T) {
	const n = 5
	p := spins(n, func(x uint) float64 { return math.Sin(3*float64(x)) + 0.4*float64(onebits.OnesCount(x&(x>>1))) })
	for _, sizes := range [][]int{{5}, {1, 1, 1, 1, 1}, {2, 3}, {3, 2}, {1, 4}, {2, 1, 2}} {
		spec := ""
		for _, k := range sizes {
			spec += fmt.Sprint("+", k)
		}
		a := account(t, of(t, "masked:K="+spec[1:], p), p)
		if len(sizes) == 1 {
			a = account(t, of(t, "masked:K=1", p), p)
		}
		want := 0.0
		orders := combin.Permutations(n, n)
		for _, order := range orders {
			shown := uint(0)
			for _, k := range sizes {
				together := shown
				alone := 0.0
				for range k {
					bit := uint(1) << order[0]
					order = order[1:]
					together |= bit
					alone += entropyOf(a.P, shown|bit) - entropyOf(a.P, shown)
				}
				want += (alone - entropyOf(a.P, together) + entropyOf(a.P, shown)) / float64(len(orders))
				shown = together
			}
		}
		must.Close(t, a.Paths.Reverse, want, 1e-12, "the path KL of %v", sizes)
		if len(sizes) == n && (a.Paths.Reverse != 0 || a.Paths.Forward != 0 || a.J() != 0 || a.RMSEFwd() != 0) {
			t.Errorf("one token a step has J = %g and B = %g", a.J(), a.B())
		}
	}
}

// TestOneStepIsTheProductOfMarginals, whose KL from the target is the total correlation.
func TestOneStepIsTheProductOfMarginals(t *testing.T) {
	const n = 4
	p := spins(n, func(x uint) float64 { return math.Sin(3 * float64(x)) })
	a := account(t, of(t, "masked:K=1", p), p)
	total := -entropyOf(a.P, 1<<n-1)
	for i := range n {
		total += entropyOf(a.P, 1<<i)
	}
	must.Close(t, a.Final.Reverse, total, 1e-13, "KL(p||q)")
	must.Close(t, a.Paths.Reverse, total, 1e-13, "the path KL")
	must.Close(t, a.B(), a.J(), 1e-13, "B")
}

// TestPilot: eight spins of Curie-Weiss, two at a time. A pilot had a path KL of 0.0757 and 0.436 at couplings 1 and 2,
// and KL(p||q) of 0.0203 and 0.289. The path KL is E_rev[log w] - log R, and met. KL(p||q) here is less by 0.00015 and
// 0.0005, and as much with 300 drawn orders of the tokens in place of all. It is checked by hand over the number of
// spins up: all spins can be exchanged, so that a run is a Markov chain of that number.
func TestPilot(t *testing.T) {
	const n = 8
	for _, c := range []struct{ coupling, paths, final, drawn float64 }{{1, 0.0757, 0.02015, 0.0203},
		{2, 0.436, 0.28845, 0.289}} {
		p := curieWeiss(n, c.coupling)
		a := account(t, of(t, "masked:K=4", p), p)
		paths, final := byNumberUp(n, c.coupling, 2)
		must.Close(t, a.Paths.Reverse, paths, 1e-12, "the path KL by the number up")
		must.Close(t, a.Final.Reverse, final, 1e-12, "KL(p||q) by the number up")
		must.Near(t, a.Paths.Reverse, c.paths, 5e-4, "the pilot's path KL")
		must.Near(t, a.Final.Reverse, c.final, 5e-5, "KL(p||q)")
		must.Near(t, byDrawnOrders(n, c.coupling, 2, 300), c.drawn, c.drawn/200, "KL(p||q) with drawn orders")
		one := account(t, of(t, "masked:K=8", p), p)
		if one.J() != 0 || one.B() != 0 {
			t.Errorf("one token a step has J = %g and B = %g", one.J(), one.B())
		}
	}
}

// byNumberUp has the path KL of Curie-Weiss revealed k spins a step, and KL(p||q) of what comes out.
func byNumberUp(n int, coupling float64, k int) (paths, final float64) {
	choose := func(n, k int) float64 { return float64(combin.Binomial(n, k)) }
	part := func(shown, up int) (sum float64) { // of so many spins with so many up, times Z
		for more := range n - shown + 1 {
			sum += choose(n-shown, more) * math.Exp(curieWeissOf(n, coupling, up+more))
		}
		return sum
	}
	all := part(0, 0)
	q := []float64{1}
	for shown := 0; shown < n; shown += k {
		next := make([]float64, shown+k+1)
		for up, mass := range q {
			chance := part(shown+1, up+1) / part(shown, up)
			here := choose(shown, up) * part(shown, up) / all
			for more := range k + 1 {
				drawn := choose(k, more) * math.Pow(chance, float64(more)) * math.Pow(1-chance, float64(k-more))
				truly := choose(k, more) * part(shown+k, up+more) / part(shown, up)
				next[up+more] += mass * drawn
				paths += here * truly * math.Log(truly/drawn)
			}
		}
		q = next
	}
	for up, drawn := range q {
		p := choose(n, up) * part(n, up) / all
		final += p * math.Log(p/drawn)
	}
	return paths, final
}

// byDrawnOrders is KL(p||q) of Curie-Weiss revealed k spins a step, with the mean over so many drawn orders for q.
func byDrawnOrders(n int, coupling float64, k, orders int) (kl float64) {
	part := func(shown, up int) (sum float64) {
		for more := range n - shown + 1 {
			sum += float64(combin.Binomial(n-shown, more)) * math.Exp(curieWeissOf(n, coupling, up+more))
		}
		return sum
	}
	draws := rand.New(rand.NewPCG(1, 1))
	q := make([]float64, 1<<n)
	for range orders {
		order := draws.Perm(n)
		for x := range q {
			drawn := 1.0
			up := 0
			for shown := 0; shown < n; shown += k {
				chance := part(shown+1, up+1) / part(shown, up)
				more := 0
				for _, spin := range order[shown : shown+k] {
					if x>>spin&1 == 1 {
						drawn *= chance
						more++
					} else {
						drawn *= 1 - chance
					}
				}
				up += more
			}
			q[x] += drawn / float64(orders)
		}
	}
	for x, drawn := range q {
		p := math.Exp(curieWeissOf(n, coupling, onebits.OnesCount(uint(x)))) / part(0, 0)
		kl += p * math.Log(p/drawn)
	}
	return kl
}

// TestUniformGoesToTheTruth: with ever more steps J of every way falls as 1/K or faster. What stays is that a run
// begins with uniform labels.
func TestUniformGoesToTheTruth(t *testing.T) {
	p := spins(3, func(x uint) float64 { return math.Sin(3 * float64(x)) })
	for _, way := range []string{"tau", "euler", "tweedie"} {
		var js []float64
		for _, steps := range []int{20, 40, 80} {
			a := account(t, of(t, fmt.Sprintf("uniform:K=%d:noise=9:by=%s", steps, way), p), p)
			js = append(js, a.B())
			if a.J() > a.B() {
				t.Errorf("J = %g is above B = %g", a.J(), a.B())
			}
		}
		if !(js[1] < 0.6*js[0] && js[2] < 0.6*js[1]) {
			t.Errorf("by %s B falls as %v", way, js)
		}
	}
}
