// Package backward computes the divergence B of an annealed chain's paths under any backward kernel: the meta-inference
// of AIDE (Cusumano-Towner and Mansinghka 2017, Section 3.2), the l_t of Del Moral, Doucet and Jasra (2006).
//
// # The one form
//
// The forward chain has the kernels T_t and the laws q_t of its states, q_1 = p_1 and q_t = q_{t-1} T_t. A backward
// kernel is said by a law b_{t-1} for each step, and undoes the step by Bayes' rule as if the state before had that
// law:
//
//	L_t(y, x) = b_{t-1}(x) T_t(x, y) / (b_{t-1} T_t)(y).
//
// Every choice is of this form. AtTarget has b_{t-1} = p_t: where T_t leaves p_t invariant that is the reversal, whose
// weight is AIS's. Marginal has b_{t-1} = q_{t-1}, the truth. Pilots estimate the truth from runs (pilots.go).
//
// # Why it is cheap
//
// The path law x_T ~ p_T, x_{t-1} ~ L_t(x_t, .) has the weight
//
//	ŵ = p_T(x_T) / p_1(x_1) times the product over t of b_{t-1}(x_{t-1}) / (b_{t-1} T_t)(x_t),
//
// because T_t stands above and below. So log ŵ is a sum over single states, and with r_t for the laws of the reverse
// chain, r_{t-1}(x) = b_{t-1}(x) times the sum over y of T_t(x, y) r_t(y) / (b_{t-1} T_t)(y),
//
//	KL(fwd||rev) = KL(q_T||p_T) + sum of KL(q_{t-1}||b_{t-1}) - KL(q_t||b_{t-1} T_t)
//	KL(rev||fwd) = KL(r_1||p_1) + sum of KL(r_t||b_{t-1} T_t) - KL(r_{t-1}||b_{t-1}).
//
// A step costs some pushes, and no pairs. No term is negative, because no step moves two laws apart. What is wrong with
// b counts only as far as the step forgets it. With Marginal all forward terms are 0, and B = J of the last states.
//
// Nothing here needs T_t to leave p_t invariant. A kernel that misses its target has a B under every such choice.
package backward

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/exact"
)

// A Law sets b to b_{t-1}, the law under which the step of T_t is undone. q is q_{t-1} and p is p_t, both normalised.
type Law func(b []float64, t int, q, p []float64)

// AtTarget is p_t. A kernel that leaves p_t invariant is reversed by it.
func AtTarget(b []float64, _ int, _, p []float64) { copy(b, p) }

// Marginal is q_{t-1}: the step is undone as it was made.
func Marginal(b []float64, _ int, q, _ []float64) { copy(b, q) }

// A Result says how far the forward paths and those of the backward kernels are apart. All weights are ŵ = w/R.
type Result struct {
	Q, P  []float64        // the law of the forward chain's last state, and the target p_T
	Final exact.Divergence // between the two; its sum is J
	Paths exact.Divergence // between the paths; its sum is B
	// MeanW is E_fwd[ŵ]: 1 if the forward chain can make every path of the reverse one. MeanInvW is E_rev[1/ŵ], and
	// 1 if it is so the other way round.
	MeanW, MeanInvW float64
	ESS             float64       // E_fwd[w]²/E_fwd[w²]
	Fwd, Rev        exact.Moments // of log ŵ
}

// J is the Jeffreys divergence between Q and P.
func (r Result) J() float64 { return r.Final.Jeffreys() }

// B is the Jeffreys divergence between the paths, E_rev[log w] - E_fwd[log w].
func (r Result) B() float64 { return r.Paths.Jeffreys() }

// Bytes is the memory of a run of T levels on so many states, which keeps two laws a level.
func Bytes(states, T int) float64 { return 16 * float64(states) * float64(T) }

// Deepest is the span of a log density, in nats, from which on its masses need not be floats, and Run refuses it:
// e^-708 is the least normal one.
const Deepest = 700

// Run compares the paths of an annealing with those of a backward kernel. The error comes from Annealing.Check or ctx,
// or says that a density spans Deepest nats or more.
func Run(ctx context.Context, a chains.Annealing, law Law) (Result, error) {
	if err := a.Check(); err != nil {
		return Result{}, err
	}
	a, _ = a.Lowered()
	from, to := a.Ends()
	if err := cmp.Or(refuse(from, 0), refuse(to, 1)); err != nil {
		return Result{}, err
	}
	s := newSteps(a)
	fwd, err := s.up(ctx, law)
	if err != nil {
		return Result{}, err
	}
	rev, err := s.down(ctx)
	if err != nil {
		return Result{}, err
	}
	res := Result{Q: fwd.law, P: s.last, Final: exact.Between(fwd.law, s.last), MeanW: floats.Sum(fwd.weighted),
		MeanInvW: floats.Sum(rev.weighted), Fwd: fwd.moments(), Rev: rev.moments()}
	res.Paths.Forward = fwd.apart + res.Final.Forward
	res.Paths.Reverse = rev.apart + exact.Between(rev.law, s.first).Forward
	res.ESS = res.MeanW * res.MeanW / floats.Sum(fwd.square)
	return res, nil
}

// refuse is the fault of a log density that is too deep.
func refuse(logf []float64, beta float64) error {
	if span := chains.LogSpan(logf); span >= Deepest {
		return fmt.Errorf("at beta = %.4g the log density spans %.4g nats, and a backward kernel is computed from "+
			"masses; one that spans less than %d would do", beta, span, Deepest)
	}
	return nil
}

// steps are the steps of a chain, each with the law under which it is undone.
type steps struct {
	a             chains.Annealing
	op            chains.Operator
	level         *chains.Level
	first, last   []float64   // p_1 and p_T
	before, after [][]float64 // b_{t-1} and b_{t-1} T_t, by t
}

func newSteps(a chains.Annealing) *steps {
	from, to := a.Ends()
	return &steps{a: a, op: a.Kernel.On(a.Grid), level: a.NewLevel(), first: chains.Normalized(from),
		last: chains.Normalized(to), before: make([][]float64, a.T()+1), after: make([][]float64, a.T()+1)}
}

// aim turns the operator to level t.
func (s *steps) aim(t int) {
	s.a.LevelAt(s.level, t)
	s.op.Aim(s.level)
}

// at is what a path's weight has of its state x_t: the quotient of these two laws. So log ŵ is a sum over states.
func (s *steps) at(t int) (over, under []float64) {
	over = s.last
	under = s.first
	if t < s.a.PathEnd() {
		over = s.before[t+1]
	}
	if t > 1 {
		under = s.after[t]
	}
	return over, under
}

// up runs the forward chain, and finds the laws under which its steps are undone.
func (s *steps) up(ctx context.Context, law Law) (*run, error) {
	n := s.a.Grid.Size()
	w := newRun(s.first, false)
	p := make([]float64, n)
	for t := 2; t <= s.a.PathEnd(); t++ {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		s.aim(t)
		if err := refuse(s.level.LogF(), s.level.Beta); err != nil {
			return nil, err
		}
		chains.Normalize(p, s.level.LogF())
		b, after := make([]float64, n), make([]float64, n)
		law(b, t, w.law, p)
		chains.PushLaw(s.op, after, b)
		s.before[t] = b
		s.after[t] = after
		w.add(s.at(t - 1))
		apart := exact.Between(w.law, b).Forward
		w.push(s.op.Push, func(dst, q []float64) { chains.PushLaw(s.op, dst, q) })
		w.nearer(apart, exact.Between(w.law, after).Forward)
	}
	w.add(s.at(s.a.PathEnd()))
	return w, nil
}

// down runs the reverse chain.
func (s *steps) down(ctx context.Context) (*run, error) {
	w := newRun(s.last, true)
	over := make([]float64, len(s.last))
	for t := s.a.PathEnd(); t >= 2; t-- {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		s.aim(t)
		undo := func(dst, r []float64) { s.undo(dst, r, over, t) }
		w.add(s.at(t))
		apart := exact.Between(w.law, s.after[t]).Forward
		w.push(undo, undo)
		w.nearer(apart, exact.Between(w.law, s.before[t]).Forward)
	}
	w.add(s.at(1))
	return w, nil
}

// undo sets dst to the measure r after one step of L_t. over is scratch. The operator is aimed at level t.
func (s *steps) undo(dst, r, over []float64, t int) {
	after := s.after[t]
	for y, v := range r {
		over[y] = 0
		if after[y] > 0 {
			over[y] = v / after[y]
		}
	}
	s.op.Pull(dst, over)
	floats.Mul(dst, s.before[t])
}

// A run carries what is known of log ŵ along one chain: its moments by state, and the measure whose total is the mean
// of ŵ, or in reverse of 1/ŵ.
type run struct {
	law                  []float64
	weighted, square     []float64 // E[ŵ; x] and E[ŵ²; x], in reverse of 1/ŵ
	first, second, third []float64 // E[(log ŵ - mean)^k; x]
	scratch              []float64
	mean, apart          float64
	inverse              bool
}

func newRun(law []float64, inverse bool) *run {
	n := len(law)
	return &run{law: slices.Clone(law), weighted: slices.Clone(law), square: slices.Clone(law), inverse: inverse,
		first: make([]float64, n), second: make([]float64, n), third: make([]float64, n), scratch: make([]float64, n)}
}

// push makes a step. Laws are pushed so that each cell keeps its own digits.
func (w *run) push(signed, laws func(dst, q []float64)) {
	for _, m := range []*[]float64{&w.law, &w.weighted, &w.square} {
		laws(w.scratch, *m)
		*m, w.scratch = w.scratch, *m
	}
	for _, m := range []*[]float64{&w.first, &w.second, &w.third} {
		signed(w.scratch, *m)
		*m, w.scratch = w.scratch, *m
	}
}

// nearer adds what a step makes two laws less far apart. One that never lets them meet stays infinite.
func (w *run) nearer(before, after float64) {
	if math.IsInf(before, 1) {
		w.apart = before
		return
	}
	w.apart += before - after
}

// add multiplies ŵ by over/under at the present state. Where the chain cannot be nothing is added. With L for log ŵ
// less its mean so far, and y for the log of over/under less its mean,
//
//	E[(L+y)^k; x] is the sum over i of C(k,i) y^(k-i) E[L^i; x],
//
// which for k = 2 and 3 is written so that each y is multiplied once.
func (w *run) add(over, under []float64) {
	logs := w.scratch
	mean := 0.0
	for x, q := range w.law {
		logs[x] = 0
		if q > 0 {
			logs[x] = math.Log(over[x] / under[x])
			mean += q * logs[x]
		}
	}
	w.mean += mean
	for x, q := range w.law {
		if q == 0 {
			w.weighted[x] = 0
			w.square[x] = 0
			continue
		}
		by := over[x] / under[x]
		if w.inverse {
			by = under[x] / over[x]
		}
		w.weighted[x] *= by
		w.square[x] *= by * by
		y := logs[x] - mean
		first, second := w.first[x], w.second[x]
		w.third[x] += y * (3*second + y*(3*first+y*q))
		w.second[x] = second + y*(2*first+y*q)
		w.first[x] = first + y*q
	}
}

// moments are those of log ŵ.
func (w *run) moments() exact.Moments {
	return exact.MomentsOf(w.mean, floats.Sum(w.second), floats.Sum(w.third))
}
