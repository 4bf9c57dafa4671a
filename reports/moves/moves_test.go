package moves

import (
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/validation"
	"breadboard/grid"
)

// Deviations have one scale, centred on 0 and four standard deviations wide at least.
func TestDeviationsHaveOneScale(t *testing.T) {
	g := grid.New(1, 2)
	for _, c := range []struct{ first, second, want float64 }{{1, -2, 4}, {1, -9, 9}, {12, 3, 12}} {
		maps := deviations(g, []validation.Way{{Name: "a", Off: []float64{0, c.first}},
			{Name: "b", Off: []float64{c.second, 0}}})
		for _, m := range maps {
			if m.Scale.Low != -c.want || m.Scale.High != c.want {
				t.Errorf("deviations %v and %v: the scale of %s goes from %v to %v, want ±%v", c.first, c.second, m.name,
					m.Scale.Low, m.Scale.High, c.want)
			}
		}
	}
}

// The pictures say at which beta they are, what is compared and in which unit. The directions are
// drawn if a kernel is declared.
func TestPictures(t *testing.T) {
	s := validation.Seen{Beta: 0.25, P: []float64{0.5, 0.5}, Moves: 1234, Drawn: true, Into: []float64{-7, 7}}
	for _, ways := range [][]validation.Way{nil, {{Name: "stays", Off: []float64{0, 3}}}} {
		s.Ways = ways
		files, err := Pictures(grid.New(1, 2), s)
		if err != nil {
			t.Fatal(err)
		}
		var names, all []string
		for _, f := range files {
			var b strings.Builder
			if err := f.Write(&b); err != nil {
				t.Fatal(err)
			}
			names, all = append(names, f.Name), append(all, b.String())
		}
		want := []string{"density.png", "density.svg", "invariance.png", "invariance.svg"}
		if ways != nil {
			want = []string{"density.png", "density.svg", "invariance.png", "invariance.svg", "moves.png", "moves.svg"}
		}
		if !slices.Equal(names, want) {
			t.Errorf("files are %v, want %v", names, want)
		}
		says := strings.Join(all, "")
		for _, want := range []string{"Cells after 1,234 steps from draws of p at beta = 0.25,",
			"less what p expects, in standard deviations", "sd"} {
			if !strings.Contains(says, want) {
				t.Errorf("%q is in no picture", want)
			}
		}
		if strings.Contains(says, "less what the declared kernel expects") != (ways != nil) {
			t.Errorf("%d ways: the title of directions is wrong", len(ways))
		}
	}
}
