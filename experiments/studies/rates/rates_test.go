package rates

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/experiments/studies/run"
	"breadboard/grid/must"
)

// TestEntropies: the mean entropies of random sets of tokens are those of each set, summed up cell by cell.
func TestEntropies(t *testing.T) {
	lens := []int{2, 3, 2}
	strides := []int{6, 2, 1}
	logf := make([]float64, 12)
	for x := range logf {
		logf[x] = math.Sin(3 * float64(x))
	}
	logf[7] = math.Inf(-1)
	p := chains.Normalized(logf)
	want := make([]float64, 4)
	sets := make([]float64, 4)
	for set := range 8 {
		marginal := map[int]float64{}
		size := 0
		for axis := range lens {
			size += set >> axis & 1
		}
		for x, mass := range p {
			part := 0
			for axis, labels := range lens {
				part += (set >> axis & 1) * (x / strides[axis] % labels) * strides[axis]
			}
			marginal[part] += mass
		}
		sets[size]++
		for _, mass := range marginal {
			if mass > 0 {
				want[size] -= mass * math.Log(mass)
			}
		}
	}
	for k, got := range entropies(p, lens) {
		must.Close(t, got, want[k]/sets[k], 1e-14, "the mean entropy of %d tokens", k)
	}
}

// TestProfileIsThePathKL: two ways to one number, of plans with steps of unlike sizes, and with labels of unlike
// numbers. The bounds are none below it.
func TestProfileIsThePathKL(t *testing.T) {
	for _, name := range []string{"ising:2x3:0.5", "titanic", "curie-weiss:7:1.5", "clustering:4:3"} {
		s := subject{set: run.FoundOn, target: name, questions: []string{bounded}}
		if strings.HasPrefix(name, "clustering") {
			s.seed = 3
		}
		found := must.Have(s.measured(t.Context()))(t)
		if len(found.Bounds) == 0 {
			t.Errorf("%s has no bounds", name)
		}
		for _, b := range found.Bounds {
			must.Close(t, b.Profile, b.PathRev, 1e-12, "%s, %s", name, b.Plan)
			if b.PathRev > b.Steep || b.Steep > b.LiCai || b.PathRev > b.Total || b.KLpq > b.PathRev || b.J < b.KLpq {
				t.Errorf("%s: the numbers are out of order: %+v", name, b)
			}
			must.Close(t, b.Total+b.Dual, b.Steep*float64(b.Tokens)/float64(b.Most-1), 1e-12, "total and dual")
		}
	}
}

// TestTablesAreRight: so many people, and the survivors by class and the admitted by sex as they were published.
func TestTablesAreRight(t *testing.T) {
	for name, c := range map[string]struct {
		people, axis float64
		shares       []float64
	}{"titanic": {2201 + 16, 0, []float64{325, 285, 706, 885}}, "admissions": {4526, 1, []float64{2691, 1835}}} {
		p := must.Have(subject{target: name}.problem())(t)
		_, last := p.Ends()
		axis := int(c.axis)
		got := make([]float64, p.Grid.Len(axis))
		for x, mass := range chains.Normalized(last) {
			got[p.Grid.Coord(x, axis)] += mass * c.people
		}
		for v, n := range c.shares {
			if name == "titanic" {
				n += 4 // eight cells of a class, half a person more in each
			}
			must.Near(t, got[v], n, 1e-9, "%s, label %d", name, v)
		}
	}
}

// TestQuestions: what is asked, and how often.
func TestQuestions(t *testing.T) {
	if got := len(specsOf(plans, 8)); got != 7+21+35 {
		t.Errorf("there are %d plans", got)
	}
	if got := len(specsOf(faults, 8)); got != 2+(8+faultUniform)*(2+faultDraws) {
		t.Errorf("there are %d errors", got)
	}
	seen := map[string]bool{}
	for _, s := range subjects(run.Setting{}) {
		key := s.name() + s.questions[0]
		if seen[key] {
			t.Errorf("%s is asked twice", key)
		}
		seen[key] = true
	}
}
