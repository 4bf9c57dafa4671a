package posteriors

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/grid/must"
)

// named returns a posterior of the catalogue.
func named(t *testing.T, name string) Posterior {
	t.Helper()
	i := slices.IndexFunc(Catalogue(), func(p Posterior) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("there is no posterior %s", name)
	}
	return Catalogue()[i]
}

// holds compares a posterior with a slow log density, which may differ by a constant, in every
// cell. It must differ from the slow one at parameters that are 2% larger.
func holds(t *testing.T, name string, tolerance float64, slow func(theta []float64) float64) {
	t.Helper()
	p := named(t, name)
	g := p.Target().Grid
	centre := p.Theta(g, g.Size()/2+g.Len(0)/3)
	want := slow(centre)
	have := p.LogF(centre)
	broken := 0.0
	for x := range g.Size() {
		theta := p.Theta(g, x)
		gap := p.LogF(theta) - have
		if off := math.Abs(gap - (slow(theta) - want)); !(off < tolerance) {
			t.Errorf("%s at %.4g is off by %g", name, theta, off)
		}
		floats.Scale(1.02, theta)
		broken = max(broken, math.Abs(gap-(slow(theta)-want)))
	}
	if !(broken > 10*tolerance) {
		t.Errorf("%s: parameters that are 2%% larger change the log density by %g only", name, broken)
	}
}

// mass returns the log of the sum of the density on a lattice that is wider by some cells on all sides.
func mass(p Posterior, wider int) float64 {
	p.Axes = slices.Clone(p.Axes)
	for a, axis := range p.Axes {
		step := float64(wider) * (axis.At(1) - axis.At(0))
		p.Axes[a] = Axis{axis.Name, axis.From - step, axis.To + step, axis.Cells + 2*wider}
	}
	logf := p.Target().LogF
	return floats.LogSumExp(logf)
}

// perplexity returns e to the entropy: the number of cells that the mass spreads over.
func perplexity(logf []float64) float64 {
	norm, entropy := floats.LogSumExp(logf), 0.0
	for _, v := range logf {
		if p := math.Exp(v - norm); p > 0 {
			entropy -= p * (v - norm)
		}
	}
	return math.Exp(entropy)
}

// TestLattices: a lattice has 94% of the mass of one that is twice as wide, and the mass spreads over twelve cells or
// more.
func TestLattices(t *testing.T) {
	for _, p := range Catalogue() {
		target := p.Target()
		if n := target.Grid.Size(); n > 150 {
			t.Errorf("%s has %d cells", p.Name, n)
		}
		if n := perplexity(target.LogF); !(n > 12) {
			t.Errorf("%s: the mass spreads over %.1f cells", p.Name, n)
		}
		if share := math.Exp(mass(p, 0) - mass(p, p.Axes[0].Cells/2)); !(share > 0.94) {
			t.Errorf("%s: a wider lattice has %.3f of its mass here", p.Name, share)
		}
	}
	narrow := named(t, "challenger")
	narrow.Axes = []Axis{{"intercept", -1.5, -1, 9}, narrow.Axes[1]}
	if share := math.Exp(mass(narrow, 0) - mass(narrow, 4)); !(share < 0.8) {
		t.Errorf("a lattice that is too narrow has %.3f of the mass", share)
	}
}

// TestStays: each posterior stays as it was, to round-off, with its axes and what is said about it.
func TestStays(t *testing.T) {
	var b strings.Builder
	for _, p := range Catalogue() {
		target := p.Target()
		fmt.Fprintf(&b, "%s %v %.9g %v %s\n", p.Name, target.Grid, must.Fingerprint(target.LogF), p.Axes, p.About)
	}
	must.Golden(t, "testdata/posteriors.golden", b.String())
}

//go:embed data/README.md
var readme string

// TestReadme: README.md has a row for every set.
func TestReadme(t *testing.T) {
	sets := must.Have(files.ReadDir("data"))(t)
	for _, set := range sets {
		name := strings.TrimSuffix(set.Name(), ".csv")
		if !strings.Contains(readme, "\n| "+name+" |") {
			t.Errorf("README.md says nothing of %s", name)
		}
	}
}

// TestClosedForms: the solutions of logistic growth and of the demand for oxygen have closed forms.
func TestClosedForms(t *testing.T) {
	const step = 1e-4 // an error of Runge and Kutta's fourth order, over the noise
	c := dataOf("yeast", "hour", "biomass")
	holds(t, "yeast", step, func(theta []float64) (sum float64) {
		r, k := math.Exp(theta[0]), math.Exp(theta[1])
		for i, hour := range c[0] {
			p := k / (1 + (k/c[1][0]-1)*math.Exp(-r*hour))
			sum += distuv.Normal{Mu: p, Sigma: 10}.LogProb(c[1][i])
		}
		return sum
	})
	water := dataOf("bod", "days", "demand")
	holds(t, "oxygen", step, func(theta []float64) (sum float64) {
		for i, day := range water[0] {
			x := theta[0] * (1 - math.Exp(-math.Exp(theta[1])*day))
			sum += distuv.Normal{Mu: x, Sigma: 2.5}.LogProb(water[1][i])
		}
		return sum
	})
}
