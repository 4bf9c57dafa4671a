package averages_test

import (
	"errors"
	"math"
	"testing"

	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/exact/accounts"
	"breadboard/exact/accounts/averages"
)

// largestOf is the expectation, and that of the square, of the largest of K draws, from all
// tuples.
func (l weightLaw) largestOf(K int) (mean, square float64) {
	var walk func(k int, prob, top float64)
	walk = func(k int, prob, top float64) {
		if k == K {
			mean, square = mean+prob*top, square+prob*top*top
			return
		}
		for v, p := range l {
			walk(k+1, prob*p, max(top, v))
		}
	}
	walk(0, 1, math.Inf(-1))
	return mean, square
}

func TestLargestIsEnumerated(t *testing.T) {
	const asked, rounded = 0.1, 1e-11 // the oracle's weights have twelve digits
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		for _, e := range []programs.Program{programs.NewImportance(p), programs.NewSIR(p, 2), programs.AIS{Problem: p}} {
			law, _ := enumeratedLaws(e, p)
			mean, square := law.largestOf(2)
			c, err := averages.Largest(t.Context(), e, p, 2, asked)
			if err != nil {
				t.Fatal(err)
			}
			if off := math.Abs(c.Mean - mean); off > c.Off+rounded {
				t.Errorf("%T: E max is off by %g, which is more than %g", e, off, c.Off)
			}
			if off := math.Abs(c.Square - square); off > c.Off+rounded {
				t.Errorf("%T: E max² is off by %g, which is more than %g", e, off, c.Off)
			}
			if c.Off > asked {
				t.Errorf("%T: E max says that it is off by %g", e, c.Off)
			}
			if _, direct := e.(programs.Direct); direct && c.Off > 1e-12 {
				t.Errorf("%T: E max says that it is off by %g", e, c.Off)
			}
			if mean, _ := law.largestOf(1); math.Abs(c.Mean-mean) < 1e-3 {
				t.Errorf("%T: E max of two is that of one", e)
			}
		}
	}
}

// The largest of one run is the run: its mean needs no tails.
func TestLargestOfOne(t *testing.T) {
	for _, p := range chaintest.Problems(kernels.Metropolis{}, 3) {
		e := programs.NewSIR(p, 2)
		law, _ := enumeratedLaws(e, p)
		mean, square := law.largestOf(1)
		c, err := averages.Largest(t.Context(), e, p, 1, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		const rounded = 1e-11 // the oracle's weights have twelve digits
		if off := max(math.Abs(c.Mean-mean), math.Abs(c.Square-square)); !(off < rounded) || c.Off > 1e-9 {
			t.Errorf("the moments of one run are off by %g, and say %g", off, c.Off)
		}
	}
}

// A weight that may be 0 leaves nothing with positive probability.
func TestLargestOfNothing(t *testing.T) {
	lost := ends([]float64{0, 0, 0}, []float64{0.5, -1, math.Inf(-1)})
	for _, e := range []programs.Program{programs.NewImportance(lost), programs.NewSIR(lost, 2), annealer(lost)} {
		c, err := averages.Largest(t.Context(), e, lost, 3, 0.1)
		if err != nil || !math.IsInf(c.Mean, -1) {
			t.Errorf("%T: E max is %v, with error %v", e, c.Mean, err)
		}
	}
}

// Tails over ten thousand nats, to a tenth of one, would take minutes.
func TestLargestOfTooManyTails(t *testing.T) {
	for _, span := range []float64{1e4, 1e12} {
		p := ends([]float64{0, 0}, []float64{0, -span})
		for _, e := range []programs.Program{programs.NewSIR(p, 2), annealer(p)} {
			if _, err := averages.Largest(t.Context(), e, p, 3, 0.1); !errors.Is(err, accounts.ErrTooLarge) {
				t.Errorf("%T over %g nats: the error is %v", e, span, err)
			}
		}
	}
}
