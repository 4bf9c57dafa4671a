package chains

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/crew"
)

// A density is a slice of log weights, one a cell, unnormalised; -Inf is a cell without mass.

// LogSum returns the log of the sum of exp(logf). It adds up the other terms separately from the largest, so that the
// log keeps its digits if one cell has nearly all mass. For f = (1, 1e-13) it is 1e-13; the log of the rounded sum
// would have three digits.
func LogSum(logf []float64) float64 {
	top := floats.MaxIdx(logf)
	if math.IsInf(logf[top], -1) {
		return math.Inf(-1)
	}
	rest := 0.0
	for x, v := range logf {
		if x != top {
			rest += math.Exp(v - logf[top])
		}
	}
	return logf[top] + math.Log1p(rest)
}

// Normalize sets p to exp(logf) over its sum, and returns p. p may be logf itself. A large constant in logf is
// subtracted first: log Z = 1e7 is rounded by 1e-9, and every p would be wrong by as much.
func Normalize(p, logf []float64) []float64 {
	top := floats.Max(logf)
	if math.Abs(top) < largeTop {
		top = 0
	}
	for x, v := range logf {
		p[x] = v - top
	}
	logZ := floats.LogSumExp(p)
	for x, v := range p {
		p[x] = math.Exp(v - logZ)
	}
	return p
}

// largeTop bounds the largest log density: from there on it is subtracted. Below, its rounding is 2e-13 at most.
const largeTop = 1024

// Normalized does as Normalize, in new memory.
func Normalized(logf []float64) []float64 { return Normalize(make([]float64, len(logf)), logf) }

// NormalizeLog sets p to exp(logf) over its sum and logp to the log of p, and returns the log of the sum. It subtracts
// the largest of logf first, so that a constant in logf costs no digits. It sums as LogSum does, so that p and logp
// keep their digits if one cell has nearly all mass.
func NormalizeLog(p, logp, logf []float64) (logZ float64) {
	at := floats.MaxIdx(logf)
	top, rest := logf[at], 0.0
	for x, v := range logf {
		logp[x] = v - top
		p[x] = math.Exp(v - top)
		if x != at {
			rest += p[x]
		}
	}
	logZ = math.Log1p(rest)
	for x := range p {
		logp[x] -= logZ
		p[x] /= 1 + rest
	}
	return top + logZ
}

// LogRatio returns a - b for log densities a and b, and 0 if both are -Inf: a walker in a cell
// without mass keeps the weight it has.
func LogRatio(a, b float64) float64 {
	if math.IsInf(a, -1) && math.IsInf(b, -1) {
		return 0
	}
	return a - b
}

// Uniform returns the log density that is 0 where logf has mass and -Inf where it has none.
func Uniform(logf []float64) []float64 {
	u := make([]float64, len(logf))
	for x, v := range logf {
		if math.IsInf(v, -1) {
			u[x] = v
		}
	}
	return u
}

// Support returns the cells with mass, in order.
func Support(p []float64) (cells []int) {
	for x, mass := range p {
		if mass > 0 {
			cells = append(cells, x)
		}
	}
	return cells
}

// In returns the values of f in some cells.
func In(cells []int, f []float64) []float64 {
	some := make([]float64, len(cells))
	for i, x := range cells {
		some[i] = f[x]
	}
	return some
}

// Tempered returns the log density f^beta, divided by its largest value. It is -Inf where f has no mass, whatever
// beta is, and uniform at beta 0. The largest is subtracted first, because a constant in log f would cost digits: 0.7
// times 1e15 is rounded to eighths.
func Tempered(logf []float64, beta float64) []float64 {
	u, top := Uniform(logf), floats.Max(logf)
	for x, v := range logf {
		if !math.IsInf(v, -1) {
			u[x] = beta * (v - top)
		}
	}
	return u
}

// LogSpan returns the distance between the largest and the smallest finite log density.
func LogSpan(logf []float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range logf {
		if !math.IsInf(v, -1) {
			low, high = min(low, v), max(high, v)
		}
	}
	return high - low
}

// AddLogW adds by to a log weight. An infinite log weight stays as it is.
func AddLogW(logw, by float64) float64 {
	if math.IsInf(logw, 0) {
		return logw
	}
	return logw + by
}

// LeastNormal is the smallest float with all its digits.
const LeastNormal = 0x1p-1022

// LogMass returns log p of a mass, also of one below LeastNormal. There math.Log may be wrong: on amd64 it is -709.1 of
// 1e-321, where -739.1 is right.
func LogMass(p float64) float64 {
	if p < LeastNormal {
		return math.Log(p*0x1p60) - 60*math.Ln2
	}
	return math.Log(p)
}

// LogMasses returns the logarithms of masses, -Inf of 0.
func LogMasses(masses []float64) []float64 {
	logs := make([]float64, len(masses))
	for x, p := range masses {
		logs[x] = LogMass(p)
	}
	return logs
}

// A Bridge is a path of densities on the same cells, from an initial one at beta = 0 to a
// target at beta = 1.
type Bridge interface {
	// At sets dst to the log density at beta, unnormalised.
	At(dst []float64, beta float64)
	// Slope sets dst to the derivative of the log density with respect to beta, up to a constant that is the same for
	// all cells. It is 0 in cells without mass at beta or inside the bridge.
	Slope(dst []float64, beta float64)
}

// Geometric holds the path of geometric averages, f = From^(1-beta) To^beta. Between the ends a cell has mass if it has
// mass at both. The ends are met exactly (0 log 0 is 0).
type Geometric struct{ From, To []float64 }

// At sets dst to (1-beta) log From + beta log To. It panics unless all three have the same
// number of cells.
func (b Geometric) At(dst []float64, beta float64) {
	fits(dst, b.From, b.To)
	switch beta {
	case 0:
		copy(dst, b.From)
	case 1:
		copy(dst, b.To)
	default:
		from := b.From[:len(dst)]
		to := b.To[:len(dst)]
		for x := range dst {
			dst[x] = average(beta, from[x], to[x])
		}
	}
}

// average returns log f of a cell between both ends. No machine fuses its operations: all get the same bits.
func average(beta, from, to float64) float64 { return float64((1-beta)*from) + float64(beta*to) }

// Slope sets dst to log To - log From, whatever beta is, and to 0 in cells where either
// end has no mass. It panics if At does.
func (b Geometric) Slope(dst []float64, _ float64) {
	fits(dst, b.From, b.To)
	for x := range dst {
		dst[x] = 0
		if !math.IsInf(b.From[x], -1) && !math.IsInf(b.To[x], -1) {
			dst[x] = b.To[x] - b.From[x]
		}
	}
}

// fits panics unless all densities have the same number of cells.
func fits(dst, from, to []float64) {
	if len(from) != len(dst) || len(to) != len(dst) {
		panic(fmt.Sprintf("chains: a bridge from %d to %d cells asked for %d", len(from), len(to), len(dst)))
	}
}

// A Lowerable is a bridge that can subtract constants from its ends.
type Lowerable interface {
	// WithoutConstants returns the same path of distributions with both ends lowered: the log density at beta is less
	// by a constant plus beta times offset. A bridge that wraps another takes its offset from the other's. To compute
	// the offset from the ends' constants would cost digits: two constants of 1e12 that differ by 1 would leave four
	// digits of it.
	WithoutConstants() (b Bridge, offset float64)
}

// WithoutConstants lowers both ends.
func (b Geometric) WithoutConstants() (_ Bridge, offset float64) {
	var first, last float64
	b.From, first = lowered(b.From)
	b.To, last = lowered(b.To)
	return b, last - first
}

// lowered returns the log density less its largest value, and that value. A difference is then rounded no worse than
// the density's span. On a large space a copy costs memory, so that the largest stays if it is within the span.
func lowered(logf []float64) (low []float64, subtracted float64) {
	top := floats.Max(logf)
	if top == 0 || len(logf) >= crew.ParallelFrom && math.Abs(top) <= LogSpan(logf) {
		return logf, 0
	}
	low = make([]float64, len(logf))
	for x, v := range logf {
		low[x] = v - top
	}
	return low, top
}

// A QPath is the path of power means of the normalised ends,
//
//	p_β ∝ [(1-β) p_1^(1-Q) + β p_T^(1-Q)]^(1/(1-Q)),
//
// the q-paths of Masrani et al. (2021): arithmetic averages at Q = 0, geometric
// ones in the limit Q = 1. Because the ends are normalised first, a constant in
// either log density changes nothing but log R.
//
// If Q < 1, a cell has mass inside if it has mass at either end. A cell that only the
// target has is open from the second level on, and J can be finite although it is infinite
// on the geometric path. B is seldom finite: the reverse chain may be in such a cell at
// level 1, and the forward chain at level T in a cell that only p_1 has, unless the kernel
// is sure to lead them away. If Q >= 1, there is mass inside only where both ends have it.
type QPath struct {
	from, to []float64
	q        float64
	r        float64 // 1 - Q, rounded
	logZ     [2]float64
}

// NewQPath returns the path between two log densities. It panics unless they have
// the same number of cells and q is finite.
func NewQPath(from, to []float64, q float64) *QPath {
	if len(from) != len(to) || math.IsNaN(q) || math.IsInf(q, 0) {
		panic(fmt.Sprintf("chains: a q-path with q = %v from %d cells to %d", q, len(from), len(to)))
	}
	return &QPath{from: from, to: to, q: q, r: 1 - q, logZ: [2]float64{floats.LogSumExp(from), floats.LogSumExp(to)}}
}

// Ends returns the log densities at both ends, and Q. For Q = 0.1 the exponent 1-Q is
// rounded; callers that need it exactly subtract from Q.
func (b *QPath) Ends() (from, to []float64, q float64) { return b.from, b.to, b.q }

// At sets dst to the log density at beta: the ends to the bit, and between them the power
// mean times Z_1^(1-β) Z_T^β, so that the log of the sum goes without a jump from one end
// to the other. It panics if dst has another number of cells.
func (b *QPath) At(dst []float64, beta float64) {
	fits(dst, b.from, b.to)
	switch beta {
	case 0:
		copy(dst, b.from)
		return
	case 1:
		copy(dst, b.to)
		return
	}
	between := average(beta, b.logZ[0], b.logZ[1])
	for x := range dst {
		dst[x] = between + powerMean(b.from[x]-b.logZ[0], b.to[x]-b.logZ[1], beta, b.r)
	}
}

// Slope sets dst to the derivative of the log of the power mean, and to 0 in cells without
// mass at beta. At an end it is infinite in a cell whose density there, to the power 1-Q, is below e^-709 of the other
// end's. It panics if At does.
func (b *QPath) Slope(dst []float64, beta float64) {
	fits(dst, b.from, b.to)
	for x := range dst {
		dst[x] = meanSlope(b.from[x]-b.logZ[0], b.to[x]-b.logZ[1], beta, b.r)
	}
}

// WithoutConstants lowers both ends. The path of distributions stays: both ends are
// normalised before they are averaged.
func (b *QPath) WithoutConstants() (_ Bridge, offset float64) {
	from, first := lowered(b.from)
	to, last := lowered(b.to)
	return NewQPath(from, to, b.q), last - first
}

// powerMean returns the log of the power mean of exponent r, with weights 1-beta and
// beta, of exp(from) and exp(to); 0 < beta < 1. It is right to a rounding of |from-to|,
// also if r is next to 0, the geometric mean.
func powerMean(from, to, beta, r float64) float64 {
	switch noFrom, noTo := math.IsInf(from, -1), math.IsInf(to, -1); {
	case noFrom && noTo || (noFrom || noTo) && r <= 0:
		return math.Inf(-1)
	case noTo: // 1-beta would be rounded
		return from + math.Log1p(-beta)/r
	}
	switch u := r * (to - from); {
	case geometric(u):
		return (1-beta)*from + beta*to
	case u < 0:
		return from + logMix(1-beta, beta, u)/r
	default:
		return to + logMix(beta, 1-beta, -u)/r
	}
}

// geometric reports whether u = r (to - from) is so small that the power mean is the
// geometric one: the two differ by at most an eighth of u (to - from).
func geometric(u float64) bool { return math.Abs(u) < 1e-17 }

// logMix returns log(a + b e^u), a + b = 1, u <= 0. Its error is a rounding of u if u is small,
// and of 1 otherwise.
func logMix(a, b, u float64) float64 {
	if u > -math.Ln2 {
		return math.Log1p(b * math.Expm1(u))
	}
	return math.Log(a + b*math.Exp(u))
}

// meanSlope returns the derivative of powerMean with respect to beta, 0 <= beta <= 1.
func meanSlope(from, to, beta, r float64) float64 {
	noFrom := math.IsInf(from, -1)
	noTo := math.IsInf(to, -1)
	if noFrom && (noTo || r <= 0 || beta == 0) || noTo && (r <= 0 || beta == 1) {
		return 0
	}
	switch u := r * (to - from); {
	case geometric(u):
		return to - from
	case u < 0:
		return math.Expm1(u) / (r * (1 - beta + beta*math.Exp(u)))
	default:
		return -math.Expm1(-u) / (r * (beta + (1-beta)*math.Exp(-u)))
	}
}

// Observations holds a bridge from a model's prior to the joint density of its latents and data, which takes in one
// observation at a time. BDMC's sequential estimators run on it (Grosse, Ghahramani and Adams 2015, Eq. 23). With N
// observations log f at beta = t/N is Steps[t], the joint density with the first t observations. Between two of these
// it is their geometric average.
type Observations struct {
	// Steps has N+1 log densities on the same cells. Steps[0] is the prior, and Steps[N] the
	// target. All have mass in the same cells.
	Steps [][]float64
	// Axes has, for each observation, the axes of the grid that hold its own latents. The observations before it do not
	// depend on them. An entry may be empty.
	Axes [][]int
}

// N returns the number of observations.
func (o Observations) N() int { return len(o.Steps) - 1 }

// At sets dst to the log density at beta. It panics unless dst has as many cells as the steps.
func (o Observations) At(dst []float64, beta float64) {
	b, within := o.between(beta)
	b.At(dst, within)
}

// Slope sets dst to N times the log likelihood of the observation that beta lies in.
func (o Observations) Slope(dst []float64, beta float64) {
	b, within := o.between(beta)
	b.Slope(dst, within)
	floats.Scale(float64(o.N()), dst)
}

// between returns the bridge of the observation that beta lies in, and beta's place on it. A
// beta within rounding of t/N is t/N.
func (o Observations) between(beta float64) (Geometric, float64) {
	if o.N() < 1 {
		panic(fmt.Sprintf("chains: a bridge of %d densities", len(o.Steps)))
	}
	at := beta * float64(o.N())
	if whole := math.Round(at); math.Abs(at-whole) < 1e-12*float64(o.N()) {
		at = whole
	}
	t := min(int(at), o.N()-1)
	return Geometric{o.Steps[t], o.Steps[t+1]}, at - float64(t)
}

// WithoutConstants subtracts the largest value of each step from it.
func (o Observations) WithoutConstants() (Bridge, float64) {
	var first, last float64
	steps := slices.Clone(o.Steps)
	for t := range steps {
		steps[t], last = lowered(steps[t])
		if t == 0 {
			first = last
		}
	}
	o.Steps = steps
	return o, last - first
}
