package score

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains/diagnostics"
	"breadboard/experiments/columns"
)

// A Point is what chains of one kernel show in Figure 3: what the usual diagnostic says of one of them,
// in the mean, and what is real.
type Point struct {
	Density  string       `json:"density"`
	Kernel   string       `json:"kernel"`
	Function string       `json:"function"`
	Start    string       `json:"start"`
	N        int          `json:"N"`
	Chains   int          `json:"chains"`
	ESS      columns.Real `json:"ess"`  // NaN if it says nothing of any chain
	Real     columns.Real `json:"real"` // by Eq. (4), from the squared errors of the chains
}

// Class is the function without its axis.
func (p Point) Class() string { return classOf(p.Function) }

// seen reports whether the point has a place on logarithmic axes.
func (p Point) seen() bool {
	positive := func(v columns.Real) bool { return v > 0 && !math.IsInf(float64(v), 1) }
	return positive(p.ESS) && positive(p.Real)
}

// Calibrated are the classes of Figure 3.
var Calibrated = []string{"mean", "var", "ks"}

// Figure3 are the points from a start that the figure shows, at most so many a class: drawn without
// regard to what they show, since all are too many to see. A kernel that never moves is left out.
func Figure3(points []Point, start string, most int) (all []Point) {
	for _, class := range Calibrated {
		some := slices.DeleteFunc(slices.Clone(points), func(p Point) bool {
			return p.Start != start || p.Class() != class || p.Kernel == "identity" || !p.seen()
		})
		dice := rand.New(rand.NewPCG(1, 0))
		dice.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
		all = append(all, some[:min(most, len(some))]...)
	}
	return all
}

// Region is the middle 95% of the real ESS that k chains of m independent draws show.
func Region(m float64, k int) (low, high float64) {
	law := distuv.ChiSquared{K: float64(k)}
	return m * float64(k) / law.Quantile(0.975), m * float64(k) / law.Quantile(0.025)
}

// UsualESS is the name of the diagnostic of Figure 3: the initial monotone sequence.
const UsualESS = "ess-monotone"

// usualESS is it.
var usualESS = diagnostics.Catalogue[slices.IndexFunc(diagnostics.Catalogue,
	func(d diagnostics.Diagnostic) bool { return d.Name == UsualESS })]
