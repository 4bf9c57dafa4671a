// Package accounts computes the exact account of an inference program (package programs): three vectors over cells.
// Every measure of the papers is an inner product of these.
//
// With ŵ = w/R and R = Z_T/Z_1,
//
//	q(x) = P_fwd(x)      F(x) = E_fwd[log ŵ; x]      G(x) = E_rev[log ŵ | x]
//
//	E_fwd[log w] = log R + ΣF      E_rev[log w] = log R + <p, G>      B = <p, G> - ΣF
//	J is the Jeffreys divergence between q and p
//	AIDE between g and t, one run of each = <q_g, G_t> + <q_t, G_g> - ΣF_g - ΣF_t
//	a reverse run from a wrong start s: <s, G>
//
// (BREAD, Eq. 21; BDMC, Section 4; AIDE, Eq. 3.) F and G are expectations of log ŵ, and not of log w, so that a small B
// keeps its digits.
//
// # Ways to an account
//
// Of (of.go) has a way for each type of program:
//
//	propagated.go  annealing, and one particle: whole distributions are pushed through the chains
//	of.go          programs that draw one cell: sums over cells, in closed form
//	sums.go        SIR, which adds weights up: integrals over the Laplace transform of the sum
//	particles.go   SMC: multisets of particles are propagated. At T = 2 there may be 156 particles on 3 cells,
//	               49 on 4 and 12 on 9
//	enumerated.go  all others: a walk along every path of the dice
//
// An Account says how it was computed, and how far off it can be. If that would take too long Of returns ErrTooLarge,
// and the program can only be sampled. So it is if q does not sum to 1 within what its numbers can be off, or rests on
// probabilities below the smallest float.
//
// DistanceOf (distance.go) and DistanceAtRuns (runs.go) say how far apart two programs are, and what AIDE's estimate
// expects with one run of each and with any number.
package accounts

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// How says how an account was computed.
type How string

// The ways to an account.
const (
	Propagated How = "propagated"  // whole distributions were pushed through the chains
	Closed     How = "closed form" // sums over cells
	Integral   How = "integral"    // over the Laplace transform of a sum of weights
	Particles  How = "particles"   // propagated over multisets of particles
	Enumerated How = "enumerated"  // along every path of the dice
)

// ErrTooLarge says that no account can be computed: the program can only be sampled.
var ErrTooLarge = laplace.ErrTooLarge

// An Account has the exact numbers of a program. Its Q is the distribution of the cell that a forward run returns.
// Paths.Forward is log R - E_fwd[log w], and Paths.Reverse is E_rev[log w] - log R, NaN if the program has no reverse.
// If log w is infinite with positive probability so are its mean and its mean square. A number that is not known is
// NaN.
type Account struct {
	exact.Measured
	LogP []float64 // the logarithm of P, also where P is below any float
	LogQ []float64 // of Q; also where Q is below any float, if the program knows its distribution
	F    []float64 // F[x] is E_fwd[log ŵ; x]
	// G[x] is E_rev[log ŵ | x]; nil if the program has no reverse. It is NaN where it is not known because P is
	// below any normal float.
	G []float64

	FwdSquare, RevSquare float64 // E[(log w - log R)²]
	MeanW                float64 // E_fwd[w]/R
	VarW                 float64 // the variance of w forward, over R²
	MeanInvW             float64 // R E_rev[1/w]

	How How
	// Off bounds the error of the numbers above but the mean squares, as far as is known. For a mean of w above 1 the
	// error is relative.
	Off  float64
	Cost float64 // the mean number of log densities of a forward run
}

// RMSEFwd returns the root mean squared error of log w of a forward run, as an estimate of log R.
func (a Account) RMSEFwd() float64 { return math.Sqrt(a.FwdSquare) }

// RMSERev returns the root mean squared error of log w of a reverse run.
func (a Account) RMSERev() float64 { return math.Sqrt(a.RevSquare) }

// ESS returns E_fwd[w]²/E_fwd[w²], the effective sample size of one weight.
func (a Account) ESS() float64 {
	square := a.MeanW * a.MeanW
	return square / (square + a.VarW)
}

// squareOfW returns exp(logMass) (ŵ - 1)², the part of runs of this mass in E[(ŵ - 1)²]. That is the variance of ŵ
// if E[ŵ] is 1, and keeps the digits of a small one.
func squareOfW(logMass, logHat float64) float64 {
	if logHat > 700 { // ŵ is above any float, and its square times the mass perhaps not
		return math.Exp(logMass + 2*logHat)
	}
	less := math.Expm1(logHat)
	return math.Exp(logMass) * less * less
}

// WrongStart returns E[log w] of a reverse run that starts from a draw of s instead of P.
func (a Account) WrongStart(s []float64) float64 { return a.LogR + dot(s, a.G) }

// magnitude returns the largest size of the numbers that are finite.
func magnitude(some ...[]float64) (most float64) {
	for _, v := range slices.Concat(some...) {
		if v = math.Abs(v); v < math.Inf(1) {
			most = max(most, v)
		}
	}
	return most
}

// dot returns the inner product of a distribution and a function. Where the mass is 0, or too small for its digits, the
// function may be infinite or not known.
func dot(masses, f []float64) (sum float64) {
	for x, p := range masses {
		if p >= chains.LeastNormal {
			sum += p * f[x]
		}
	}
	return sum
}
