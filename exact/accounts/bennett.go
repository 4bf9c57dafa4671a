package accounts

import (
	"context"
	"math"

	"breadboard/chains"
)

// Bennett returns n times the variance and the bias of Bennett's estimator of log R (1976) from n chains each way, in
// the limit of many. With ŵ = w/R and σ = ŵ/(1+ŵ) it solves mean_fwd σ = mean_rev (1-σ); of all estimators from these
// works it has the least variance (Meng and Wong 1996: the optimal bridge). By Crooks E_rev[φ] is E_fwd[ŵ φ]. So with
// D = E_fwd[σ] the variance is 1/D - 2 and the bias -E_fwd[σ tanh(½ log ŵ)]/2D². As σ is e^(l/2) sech(l/2)/2,
// l = log ŵ,
//
//	2D = ∫ sech(πu) E_fwd[ŵ^(1/2+iu)] du.
//
// A sum over u = (k+½)η is off by 8 e^(-π/η) at most, whatever the law of ŵ: its copies of sech lie 2π/η nats away.
func Bennett(ctx context.Context, a chains.Annealing) (variance, bias float64, err error) {
	const eta, waves = math.Pi / 38, 145 // up to u = 12, where sech(πu) is below 1e-16
	all, err := powers(ctx, a, complex(0.5, eta/2), eta, waves)
	lack, skew := 0., 0. // 1 - 2D, and E_fwd[σ tanh(½ log ŵ)]
	for k, m := range all {
		u := eta * (float64(k) + 0.5)
		by := 2 * eta / math.Cosh(math.Pi*u)
		lack += by * (1 - real(m))
		skew += by * u * imag(m)
	}
	return 2 * max(0, lack) / (1 - lack), -2 * skew / ((1 - lack) * (1 - lack)), err
}
