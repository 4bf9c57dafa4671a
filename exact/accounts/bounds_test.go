package accounts_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/grid/must"
)

// worlds have every way in which an end has no mass, or one below any float, beside densities that are flat, and
// nearly so.
var worlds = []world{
	{"one step", [2]float64{0.3, -0.2}, [2]float64{-0.9, 1.4}, true, false},
	{"nearly flat, still", [2]float64{0, 0}, [2]float64{0, 1e-6}, false, false},
	{"nearly flat, moving", [2]float64{0, 0}, [2]float64{0, 1e-6}, true, false},
	{"flat", [2]float64{0, 0}, [2]float64{0, 0}, true, false},
	{"steep", [2]float64{0, 5}, [2]float64{0, -25}, true, false},
	{"there and back", [2]float64{0, -3}, [2]float64{0, 4}, true, false},
	{"a hole in the prior", [2]float64{0, none}, [2]float64{0.5, 0}, false, false},
	{"a hole in the target", [2]float64{0, 0.5}, [2]float64{0, none}, false, false},
	{"a prior that is almost 0", [2]float64{0, -900}, [2]float64{0, 0}, false, false},
	{"a prior that is almost 0, moving", [2]float64{0, -900}, [2]float64{0, 0}, true, false},
	{"a target that is almost 0", [2]float64{0, 0}, [2]float64{0, -900}, false, false},
	{"products that are almost 0", [2]float64{0, -400}, [2]float64{0, -450}, false, false},
	{"a prior that is almost 0 in a hole", [2]float64{0, -900}, [2]float64{0, none}, false, false},
	{"a target that is almost 0 in a hole", [2]float64{0, none}, [2]float64{0, -900}, false, false},
}

// Every number of a program's account is as near the sum in big floats as its account says; or it is left
// out, or the program says that it is too large.
func TestOffBoundsTheDistanceToTheSum(t *testing.T) {
	places := []int{1, 2, 12, 300}
	for _, s := range sums {
		for _, w := range worlds {
			for _, K := range places {
				most := w.name == "one step" && s.spec == "sir:K"
				if K <= s.most && (K < places[3] || most) {
					t.Run(fmt.Sprintf("%s of %d, %s", s.spec, K, w.name), func(t *testing.T) { s.compare(t, w, K) })
				}
			}
		}
	}
}

// TestDeepAccountsAreRightOrRefused holds that a program on any two densities, some hundred nats deep, has the account
// of the sum in big floats, or none. Nothing stands between, such as a law that sums to 218,978.
func TestDeepAccountsAreRightOrRefused(t *testing.T) {
	dice := rand.New(rand.NewPCG(71, 2))
	known := 0
	for i := range 400 {
		deep := func() float64 { return 900 * (2*dice.Float64() - 1) }
		w := world{fmt.Sprint("deep ", i), [2]float64{0, deep()}, [2]float64{0, deep()}, i%3 == 0, i%3 == 1}
		s := sums[2-i%2] // smc and sir
		p := w.problem()
		got, err := accounts.Of(t.Context(), of(t, strings.ReplaceAll(s.spec, "K", "2"), p), p)
		if errors.Is(err, accounts.ErrTooLarge) {
			continue
		}
		must.Do(t, err)
		known++
		t.Run(fmt.Sprintf("%s from %.4g to %.4g, moves: %v", s.spec, w.from[1], w.to[1], w.moves), func(t *testing.T) {
			s.of(w, 2).same(t, got, w.level(2))
		})
	}
	if known < 200 {
		t.Errorf("%d of 400 accounts are known", known)
	}
}

func (s sum) compare(t *testing.T, w world, K int) {
	p := w.problem()
	got, err := accounts.Of(t.Context(), of(t, strings.ReplaceAll(s.spec, "K", fmt.Sprint(K)), p), p)
	if errors.Is(err, accounts.ErrTooLarge) {
		t.Log("too large")
		return
	}
	must.Do(t, err)
	s.of(w, K).same(t, got, w.level(2))
}

// rootOff bounds the root of what is left where squares of up to 1000 nats are added up and taken off again.
const rootOff = 1e-6

// same compares all numbers.
func (s *slow) same(t *testing.T, got accounts.Account, p pair) {
	t.Helper()
	if math.IsNaN(got.Off) {
		t.Error("off is not known")
	}
	for x, q := range s.Q {
		if q.Sign() > 0 && !(s.lost[x] && f64(q) == 0) { // how likely lost runs are that no dice draw is not known
			within(t, "log q", got.LogQ[x], f64(ln(q)), 1e-9*max(1, math.Abs(f64(ln(q))))+got.Off/f64(q))
			within(t, "F", got.F[x], orInf(s.lost[x], num(0).Neg(s.F[x]))*-1, got.Off)
		}
		if !s.missed[x] && got.P[x] >= chains.LeastNormal {
			within(t, "G times p", got.P[x]*got.G[x], f64(s.G[x]), got.Off)
		}
	}
	lost := s.lost[0] || s.lost[1]
	missed := s.missed[0] || s.missed[1]
	j := s.jeffreys(p)
	within(t, "J", got.J(), j, got.Off)
	within(t, "the forward KL of paths", got.Paths.Forward, orInf(lost, sub(num(0), s.F.sum())), got.Off)
	within(t, "rmse fwd", got.RMSEFwd(), orInf(lost, num(0).Sqrt(s.fwd)), got.Off+rootOff)
	if w := f64(s.w); !math.IsInf(w, 1) {
		within(t, "E_fwd[w]/R", got.MeanW, w, got.Off*max(1, w))
	} else if !math.IsNaN(got.MeanW) {
		t.Errorf("E_fwd[w]/R is %g, and is above any float", got.MeanW)
	}
	within(t, "the reverse KL of paths", got.Paths.Reverse, orInf(missed, s.G.sum()), got.Off)
	within(t, "rmse rev", got.RMSERev(), orInf(missed, num(0).Sqrt(s.rev)), got.Off+rootOff)
	within(t, "R E_rev[1/w]", got.MeanInvW, f64(s.inverse), got.Off)
	within(t, "B", got.B(), orInf(lost || missed, sub(s.G.sum(), s.F.sum())), got.Off)
}

// within fails t unless a number is as near the right one as it says.
func within(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if got != want && !(math.Abs(got-want) <= off) {
		t.Errorf("%s is %.17g, and %.17g is right: off by %.2g, and said to be by %.2g", what, got, want, got-want, off)
	}
}

// jeffreys is J of the law Q from p.
func (s *slow) jeffreys(p pair) float64 {
	sum := num(0)
	for x, q := range s.Q {
		switch {
		case q.Sign() == 0 && p[x].Sign() == 0:
		case q.Sign() == 0 || p[x].Sign() == 0:
			return math.Inf(1)
		default:
			sum = add(sum, mul(sub(q, p[x]), ln(quo(q, p[x]))))
		}
	}
	return f64(sum)
}

// orInf is v, and infinite if some weight was.
func orInf(infinite bool, v *big.Float) float64 {
	if infinite {
		return math.Inf(1)
	}
	return f64(v)
}

// A world is a problem on two cells. There the state of any number of particles is a number: how many are in cell 1.
// So every account is a sum that can be written out in big floats.
type world struct {
	name     string
	from, to [2]float64
	moves    bool // Metropolis; otherwise nothing moves
	redraws  bool // proposes a draw of the first level, and not the other cell
}

func (w world) problem() programs.Problem {
	p := ends(w.from[:], w.to[:])
	if w.moves {
		p.Kernel = kernels.Metropolis{}
	}
	if w.redraws {
		p.Kernel = kernels.FromPrior{}
	}
	return p
}

// level is p_1 or p_2. Its log densities are the floats that a program sees.
func (w world) level(t int) pair {
	logf := w.from
	if t == 2 {
		logf = w.to
	}
	return pair{exp(big256(logf[0])), exp(big256(logf[1]))}.normalized()
}

func big256(v float64) *big.Float {
	if math.IsInf(v, -1) {
		return num(0).SetInf(true)
	}
	return num(v)
}

// ratio is over/under by cell, in a cell where only under is 0 nil, and 0 where both are.
func ratio(over, under pair) (r pair) {
	for x := range r {
		switch {
		case under[x].Sign() > 0:
			r[x] = quo(over[x], under[x])
		case over[x].Sign() == 0:
			r[x] = num(0)
		}
	}
	return r
}

// drawn returns the ratios with 0 where there is none: a first law without mass is never drawn from there.
func (p pair) drawn() pair {
	for x := range p {
		if p[x] == nil {
			p[x] = num(0)
		}
	}
	return p
}

// kernel are the rows of the kernel at p: half of the proposals lead to the other cell. Draws of p_1 are accepted by
// the ratio of p/p_1.
func (w world) kernel(p pair) [2]pair {
	rows := [2]pair{{num(1), num(0)}, {num(0), num(1)}}
	for x := range rows {
		y := 1 - x
		if w.moves {
			rows[x][y] = num(0.5)
			if p[y].Cmp(p[x]) < 0 {
				rows[x][y] = quo(p[y], mul(num(2), p[x]))
			}
			rows[x][x] = sub(num(1), rows[x][y])
		}
		if w.redraws {
			first := w.level(1)
			rows[x][y] = first[y]
			if mul(p[y], first[x]).Cmp(mul(p[x], first[y])) < 0 {
				rows[x][y] = quo(mul(p[y], first[x]), p[x])
			}
			rows[x][x] = sub(num(1), rows[x][y])
		}
	}
	return rows
}

// A slow is an account in big floats. Every outcome of a program is added to it, with ŵ.
type slow struct {
	Q, F, G      pair // G times p
	lost, missed [2]bool
	fwd, rev     *big.Float // the mean squares
	w, inverse   *big.Float // E_fwd[ŵ] and E_rev[1/ŵ]
}

func newSlow() *slow {
	return &slow{Q: zeros(), F: zeros(), G: zeros(), fwd: num(0), rev: num(0), w: num(0), inverse: num(0)}
}

// forward adds an outcome. ŵ may be 0.
func (s *slow) forward(prob *big.Float, x int, w *big.Float) {
	if prob.Sign() == 0 {
		return
	}
	s.Q[x] = add(s.Q[x], prob)
	if w.Sign() == 0 {
		s.lost[x] = true
		return
	}
	l := mul(prob, ln(w))
	s.F[x] = add(s.F[x], l)
	s.fwd = add(s.fwd, mul(l, ln(w)))
	s.w = add(s.w, mul(prob, w))
}

// reverse adds an outcome that starts in x, where prob has the factor p(x). 1/ŵ may be 0.
func (s *slow) reverse(prob *big.Float, x int, inverse *big.Float) {
	if prob.Sign() == 0 {
		return
	}
	if inverse.Sign() == 0 {
		s.missed[x] = true
		return
	}
	l := mul(prob, ln(inverse))
	s.G[x] = sub(s.G[x], l)
	s.rev = add(s.rev, mul(l, ln(inverse)))
	s.inverse = add(s.inverse, mul(prob, inverse))
}

// A sum is how a program's account is written out in a world, for the number K of its draws.
// The program is called spec there, without K if it has none.
type sum struct {
	spec string
	of   func(w world, K int) *slow
	most int // the largest K that takes no more than a second
}

// sums are of the programs whose weights are added up, or taken from one another: their errors are no obvious
// roundings.
var sums = []sum{{"importance", sirSum, 1}, {"sir:K", sirSum, 1000}, {"smc:K", smcSum, 2}}

// The mean of K weights, one of which is returned: SMC that stands still.
func sirSum(w world, K int) *slow {
	w.moves = false
	w.redraws = false
	return smcSum(w, K)
}

// The mean of K weights between two levels, after which all are resampled and moved, and one of them is returned. In
// reverse the start is moved back, and is one of the K.
func smcSum(w world, K int) *slow {
	s := newSlow()
	p1 := w.level(1)
	p := w.level(2)
	rows := w.kernel(p)
	r := ratio(p, p1)
	finite := r.drawn()
	for n, prob := range p1.binomial(K) { // n draws are in cell 1
		mean := finite.mean(n, K)
		if mean.Sign() == 0 { // draws without any weight end forward
			s.forward(prob, min(n, 1), mean)
			continue
		}
		one := quo(mul(finite[1], num(float64(n))), mul(mean, num(float64(K)))) // the share of cell 1
		for x := range p {
			come := add(mul(sub(num(1), one), rows[0][x]), mul(one, rows[1][x]))
			s.forward(mul(prob, come), x, mean)
		}
	}
	for n, prob := range p1.binomial(K - 1) {
		for x := range p {
			for back, by := range rows[x] {
				run := mul(mul(prob, p[x]), by)
				switch {
				case run.Sign() == 0:
				case r[back] == nil:
					s.reverse(run, x, num(0))
				default:
					s.reverse(run, x, quo(num(1), finite.mean(n+back, K)))
				}
			}
		}
	}
	return s
}

// The oracle's arithmetic: big floats of 256 bits. A mass of e^-900 is a number like any other.

const bits = 256

func num(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }

func add(a, b *big.Float) *big.Float { return num(0).Add(a, b) }

func sub(a, b *big.Float) *big.Float { return num(0).Sub(a, b) }

func mul(a, b *big.Float) *big.Float { return num(0).Mul(a, b) }

func quo(a, b *big.Float) *big.Float { return num(0).Quo(a, b) }

func f64(a *big.Float) float64 { v, _ := a.Float64(); return v }

// exp is e^x, and 0 of none.
func exp(x *big.Float) *big.Float {
	if x.IsInf() {
		return num(0)
	}
	z := numbers.Zero(bits)
	return &calculator.Exp(z, &numbers.Interval{Lo: *x, Hi: *x}).Lo
}

// ln is log x.
func ln(x *big.Float) *big.Float {
	return &calculator.Log(numbers.Zero(bits), &numbers.Interval{Lo: *x, Hi: *x}).Lo
}

var calculator = numbers.NewCalculator(bits)

// none is the log density of a cell without mass.
var none = math.Inf(-1)

// pair is a number for each of two cells.
type pair [2]*big.Float

func zeros() pair { return pair{num(0), num(0)} }

func (p pair) sum() *big.Float { return add(p[0], p[1]) }

// normalized are masses over their sum.
func (p pair) normalized() pair { return pair{quo(p[0], p.sum()), quo(p[1], p.sum())} }

// binomial are the probabilities of n draws of cell 1 among so many.
func (p pair) binomial(draws int) []*big.Float {
	law := make([]*big.Float, draws+1)
	for n := range law {
		law[n] = num(0)
	}
	if p[0].Sign() == 0 {
		law[draws] = num(1)
		return law
	}
	law[0] = num(1)
	for range draws {
		law[0] = mul(law[0], p[0])
	}
	odds := quo(p[1], p[0])
	for n := range draws {
		law[n+1] = quo(mul(mul(law[n], odds), num(float64(draws-n))), num(float64(n+1)))
	}
	return law
}

// mean is the mean of so many values of cell 1, of draws values in all.
func (p pair) mean(ones, draws int) *big.Float {
	sum := add(mul(num(float64(draws-ones)), p[0]), mul(num(float64(ones)), p[1]))
	return quo(sum, num(float64(draws)))
}
