package evidence

import (
	"math"
	"slices"
	"testing"

	"breadboard/chains/sample"

	"gonum.org/v1/gonum/floats"
)

// Scripted dice give the outcomes that they are told, and know the probability of all of them together.
type scripted struct {
	outcomes []int
	p        float64
}

func (d *scripted) Pick(weights []float64) int {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	at := d.outcomes[0]
	d.outcomes = d.outcomes[1:]
	d.p *= weights[at] / total
	return at
}

// A Picker has the law of its weights, whatever the number of cells: the probability of each cell is that of the only
// way to it.
func TestPickerHasTheLaw(t *testing.T) {
	for _, n := range []int{1, 2, 63, 64, 65, 66, 80, 100, 121, 122, 1000} {
		weights := make([]float64, n)
		total := 0.0
		for x := range weights {
			weights[x] = float64((x*x)%7 + 1)
			if x%11 == 5 {
				weights[x] = 0
			}
			total += weights[x]
		}
		p := NewPicker(weights)
		for x, w := range weights {
			d := &scripted{outcomes: []int{x}, p: 1}
			if n > oneBlock {
				d.outcomes = []int{x / p.size, x % p.size}
			}
			at := p.Pick(d)
			if at != x || math.Abs(d.p-w/total) > 1e-12 || len(d.outcomes) > 0 {
				t.Errorf("of %d cells, cell %d is picked as %d with probability %v, want %v", n, x, at, d.p, w/total)
			}
		}
		if n > oneBlock && p.steps() > 3*math.Sqrt(float64(n)) {
			t.Errorf("a pick of %d cells goes through %v weights", n, p.steps())
		}
	}
}

// On very many cells a thousand draws would take too long, and Pearson's statistic of pools stands for them. It is
// small as rarely as it says if the counts are draws of the law, and very small if they are of another.
func TestMultinomialOnManyCells(t *testing.T) {
	const cells, draws, replicates = 20_000, 4000, 60
	p := make([]float64, cells)
	other := make([]float64, cells)
	for x := range p {
		p[x] = float64(1 + x%9)
		other[x] = p[x]
		if x%9 < 4 {
			other[x] *= 2.5
		}
	}
	floats.Scale(1/floats.Sum(p), p)
	floats.Scale(1/floats.Sum(other), other)
	d := sample.Seeded(11)
	of := func(law []float64) Fit {
		cells := NewPicker(law)
		counts := make([]int, len(law))
		for range draws {
			counts[cells.Pick(d)]++
		}
		return Multinomial(counts, p, 1e-6, d)
	}
	var values []float64
	for range replicates {
		f := of(p)
		if f.Method != byPooled {
			t.Fatalf("the method is %q", f.Method)
		}
		values = append(values, f.P)
	}
	slices.Sort(values)
	if values[0] < 1e-4 || values[replicates/5] < 0.05 {
		t.Errorf("under the law a fifth of p-values is below %v, and the least is %v", values[replicates/5], values[0])
	}
	f := of(other)
	if f.P > 1e-6 {
		t.Errorf("under another law p = %v", f.P)
	}
}
