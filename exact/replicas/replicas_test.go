package replicas_test

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/tempering"
	"breadboard/exact/replicas"
	"breadboard/grid"
	"breadboard/grid/must"
)

// six is a rough target on 2x3 cells. The initial density is uneven too, so that no error of sign hides.
func six(t *testing.T, k chains.Kernel, by tempering.Exchange, fresh bool, betas ...float64) tempering.Ladder {
	t.Helper()
	a := chains.Annealing{Grid: grid.New(2, 3), Kernel: k, Schedule: must.Have(chains.NewSchedule(betas))(t),
		Bridge: chains.Geometric{From: []float64{0.3, 0, -0.2, 0.1, 0.4, -0.5}, To: []float64{2, -1, 0.5, -3, 1.2,
			2.5}}}
	return tempering.Ladder{Annealing: a.Extended(), Exchange: by, Fresh: fresh}
}

// A literal is parallel tempering as the paper writes it, by dense matrices on all product states. A product state of
// three walkers is x*n*n + y*n + z.
type literal struct {
	n, N  int
	logf  [][]float64 // by walker
	moves []*mat.Dense
	// offered are the log densities by which pair k is offered an exchange: in a broken twin others than its own.
	offered func(logf [][]float64, k int) (low, high []float64)
}

// read takes from the ladder its densities and the kernel's rows alone.
func read(l tempering.Ladder) literal {
	lit := literal{n: l.Annealing.Grid.Size(), N: l.Annealing.T()}
	lit.offered = func(logf [][]float64, k int) (low, high []float64) { return logf[k], logf[k+1] }
	for k := range lit.N {
		logf := make([]float64, lit.n)
		l.Annealing.Bridge.At(logf, l.Annealing.Schedule.Beta(k+1))
		lit.logf = append(lit.logf, logf)
		op, _ := l.Annealing.Aimed(k+1, l.Annealing.Schedule.Beta(k+1))
		m := mat.NewDense(lit.n, lit.n, nil)
		for x := range lit.n {
			rest := 1.
			op.Row(x, func(y int, p float64) {
				m.Set(x, y, m.At(x, y)+p)
				rest -= p
			})
			m.Set(x, x, m.At(x, x)+rest)
		}
		if k == 0 && l.Fresh {
			p := lit.law(0)
			for x := range lit.n {
				m.SetRow(x, p)
			}
		}
		lit.moves = append(lit.moves, m)
	}
	return lit
}

func (l literal) size() int { return int(math.Pow(float64(l.n), float64(l.N))) }

// law is p_k.
func (l literal) law(k int) []float64 {
	p := make([]float64, l.n)
	for x, v := range l.logf[k] {
		p[x] = math.Exp(v)
	}
	floats.Scale(1/floats.Sum(p), p)
	return p
}

// places are the cells of all walkers in a product state.
func (l literal) places(s int) []int {
	at := make([]int, l.N)
	for k := l.N - 1; k >= 0; k-- {
		at[k] = s % l.n
		s /= l.n
	}
	return at
}

func (l literal) state(at []int) (s int) {
	for _, x := range at {
		s = s*l.n + x
	}
	return s
}

// explore is one step of all walkers.
func (l literal) explore() *mat.Dense {
	m := mat.NewDense(l.size(), l.size(), nil)
	for s := range l.size() {
		for to := range l.size() {
			p := 1.
			from, there := l.places(s), l.places(to)
			for k := range l.N {
				p *= l.moves[k].At(from[k], there[k])
			}
			m.Set(s, to, p)
		}
	}
	return m
}

// accept is the probability that k and k+1 change places.
func (l literal) accept(at []int, k int) float64 {
	x, y := at[k], at[k+1]
	low, high := l.offered(l.logf, k)
	return math.Min(1, math.Exp(low[y])*math.Exp(high[x])/(math.Exp(low[x])*math.Exp(high[y])))
}

// outcomes enumerates all outcomes of the exchanges of a parity: the walkers' order with its probability.
func (l literal) outcomes(at []int, parity int, visit func(order []int, p float64)) {
	var pairs []int
	for k := 0; k+1 < l.N; k++ {
		if k%2 == parity {
			pairs = append(pairs, k)
		}
	}
	for which := range 1 << len(pairs) {
		order, p := make([]int, l.N), 1.
		for k := range order {
			order[k] = k
		}
		for i, k := range pairs {
			a := l.accept(at, k)
			if which>>i&1 == 1 {
				order[k], order[k+1] = k+1, k
				p *= a
			} else {
				p *= 1 - a
			}
		}
		visit(order, p)
	}
}

// exchange is the matrix of the exchanges of a parity.
func (l literal) exchange(parity int) *mat.Dense {
	m := mat.NewDense(l.size(), l.size(), nil)
	for s := range l.size() {
		at := l.places(s)
		l.outcomes(at, parity, func(order []int, p float64) {
			to := make([]int, l.N)
			for k, from := range order {
				to[k] = at[from]
			}
			m.Set(s, l.state(to), m.At(s, l.state(to))+p)
		})
	}
	return m
}

// scans are the matrices of the scans: one of SEO, the two in turn of DEO.
func (l literal) scans(by tempering.Exchange) []*mat.Dense {
	explore := l.explore()
	even, odd := l.exchange(0), l.exchange(1)
	if by == tempering.SEO {
		even.Add(even, odd)
		even.Scale(0.5, even)
		even.Mul(explore, even)
		return []*mat.Dense{even}
	}
	var one, two mat.Dense
	one.Mul(explore, even)
	two.Mul(explore, odd)
	return []*mat.Dense{&one, &two}
}

// pushed is a law after a matrix.
func pushed(q []float64, m *mat.Dense) []float64 {
	next := mat.NewVecDense(len(q), nil)
	next.MulVec(m.T(), mat.NewVecDense(len(q), q))
	return next.RawVector().Data
}

// marginal is the law of walker k.
func (l literal) marginal(q []float64, k int) []float64 {
	p := make([]float64, l.n)
	for s, mass := range q {
		p[l.places(s)[k]] += mass
	}
	return p
}

// product is the law of independent walkers.
func (l literal) product(laws [][]float64) []float64 {
	q := make([]float64, l.size())
	for s := range q {
		q[s] = 1
		for k, x := range l.places(s) {
			q[s] *= laws[k][x]
		}
	}
	return q
}

// equilibrium is the product of all p_k.
func (l literal) equilibrium() []float64 {
	var laws [][]float64
	for k := range l.N {
		laws = append(laws, l.law(k))
	}
	return l.product(laws)
}

// cases are ladders of three walkers on six cells.
func cases(t *testing.T) map[string]tempering.Ladder {
	all := map[string]tempering.Ladder{}
	for _, by := range tempering.Exchanges {
		all[string(by)+" metropolis"] = six(t, kernels.Metropolis{}, by, false, 0, 0.35, 1)
		all[string(by)+" metropolis, fresh"] = six(t, kernels.Metropolis{}, by, true, 0, 0.35, 1)
		all[string(by)+" cycle"] = six(t, kernels.GibbsSweep{}, by, true, 0, 0.6, 1)
	}
	return all
}

// TestAgainstTheProductMatrix: laws, rejections and the biases of log R after each of five scans are those of dense
// matrices on all 216 states.
func TestAgainstTheProductMatrix(t *testing.T) {
	for name, l := range cases(t) {
		lit := read(l)
		cell := 3
		for _, start := range []string{"initial", "equilibrium", "cell"} {
			o := replicas.Options{Start: replicas.Start(start), Scans: []int{1, 2, 3, 4, 5}, Spread: true}
			q := lit.product([][]float64{lit.law(0), lit.law(0), lit.law(0)})
			switch start {
			case "equilibrium":
				q = lit.equilibrium()
			case "cell":
				o.State = &cell
				clear(q)
				q[lit.state([]int{cell, cell, cell})] = 1
			}
			r := must.Have(o.Run(t.Context(), l))(t)
			if r.States != 216 {
				t.Fatalf("%d states", r.States)
			}
			explore := lit.explore()
			scans := lit.scans(l.Exchange)
			means := make([]float64, 2)
			integral := 0.
			logR := floats.LogSumExp(lit.logf[2]) - floats.LogSumExp(lit.logf[0])
			must.Near(t, r.LogR, logR, 1e-12, "log R")
			for n := 1; n <= 5; n++ {
				row := r.Rows[n-1]
				explored := pushed(q, explore)
				for k := range 2 {
					reject := 0.
					for s, mass := range explored {
						reject += mass * (1 - lit.accept(lit.places(s), k))
					}
					must.Near(t, row.Rejections[k], reject, 1e-12, "%s from %s: rejections at scan %d", name, start, n)
				}
				q = pushed(q, scans[(n-1)%len(scans)])
				cold, p := lit.marginal(q, 2), lit.law(2)
				forward, reverse := 0., 0.
				tv := 0.
				for x := range p {
					if cold[x] > 0 {
						forward += cold[x] * math.Log(cold[x]/p[x])
					}
					reverse += p[x] * math.Log(p[x]/cold[x])
					tv += math.Abs(cold[x]-p[x]) / 2
				}
				must.Near(t, row.Cold.Forward, forward, 1e-12, "%s from %s: KL(q|p) at %d", name, start, n)
				if !math.IsInf(reverse, 1) || !math.IsInf(row.Cold.Reverse, 1) {
					must.Near(t, row.Cold.Reverse, reverse, 1e-12, "%s from %s: KL(p|q) at %d", name, start, n)
				}
				must.Near(t, row.TV, tv, 1e-12, "%s from %s: TV at %d", name, start, n)
				stones := 0.
				for k := range 2 {
					for x, mass := range lit.marginal(q, k) {
						means[k] += mass * math.Exp(lit.logf[k+1][x]-lit.logf[k][x])
					}
					stones += math.Log(means[k] / float64(n))
				}
				must.Near(t, row.Stones.Bias, stones-logR, 1e-12, "%s from %s: stones at %d", name, start, n)
				integral += lit.integral(l, q)
				must.Near(t, row.Integral.Bias, integral/float64(n)-logR, 1e-12, "%s from %s: integral at %d",
					name, start,
					n)
			}
		}
	}
}

// integral is the expectation of the trapezium at a scan.
func (l literal) integral(of tempering.Ladder, q []float64) (sum float64) {
	betas := of.Annealing.Schedule.Betas()
	for k := range l.N - 1 {
		for _, j := range []int{k, k + 1} {
			for x, mass := range l.marginal(q, j) {
				u := (l.logf[l.N-1][x] - l.logf[0][x])
				sum += (betas[k+1] - betas[k]) / 2 * mass * u
			}
		}
	}
	return sum
}

// TestSpreadOfEveryPath: the deviation of the integral, and the first terms of the stones', are sums over all paths of
// two walkers on three cells through three scans.
func TestSpreadOfEveryPath(t *testing.T) {
	for _, by := range tempering.Exchanges {
		a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(2),
			Bridge: chains.Geometric{From: []float64{0, 0.2, -0.1}, To: []float64{1, -0.5, 0.7}}}
		l := tempering.Ladder{Annealing: a, Exchange: by, Fresh: true}
		lit := read(l)
		const n = 3
		r := must.Have(replicas.Options{Start: replicas.FromInitial, Scans: []int{n},
			Spread: true}.Run(t.Context(), l))(t)
		scans := lit.scans(by)
		logR := floats.LogSumExp(lit.logf[1]) - floats.LogSumExp(lit.logf[0])
		var mean, square, stone, stoneSquare float64
		var walk func(s int, prob float64, scan int, u, w float64)
		walk = func(s int, prob float64, scan int, u, w float64) {
			if scan > n {
				mean += prob * u / n
				square += prob * u / n * u / n
				stone += prob * w / n
				stoneSquare += prob * w / n * w / n
				return
			}
			for to := range lit.size() {
				p := scans[(scan-1)%len(scans)].At(s, to)
				if p == 0 {
					continue
				}
				at := lit.places(to)
				more := 0.
				for k := range 2 {
					more += 0.5 * (lit.logf[1][at[k]] - lit.logf[0][at[k]])
				}
				walk(to, prob*p, scan+1, u+more, w+math.Exp(lit.logf[1][at[0]]-lit.logf[0][at[0]]))
			}
		}
		for s, p := range lit.product([][]float64{lit.law(0), lit.law(0)}) {
			walk(s, p, 1, 0, 0)
		}
		row := r.Rows[0]
		must.Near(t, row.Integral.Bias, mean-logR, 1e-12, "%s: the integral", by)
		must.Near(t, row.Integral.SD, math.Sqrt(square-mean*mean), 1e-12, "%s: its deviation", by)
		variance := (stoneSquare - stone*stone) / (stone * stone)
		must.Near(t, row.Stones.Bias, math.Log(stone)-logR, 1e-12, "%s: the stones", by)
		must.Near(t, row.Stones.Jensen, -variance/2, 1e-12, "%s: Jensen", by)
		must.Near(t, row.Stones.SD, math.Sqrt(variance), 1e-12, "%s: their deviation", by)
	}
}

// tripRate solves for the probability h that a tagged walker comes to the cold end before the hot one, on all product
// states times its places, and adds up whoever leaves the hot end.
func (l literal) tripRate(by tempering.Exchange) float64 {
	size := l.size() * l.N
	explore := l.explore()
	scan := func(parity int) *mat.Dense {
		m := mat.NewDense(size, size, nil)
		for s := range l.size() {
			for mid := range l.size() {
				p := explore.At(s, mid)
				if p == 0 {
					continue
				}
				at := l.places(mid)
				l.outcomes(at, parity, func(order []int, q float64) {
					to := make([]int, l.N)
					for k, from := range order {
						to[k] = at[from]
					}
					for tag := range l.N {
						where := slices.Index(order, tag)
						i := s*l.N + tag
						j := l.state(to)*l.N + where
						m.Set(i, j, m.At(i, j)+p*q)
					}
				})
			}
		}
		return m
	}
	step := mat.NewDense(size, size, nil)
	perStep := 1.
	if by == tempering.SEO {
		step.Add(scan(0), scan(1))
		step.Scale(0.5, step)
	} else {
		step.Mul(scan(0), scan(1))
		perStep = 0.5
	}
	system := mat.NewDense(size, size, nil)
	right := mat.NewVecDense(size, nil)
	for i := range size {
		system.Set(i, i, 1)
		switch i % l.N {
		case 0:
		case l.N - 1:
			right.SetVec(i, 1)
		default:
			for j := range size {
				system.Set(i, j, system.At(i, j)-step.At(i, j))
			}
		}
	}
	var h mat.VecDense
	if err := h.SolveVec(system, right); err != nil {
		panic(err)
	}
	rate := 0.
	for s, p := range l.equilibrium() {
		for j := range size {
			rate += p * step.At(s*l.N, j) * h.AtVec(j)
		}
	}
	return perStep * rate
}

// TestTripsAgainstHittingProbabilities: the rate of round trips is that of a linear system on all product states times
// the places of the tag.
func TestTripsAgainstHittingProbabilities(t *testing.T) {
	for _, by := range tempering.Exchanges {
		for _, walkers := range []int{2, 3, 4} {
			a := chains.Annealing{Grid: grid.New(3), Kernel: kernels.Metropolis{}, Schedule: chains.Linear(walkers),
				Bridge: chains.Geometric{From: []float64{0, 0.5, 0}, To: []float64{2, -1, 1.5}}}
			l := tempering.Ladder{Annealing: a, Exchange: by}
			r := must.Have(replicas.Options{Trips: true}.Run(t.Context(), l))(t)
			want := read(l).tripRate(by)
			must.Near(t, r.Trips.Rate, want, 1e-9*want, "%s of %d", by, walkers)
			if !(r.Trips.Low <= want*(1+1e-12) && want <= r.Trips.High*(1+1e-12)) {
				t.Errorf("%s of %d: %v is not between %v and %v", by, walkers, want, r.Trips.Low, r.Trips.High)
			}
		}
	}
}

// TestTheFormulaOfPerfectExploration: with draws in place of exploration the rate of round trips is that of Syed and
// others (2022), for any number of walkers.
func TestTheFormulaOfPerfectExploration(t *testing.T) {
	for _, by := range tempering.Exchanges {
		for _, walkers := range []int{2, 3, 4, 5, 6} {
			a := chains.Annealing{Grid: grid.New(5), Kernel: kernels.Perfect{}, Schedule: chains.PowerLaw(1.5, walkers),
				Bridge: chains.Geometric{From: make([]float64, 5), To: []float64{3, -2, 0, 1, 4}}}
			r := must.Have(replicas.Options{Trips: true}.Run(t.Context(), tempering.Ladder{Annealing: a,
				Exchange: by}))(t)
			must.Near(t, r.Trips.Rate, r.Ideal, 1e-8*r.Ideal, "%s of %d", by, walkers)
		}
	}
}

// TestTheFormulaIsNoBound: a walker that explores by steps may make more round trips than one that forgets everything.
// By both ways to compute them, three walkers on three labels do, at betas that reject alike.
func TestTheFormulaIsNoBound(t *testing.T) {
	for _, by := range tempering.Exchanges {
		a := chains.To([]float64{2.44, -1.29, 2.52}, grid.New(3).Of(grid.Any), kernels.Metropolis{}, 3)
		betas, ok := replicas.EqualRejections(a, 3)
		must.Near(t, betas.Beta(2), 0.24231, 1e-5, "the middle beta, settled: %t", ok)
		a.Schedule = betas
		l := tempering.Ladder{Annealing: a, Exchange: by}
		r := must.Have(replicas.Options{Trips: true}.Run(t.Context(), l))(t)
		want := read(l).tripRate(by)
		must.Near(t, r.Trips.Rate, want, 1e-9*want, "the rate by %s", by)
		if !(want > 1.001*r.Ideal) {
			t.Errorf("%s: the rate is %v, and the formula's %v", by, want, r.Ideal)
		}
	}
}

// TestRelaxation: the second modulus is that of a dense matrix of a step.
func TestRelaxation(t *testing.T) {
	for name, l := range cases(t) {
		r := must.Have(replicas.Options{Relaxation: true}.Run(t.Context(), l))(t)
		scans := read(l).scans(l.Exchange)
		step := scans[0]
		if len(scans) == 2 {
			step = new(mat.Dense)
			step.Mul(scans[0], scans[1])
		}
		var eigen mat.Eigen
		if !eigen.Factorize(step, mat.EigenNone) {
			t.Fatal("no eigenvalues")
		}
		var moduli []float64
		for _, v := range eigen.Values(nil) {
			moduli = append(moduli, cmplx.Abs(v))
		}
		slices.Sort(moduli)
		want := math.Pow(moduli[len(moduli)-2], 1/float64(len(scans)))
		if !r.Relaxation.Settled() {
			t.Errorf("%s: not settled: %+v", name, *r.Relaxation)
		}
		must.Near(t, r.Relaxation.Modulus, want, 1e-6*(1-want), "%s", name)
	}
}

// TestBrokenTwins: an exchange by the inverse ratio, or at the betas of the next pair, does not keep the product of the
// p_k. One that forgets whose turn it is keeps it, and is found by the rate of round trips, which is 0, and by the
// laws.
func TestBrokenTwins(t *testing.T) {
	l := six(t, kernels.Metropolis{}, tempering.DEO, false, 0, 0.35, 1)
	right := read(l)
	moved := func(lit literal) (off float64) {
		q := lit.equilibrium()
		for _, scan := range lit.scans(tempering.DEO) {
			q = pushed(q, scan)
		}
		return floats.Distance(q, right.equilibrium(), 1)
	}
	must.Near(t, moved(right), 0, 1e-12, "the right one")
	inverse, shifted := right, right
	inverse.offered = func(logf [][]float64, k int) (low, high []float64) { return logf[k+1], logf[k] }
	shifted.offered = func(logf [][]float64, k int) (low, high []float64) { return logf[(k+1)%3], logf[(k+2)%3] }
	for name, twin := range map[string]literal{"inverse": inverse, "shifted": shifted} {
		if off := moved(twin); off < 0.01 {
			t.Errorf("%s moves the product by %v", name, off)
		}
	}
	q := right.product([][]float64{right.law(0), right.law(0), right.law(0)})
	forgets := right.scans(tempering.DEO)[0]
	must.Near(t, floats.Distance(pushed(right.equilibrium(), forgets), right.equilibrium(), 1), 0, 1e-12,
		"the same pairs")
	q = pushed(pushed(q, forgets), forgets)
	r := must.Have(replicas.Options{Start: replicas.FromInitial, Scans: []int{2}}.Run(t.Context(), l))(t)
	tv := floats.Distance(right.marginal(q, 2), right.law(2), 1) / 2
	if math.Abs(tv-r.Rows[0].TV) < 0.01 {
		t.Errorf("the same pairs always have the TV %v after two scans, and pairs in turn %v", tv, r.Rows[0].TV)
	}
}

// TestRejections: those in equilibrium are sums over two cells.
func TestRejections(t *testing.T) {
	l := six(t, kernels.Metropolis{}, tempering.DEO, false, 0, 0.2, 0.5, 1)
	lit := read(l)
	e := replicas.Equilibrate(l)
	for k := range 3 {
		want := 0.
		for x, p := range lit.law(k) {
			for y, q := range lit.law(k + 1) {
				want += p * q * (1 - lit.accept(slices.Concat(make([]int, k), []int{x, y}, make([]int, 2)), k))
			}
		}
		must.Near(t, e.Rejections[k], want, 1e-13, "pair %d", k)
	}
	must.Near(t, e.Barrier, floats.Sum(e.Rejections), 0, "the barrier")
}

// TestTheBarrierIsTheLimit: many walkers' rejections sum up to Λ, and equal shares of it reject alike.
func TestTheBarrierIsTheLimit(t *testing.T) {
	l := six(t, kernels.Metropolis{}, tempering.DEO, false, chains.Linear(300).Betas()...)
	e := replicas.Equilibrate(l)
	must.Near(t, e.Barrier, e.Limit, 1e-4*e.Limit, "the sum of rejections")
	s, ok := replicas.EqualRejections(l.Annealing, 40)
	if !ok {
		t.Fatal("no betas")
	}
	l.Annealing.Schedule = s
	e = replicas.Equilibrate(l)
	for k, r := range e.Rejections {
		must.Near(t, r, e.Limit/39, 1e-3*e.Limit/39, "pair %d", k)
	}
}

// TestRefusals: what cannot be computed is refused in words.
func TestRefusals(t *testing.T) {
	wide := six(t, kernels.Metropolis{}, tempering.DEO, false, chains.Linear(10).Betas()...)
	if _, err := (replicas.Options{}).Run(t.Context(), wide); err == nil {
		t.Error("60 million states are computed")
	}
	still := six(t, kernels.Metropolis{}, tempering.DEO, false, 0, 0.5, 0.5, 1)
	if still.Check() == nil {
		t.Error("two walkers at one beta")
	}
	walls := six(t, kernels.Metropolis{}, tempering.DEO, false, 0, 1)
	b := walls.Annealing.Bridge.(chains.Geometric)
	b.To = slices.Clone(b.To)
	b.To[2] = math.Inf(-1)
	walls.Annealing.Bridge = b
	if walls.Check() == nil {
		t.Error("a cell that only the initial density has")
	}
}
