package accounts

import (
	"context"
	"math"
	"math/cmplx"
)

// inverseMean is the log of the mean of 1/ŵ over K reverse runs of SIR. It takes E_rev[ŵ^z]
// from the Laplace transform of ŵ.
func inverseMean(ctx context.Context, s *summed, K int) (Combined, error) {
	most, missed := 0., 0.
	for x, p := range s.P {
		if p > 0 && !s.met(x) {
			missed += p
		} else if p > 0 {
			most = max(most, s.logw[x])
		}
	}
	if missed > 0 {
		return infinite, nil
	}
	places, above, err := s.reverseAbove(ctx)
	if err != nil {
		return Combined{}, err
	}
	m, err := newMellin(bothSides, s.high-s.low, inverseMoments(places, above))
	if err != nil {
		return Combined{}, err
	}
	return m.rounding(1).combined(ctx, m.terms(), K, -most)
}

// reverseAbove is E_rev[e^-sŵ] - e^-s at the nodes. Near s = 0 it falls as s, and s^-z of a
// mellin takes half of that off; so the nodes begin lower than others.
func (s *summed) reverseAbove(ctx context.Context) (places []node, above []float64, err error) {
	for n, err := range nodes(ctx, len(s.P), s.low+lowest, s.high) {
		if err != nil {
			return nil, nil, err
		}
		_, others := s.at(n)
		sum := 0.
		for x, p := range s.P {
			if p > 0 {
				sum += p * n.above(others-s.drawn[x])
			}
		}
		places, above = append(places, n), append(above, sum)
	}
	return places, above, nil
}

// inverseMoments are of V = 1/S, with D = E[e^-sS] - e^-s at the nodes: E[V^-z] is E[S^z], or
// 1 + ∫ s^-z D du / Γ(-z). Γ(-z) costs the digits that Γ(z) gives back.
func inverseMoments(places []node, above []float64) onLine {
	return func(c, eta float64, n int) (all []complex128, size float64, err error) {
		all = make([]complex128, n)
		for i, at := range places {
			size += step * (math.Abs(above[i]) + 2*min(1, at.s)*at.one) * math.Exp(-c*at.u)
			turn, by := cmplx.Exp(complex(0, -eta*at.u)), complex(0, 0)
			for k := range all {
				if k%16 == 0 { // a rounding here is one of the result
					by = complex(above[i]*step, 0) * cmplx.Exp(-complex(c, eta*float64(k))*complex(at.u, 0))
				}
				all[k] += by
				by *= turn
			}
		}
		for k, sum := range all {
			all[k] = 1 + sum/gamma(-complex(c, eta*float64(k)))
		}
		return times(all, c, eta), size, nil
	}
}
