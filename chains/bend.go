package chains

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"
)

// A Bendable bridge has a parameter beside beta, and knows how its log density changes with that: as the parameter
// changes, the path bends between its ends. A QPath bends by Q, and one with an estimate of log R by that.
type Bendable interface {
	Bridge
	// Bend sets dst to the derivative of the log density at beta with respect to the parameter, up to a constant that
	// is the same for all cells. It is 0 at beta = 0, and in cells without mass at beta. A bridge that is made of
	// another is not ok if the other does not know it.
	Bend(dst []float64, beta float64) (ok bool)
}

// Bend sets dst to how a bridge bends. It is not ok if the bridge does not know it.
func Bend(b Bridge, dst []float64, beta float64) (ok bool) {
	bendable, ok := b.(Bendable)
	return ok && bendable.Bend(dst, beta)
}

// Bend is by Q. The ends stay.
func (b *QPath) Bend(dst []float64, beta float64) bool {
	fits(dst, b.from, b.to)
	if beta == 0 || beta == 1 {
		clear(dst)
		return true
	}
	for x := range dst {
		dst[x] = qBend(b.from[x]-b.logZ[0], b.to[x]-b.logZ[1], beta, b.r)
	}
	return true
}

// qBend is by Q = 1-r. Let u = r (to - from), and w the share of the target in the mean, β e^u / (1-β + β e^u). The log
// of the power mean is from + log(1-β + β e^u)/r, and it rises with r at the rate
//
//	(u w - log(1-β + β e^u)) / r²,
//
// the divergence of a coin that shows w from one that shows β, over r².
func qBend(from, to, beta, r float64) float64 {
	switch noFrom, noTo := math.IsInf(from, -1), math.IsInf(to, -1); {
	case noFrom && noTo || (noFrom || noTo) && r <= 0:
		return 0
	case noFrom:
		return math.Log(beta) / (r * r)
	case noTo:
		return math.Log1p(-beta) / (r * r)
	}
	apart := to - from
	u := r * apart
	if u > 0 { // seen from the other end
		return -apart * apart * coins(beta, 1-beta, -u)
	}
	return -apart * apart * coins(1-beta, beta, u)
}

// nearCoins is the |u| below which coins is an integral: the difference of two logarithms would lose digits. There the
// integrand has its next singularity twelve times as far as the interval is long, and six nodes leave 1e-16.
const nearCoins = 0.5

// farCoins is the |u| from which e^|u| is no float.
const farCoins = 700

// nodes and nodeWeights are those of Gauss and Legendre between 0 and 1.
var nodes, nodeWeights = legendre(6)

func legendre(n int) (at, weights []float64) {
	at = make([]float64, n)
	weights = make([]float64, n)
	quad.Legendre{}.FixedLocations(at, weights, 0, 1)
	return at, weights
}

// coins is the divergence of the coin w, b e^u / (a + b e^u), from the coin b, over u²; a + b = 1, u <= 0. As u goes
// from 0 that divergence rises at the rate u w (1-w), so that it is the integral of s w(su) (1-w(su)) over s from 0 to
// 1.
func coins(a, b, u float64) float64 {
	switch e := math.Exp(u); {
	case u >= -nearCoins:
	case b <= a:
		return (u*b*e/(a+b*e) - math.Log1p(b*math.Expm1(u))) / (u * u)
	case u > -farCoins: // the same by the other side of both coins, of which the digits are known
		return (-u*a/(a+b*e) - math.Log1p(a*math.Expm1(-u))) / (u * u)
	default:
		return (u*b*e/(a+b*e) - math.Log(a+b*e)) / (u * u)
	}
	sum := 0.0
	for i, s := range nodes {
		e := math.Exp(s * u)
		total := a + b*e
		sum += nodeWeights[i] * s * b * e / total * a / total
	}
	return sum
}
