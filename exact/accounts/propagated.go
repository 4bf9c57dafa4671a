package accounts

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/programs"
	"breadboard/exact"
	"breadboard/exact/accounts/multisets"
)

// ais computes the account of annealed importance sampling. J and B have the bits of exact.Run where no mass is below
// any float. F and G come from another pass, and Off is the distance between the two.
func (a *builder) ais(ctx context.Context, p programs.AIS) error {
	res, err := exact.Options{ByLastCell: true, Progress: a.progress}.Run(ctx, p.Annealing)
	if err != nil {
		return err
	}
	a.How = Propagated
	a.Measured = res.Measured
	a.F = res.F
	a.G = res.G
	a.MeanW = res.MeanW
	a.VarW = res.MeanW * res.MeanW * (1/res.ESS - 1)
	a.MeanInvW = res.MeanInvW
	a.FwdSquare = meanSquare(res.Paths.Forward, res.FwdMoments)
	a.RevSquare = meanSquare(res.Paths.Reverse, res.RevMoments)
	a.Off = max(difference(-floats.Sum(a.F), a.Paths.Forward), difference(dot(a.P, a.G), a.Paths.Reverse),
		math.Abs(floats.Sum(a.Q)-1), 1e-15)
	if !exact.HasFaint(a.ends.P1, a.ends.LogP1) {
		return nil
	}
	// Where masses of p_1 are below any float, the distribution of a forward run is pushed in logarithms.
	logWasted := slices.Clone(a.ends.LogP1)
	for x := range logWasted {
		if !a.wasted(x) {
			logWasted[x] = math.Inf(-1)
		}
	}
	logWeightless, err := exact.PushLogs(ctx, p.Annealing, logWasted)
	if err != nil {
		return err
	}
	a.LogQ, err = exact.PushLogs(ctx, p.Annealing, a.ends.LogP1)
	for x, logMass := range logWeightless {
		if !math.IsInf(logMass, -1) {
			a.F[x] = math.Inf(-1)
		}
	}
	return err
}

// meanSquare returns E[(log w - log R)²] for a log w with these moments, whose mean is off from log R.
func meanSquare(off float64, m exact.Moments) float64 {
	if math.IsInf(off, 0) {
		return math.Inf(1)
	}
	return m.Variance + off*off
}

// difference returns the distance of two numbers, 0 if both are the same infinity.
func difference(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a - b)
}

// A particle is one particle on a path, as seven measures over cells: E[φ(log ŵ); x] for the φ of multisets.Moments.
// A multiset of one particle has the same numbers, but there every move is written out, and a sweep over 4,096 cells
// has 16 million probabilities. Here an operator pushes whole measures.
type particle struct{ measures, buf [7][]float64 }

// oneParticle computes the account of one particle on a path.
func (a *builder) oneParticle(ctx context.Context, path programs.Path) error {
	n := len(a.P)
	var s particle
	for k := range s.measures {
		s.measures[k] = make([]float64, n)
		s.buf[k] = make([]float64, n)
	}
	copy(s.measures[multisets.Mass], path.Start())
	copy(s.measures[multisets.Weighed], path.Start())
	copy(s.measures[multisets.WeighedTwice], path.Start())
	for i := range path.Len() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		step := path.At(i)
		if !s.weigh(step.LogW) {
			return a.particles(ctx, path, 1)
		}
		for _, move := range step.Moves {
			s.push(move)
		}
	}
	cells := make([]int, n)
	moments := make([]multisets.Moments, n)
	for x := range cells {
		cells[x] = x
		moments[x] = s.at(x)
	}
	a.How = Propagated
	a.Off = 1e-15
	a.setMoments(cells, moments)
	a.divergences()
	return nil
}

// at returns the moments of a cell.
func (s *particle) at(x int) (m multisets.Moments) {
	for k := range m {
		m[k] = s.measures[k][x]
	}
	return m
}

// weigh multiplies the weights of a step in, less their mean. It returns false if one is infinite.
func (s *particle) weigh(logw []float64) (finite bool) {
	mean, top := 0.0, floats.Max(logw)
	for x, v := range logw {
		mean += s.measures[multisets.Weighed][x] * math.Exp(v-top)
	}
	logMean := top + math.Log(mean)
	for x, v := range logw {
		by := v - logMean
		if math.IsInf(by, 0) || math.IsNaN(by) {
			return false
		}
		here := s.at(x)
		here.Gain(by)
		for k, m := range here {
			s.measures[k][x] = m
		}
	}
	return true
}

// push makes a move, row by row if it is not an operator.
func (s *particle) push(move programs.Move) {
	for k := range s.buf {
		clear(s.buf[k])
	}
	if op, ok := move.RowSource.(chains.Operator); ok {
		for k, m := range s.measures {
			op.Push(s.buf[k], m)
		}
	} else {
		for x := range s.buf[0] {
			to := func(y int, prob float64) {
				for k, m := range s.measures {
					s.buf[k][y] += prob * m[x]
				}
			}
			to(x, move.Stay(x))
			move.Row(x, to)
		}
	}
	s.measures, s.buf = s.buf, s.measures
}
