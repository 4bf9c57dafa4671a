package accounts_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
)

// Accounts agree with the enumerated ones on random ends, shallow and deep. Some of these have
// cells without mass.
func TestAccountsAreEnumeratedOnRandomEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	some := []chains.Kernel{kernels.Metropolis{}, kernels.HeatBath{}, kernels.GibbsSweep{}, kernels.Independence{}}
	for i := range 60 {
		n := 2 + r.IntN(3)
		from, to, scale := make([]float64, n), make([]float64, n), math.Pow(10, 3*r.Float64()-1)
		for x := range n {
			from[x], to[x] = scale*r.NormFloat64(), scale*r.NormFloat64()
			if r.IntN(8) == 0 {
				from[x] = math.Inf(-1)
			}
			if r.IntN(8) == 0 {
				to[x] = math.Inf(-1)
			}
		}
		from[0], to[0] = 0, 0.1
		p := ends(from, to)
		p.Kernel, p.Schedule = some[i%len(some)], chains.Linear(3)
		t.Run(fmt.Sprint(i, p.Kernel, from, to), func(t *testing.T) {
			sameAccount(t, programs.AIS{Problem: p}, p, accounts.Propagated)
			sameAccount(t, programs.NewSIR(p, 3), p, accounts.Integral)
			if scale < 20 { // deeper, p_1/p of hme-chain is no float
				sameAccount(t, programs.NewHMEChain(p, 3), p, accounts.Integral)
				sameAccount(t, programs.NewCMS(p, 3, p.Mode()), p, accounts.Integral)
			}
		})
	}
}

// Accounts that may take minutes tell how far they are: done never falls, and does not pass the whole.
func TestProgress(t *testing.T) {
	model := chaintest.WideModel(kernels.Metropolis{})
	for _, e := range []programs.Program{programs.AIS{Problem: model}, smc(model, 2),
		programs.SMCData{Problem: model, P: 2}, programs.SHME{Problem: model, K: 2}} {
		last, calls := 0, 0
		o := accounts.Options{Progress: func(done, total int) {
			if done < last || done > total {
				t.Errorf("%T: %d of %d is done after %d", e, done, total, last)
			}
			last = done
			calls++
		}}
		got, err := o.Of(t.Context(), e, model)
		if err != nil {
			t.Fatal(err)
		}
		if calls == 0 && got.How == accounts.Particles {
			t.Errorf("%T tells nothing", e)
		}
		if want := account(t, e, model); got.B() != want.B() {
			t.Errorf("%T: B is %v if it tells, and %v if it is silent", e, got.B(), want.B())
		}
	}
}
