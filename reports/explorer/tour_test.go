package explorer

import (
	"errors"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// A claim is what a step of the tour says beside its numbers, and whether it holds of what the steps show: the first is
// shown[1].
type claim struct {
	step  int
	words string // of the step
	holds func(shown []scene) bool
}

// A scene has the answers of a step: those of its first setting, and those of its second one if it has two.
type scene struct {
	a, b  explore.Exact
	along []explore.Frame
}

// in is how much of the law of each level lies somewhere.
func (s scene) in(where func(int) bool, law func(explore.Frame) []explore.Number) (all []explore.Number) {
	for _, f := range s.along {
		all = append(all, mass(law(f), where))
	}
	return all
}

func forward(f explore.Frame) []explore.Number { return f.Forward }

var claims = []claim{
	{1, "A cross of unlikely cells separates four quarters", func(shown []scene) bool {
		return mass(shown[1].a.P, cross)/13 < mass(shown[1].a.P, func(x int) bool { return !cross(x) })/36/2
	}},
	{2, "in the upper right quarter, and p has", func(shown []scene) bool {
		return mass(shown[2].a.Q, quarter) < mass(shown[2].a.P, quarter)
	}},
	{5, "soon the mass is stuck where it is", func(shown []scene) bool { return early(shown[5]) }},
	{6, "Both are less than with ten", func(shown []scene) bool {
		return shown[6].a.J.Sum < shown[5].a.J.Sum && shown[6].a.B.Sum < shown[5].a.B.Sum
	}},
	{7, "By J sigmoid:4 is better", func(shown []scene) bool { return shown[7].b.J.Sum < shown[7].a.J.Sum }},
	{7, "By B it is worse", func(shown []scene) bool { return shown[7].b.B.Sum > shown[7].a.B.Sum }},
}

// TestTour computes what every step shows, and holds its sentences to it.
func TestTour(t *testing.T) {
	steps := stepsOf(t)
	if len(steps) != 8 {
		t.Fatalf("the tour has %d steps", len(steps))
	}
	shown := []scene{{}}
	for _, s := range steps {
		shown = append(shown, s.scene(t))
	}
	for _, c := range claims {
		if !strings.Contains(steps[c.step-1].words, c.words) {
			t.Errorf("step %d does not say %q", c.step, c.words)
		}
		if !c.holds(shown) {
			t.Errorf("step %d says %q, which is not so", c.step, c.words)
		}
	}
}

// A step of steps.js is what it shows, as a link, and its words: pieces of a sentence are joined.
type step struct{ link, words string }

func stepsOf(t *testing.T) []step {
	t.Helper()
	script := must.Have(os.ReadFile("page/tour/steps.js"))(t)
	joined := regexp.MustCompile("[\"`]\\s*\\+ [\"`]").ReplaceAllString(string(script), "")
	link := regexp.MustCompile(`link: "([^"]*)"`)
	var steps []step
	for _, text := range strings.Split(joined, "title: ")[1:] {
		found := link.FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("a step has no link: %s", text)
		}
		steps = append(steps, step{link: found[1], words: text})
	}
	return steps
}

// scene computes what the step shows.
func (s step) scene(t *testing.T) scene {
	t.Helper()
	a, b, _, err := ParseLink(s.link)
	must.Do(t, err)
	var of scene
	along, errAlong := explore.Along(t.Context(), *a, 101)
	of.along = along.Frames
	of.a, err = explore.Exactly(t.Context(), *a)
	if b != nil && err == nil {
		of.b, err = explore.Exactly(t.Context(), *b)
	}
	if err := errors.Join(err, errAlong); err != nil {
		t.Fatalf("%s: %v", s.link, err)
	}
	return of
}

// BARRIER has 7x7 cells, row by row, and its cross is the middle row and the middle column.
func cross(cell int) bool { return cell/7 == 3 || cell%7 == 3 }

// quarter is the upper right one, without the cross.
func quarter(cell int) bool { return cell/7 < 3 && cell%7 > 3 }

// early tells if the second half of the way brings less than a fifth of what the forward chains bring to the quarter.
func early(s scene) bool {
	in := s.in(quarter, forward)
	last := len(in) - 1
	return in[last]-in[last/2] < (in[last]-in[0])/5
}

func mass(law []explore.Number, where func(int) bool) (sum explore.Number) {
	for cell, p := range law {
		if where(cell) {
			sum += p
		}
	}
	return sum
}

// toTenDigits reports whether two numbers are alike but for the rounding of some thousand terms.
func toTenDigits(a, b explore.Number) bool {
	return math.Abs(float64(a-b)) <= 1e-10*math.Abs(float64(b))
}
