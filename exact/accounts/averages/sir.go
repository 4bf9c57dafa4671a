package averages

import (
	"context"
	"math"
	"math/cmplx"

	"breadboard/exact"
	"breadboard/exact/accounts/laplace"
)

// A meanLaw is the law of S, the mean of P weights. Forward they belong to P draws from p_1; in
// reverse one of them belongs to an exact sample instead.
type meanLaw struct {
	logw        []float64 // log ŵ, each once
	first, last []float64 // the law of ŵ for a draw from p_1, and for an exact sample
	draws       int
	reverse     bool
}

func newMeanLaw(e exact.Ends, draws int, reverse bool) meanLaw {
	logw, masses, _ := laplace.Distinct(e.LogW, e.P1, e.P)
	return meanLaw{logw, masses[0], masses[1], draws, reverse}
}

// combined is the log of the mean of 1/ŵ over K reverse runs. It takes E_rev[ŵ^z] from the
// Laplace transform of ŵ.
func (m meanLaw) combined(ctx context.Context, K int) (Combined, error) {
	most := 0.
	for x, p := range m.last {
		if p > 0 && math.IsInf(m.logw[x], 1) {
			return infinite, nil
		} else if p > 0 {
			most = max(most, m.logw[x])
		}
	}
	sum := laplace.NewMean(m.first, m.last, m.logw, m.draws)
	places, above, err := m.reverseAbove(ctx, sum)
	if err != nil {
		return Combined{}, err
	}
	l, err := laplace.NewMellin(laplace.BothSides, sum.High-sum.Low, inverseMoments(places, above))
	if err != nil {
		return Combined{}, err
	}
	return rounded(l, 1).combined(ctx, l.Terms(), K, -most)
}

// reverseAbove is E_rev[e^-sŵ] - e^-s at the nodes. Near s = 0 this goes to 0 like s, and the
// factor s^-z of a Mellin undoes half of that. So the nodes begin lower than elsewhere.
func (m meanLaw) reverseAbove(ctx context.Context, mean *laplace.Mean) (places []laplace.Node, above []float64,
	err error) {
	for n, err := range laplace.Nodes(ctx, len(m.last), mean.Low+laplace.Lowest, mean.High) {
		if err != nil {
			return nil, nil, err
		}
		mean.At(n)
		sum := 0.
		for x, p := range m.last {
			if p > 0 {
				sum += p * n.Above(mean.Kept(n, x))
			}
		}
		places, above = append(places, n), append(above, sum)
	}
	return places, above, nil
}

// transform is E[e^-sS], for a complex s.
func (m meanLaw) transform(s complex128) complex128 {
	one, kept := complex(0, 0), complex(0, 0)
	for x, logw := range m.logw {
		if math.IsInf(logw, 1) {
			continue
		}
		t := s * complex(math.Exp(logw-math.Log(float64(m.draws))), 0)
		if real(t) > 745 { // e^-t is below any float
			continue
		}
		e := cmplx.Exp(-t)
		one += complex(m.first[x], 0) * e
		kept += complex(m.last[x], 0) * e
	}
	if !m.reverse {
		return cmplx.Pow(one, complex(float64(m.draws), 0))
	}
	if m.draws == 1 {
		return kept
	}
	return kept * cmplx.Pow(one, complex(float64(m.draws-1), 0))
}

// inverseMoments are of V = 1/S, with D = E[e^-sS] - e^-s at the nodes: E[V^-z] is E[S^z], or
// 1 + ∫ s^-z D du / Γ(-z). Γ(-z) costs the digits that Γ(z) gives back.
func inverseMoments(places []laplace.Node, above []float64) laplace.OnLine {
	return func(c, eta float64, n int) (all []complex128, size float64, err error) {
		all = make([]complex128, n)
		for i, at := range places {
			size += laplace.Step * (math.Abs(above[i]) + 2*min(1, at.S)*at.One) * math.Exp(-c*at.U)
			turn, by := cmplx.Exp(complex(0, -eta*at.U)), complex(0, 0)
			for k := range all {
				if k%16 == 0 { // a rounding here is one of the result
					by = complex(above[i]*laplace.Step, 0) * cmplx.Exp(-complex(c, eta*float64(k))*complex(at.U, 0))
				}
				all[k] += by
				by *= turn
			}
		}
		for k, sum := range all {
			all[k] = 1 + sum/laplace.Gamma(-complex(c, eta*float64(k)))
		}
		return laplace.Times(all, c, eta), size, nil
	}
}
