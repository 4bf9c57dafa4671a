// Package estimators says how well estimators of log R do on the same annealed chains, without a draw.
//
// Three use the weights of whole chains (weights.go): importance is the log of the mean of w over forward chains,
// reverse is the log of the harmonic mean of w over reverse chains, and Bennett's has half of the chains each way.
// Others are sums over levels of the forward chain (levels.go):
//
//	stones               Σ log mean_i f_{t+1}/f_t(x_t)                            (stepping stones: Xie et al. 2011)
//	bridges              Σ λ_t: mean_i σ(l(x_t) - λ_t) = mean_i σ(λ_t - l(x_{t+1})), l = log f_{t+1}/f_t, σ logistic
//	trapezium, Simpson   quadratures of mean_i U(x_t) over β, U = log f_T/f_1     (thermodynamic integration)
//	corrected            trapezium less Σ Δ²/12 (s²_{t+1} - s²_t), s² the variance of U (Friel, Hurn and Wyse 2014)
//
// Bridges are the optimal bridge of Meng and Wong (1996) at each step. With a perfect kernel all x_t are independent
// draws from p_t. With others x_t lags behind p_t: sums over levels have a bias that more chains do not take away.
package estimators

import (
	"context"
	"fmt"

	"breadboard/chains"
	"breadboard/exact/accounts"
)

// An Estimate says how an estimator does. It has NaN where a rule does not exist: log f_T/f_1 is the slope of log f on
// geometric bridges alone, and Simpson's rule takes three betas that differ.
type Estimate struct {
	Name     string
	How      accounts.How
	Bias, SD float64 // its expectation less log R, and its standard deviation
	States   float64 // that all chains visit: a draw or a step of the kernel each
}

// Of returns all estimators from n chains, at least 2, of an annealing whose ends have mass in the same cells. Of
// others, and where an account of the weights is too large, the error is accounts.ErrTooLarge.
func Of(ctx context.Context, a chains.Annealing, n int) ([]Estimate, error) {
	if !a.SameCells() {
		const why = "the initial density and the target have mass in different cells"
		return nil, fmt.Errorf("%w: %s", accounts.ErrTooLarge, why)
	}
	a, _ = a.Lowered()
	ofWeights, err := fromWeights(ctx, a, n)
	if err != nil {
		return nil, err
	}
	ofLevels, err := fromLevels(ctx, a, float64(n))
	return append(ofWeights, ofLevels...), err
}
