package explorer

import (
	"io/fs"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/experiments/explore"
)

// A claim is what a step of the tour says beside its numbers, and whether it holds of what the step shows.
type claim struct {
	step  int
	words string // of the step
	holds func(t *testing.T, shown []scene) bool
}

// A scene has the answers of a step: those of its first setting, and those of its second one if it has two.
type scene struct {
	a, b  explore.Exact
	along []explore.Frame
}

var claims = []claim{
	{1, "A cross of unlikely cells separates four quarters", func(_ *testing.T, shown []scene) bool {
		inside, outside := parted(shown[0].a.P, cross)
		return slices.Max(inside) < slices.Min(outside)
	}},
	{1, "of p lies in the upper right one", func(_ *testing.T, shown []scene) bool {
		return mass(shown[0].a.P, quarter) > 0.8
	}},
	{1, "here from all cells alike", func(_ *testing.T, shown []scene) bool {
		return slices.Max(shown[0].along[0].Forward)-slices.Min(shown[0].along[0].Forward) < 1e-12
	}},
	{2, "A perfect sampler has J = 0", func(t *testing.T, _ []scene) bool {
		perfect, err := explore.Measure(t.Context(), explore.Question{Toy: "barrier", Kernel: "perfect", T: 100})
		return err == nil && math.Abs(float64(perfect.J.Sum)) < 1e-12 // round-off of 49 cells
	}},
	{2, "in the upper right quarter, and p has", func(_ *testing.T, shown []scene) bool {
		return mass(shown[1].a.Q, quarter) < mass(shown[1].a.P, quarter)
	}},
	{3, "is between them", func(_ *testing.T, shown []scene) bool {
		a := shown[2].a
		return a.FwdLogW < a.LogR && a.LogR < a.RevLogW
	}},
	{4, "B is the mean log weight of reverse runs less that of forward runs", func(_ *testing.T, shown []scene) bool {
		a := shown[3].a
		return near(a.RevLogW-a.FwdLogW, a.B.Sum)
	}},
	{4, "It is a sum, and the bars show what each step adds", func(_ *testing.T, shown []scene) bool {
		return near(sum(shown[3].a.Steps), shown[3].a.B.Sum)
	}},
	{4, "J is never above B", func(_ *testing.T, shown []scene) bool {
		return !slices.ContainsFunc(shown, func(s scene) bool { return s.a.J.Sum > s.a.B.Sum })
	}},
	{4, "B exceeds it by", func(_ *testing.T, shown []scene) bool {
		a := shown[3].a
		return near(a.Slack, a.B.Sum-a.J.Sum) && a.Slack > 0
	}},
	{5, "The law that should be there gathers in the upper right", func(_ *testing.T, shown []scene) bool {
		return slices.IsSorted(each(shown[4].along, func(f explore.Frame) explore.Number { return mass(f.P, quarter) }))
	}},
	{5, "with each level the cross is harder to enter", func(_ *testing.T, shown []scene) bool {
		in := each(shown[4].along, func(f explore.Frame) explore.Number { return mass(f.Forward, cross) })
		slices.Reverse(in)
		return slices.IsSorted(in)
	}},
	{5, "soon the mass is stuck where it is", func(_ *testing.T, shown []scene) bool { return early(shown[4].along) }},
	{5, "should be", func(_ *testing.T, shown []scene) bool {
		return mass(shown[4].a.Q, quarter) < mass(shown[4].a.P, quarter)/2
	}},
	{5, "Every step adds to B", func(_ *testing.T, shown []scene) bool {
		return slices.Min(shown[4].a.Steps) > 0
	}},
	{6, "Both are less than with ten", func(_ *testing.T, shown []scene) bool {
		ten, more := shown[4].a, shown[5].a
		return more.J.Sum < ten.J.Sum && more.B.Sum < ten.B.Sum
	}},
	{6, "a run can cross only at early levels", func(_ *testing.T, shown []scene) bool { return early(shown[5].along) }},
	// From T = 10 to T = 1000 J falls by a factor. On BARRIER it is below 2, and on EASY RANDOM above 10.
	{6, "On easier ones they fall quickly", func(t *testing.T, shown []scene) bool {
		easy := shown[6].a
		ten, err := explore.Measure(t.Context(), explore.Question{Toy: "easy", Seed: new(uint64(1)), T: 10})
		return err == nil && ten.J.Sum > 10*easy.J.Sum && shown[4].a.J.Sum < 2*shown[5].a.J.Sum
	}},
	{7, "setting B finer ones at both ends (sigmoid:4)", func(_ *testing.T, shown []scene) bool {
		betas := shown[6].b.Betas
		step := func(i int) explore.Number { return betas[i+1] - betas[i] }
		last := len(betas) - 2
		return step(0) < step(last/2) && step(last) < step(last/2)
	}},
	{7, "By J sigmoid:4 is better", func(_ *testing.T, shown []scene) bool {
		return shown[6].b.J.Sum < shown[6].a.J.Sum
	}},
	{7, "By B it is worse", func(_ *testing.T, shown []scene) bool {
		return shown[6].b.B.Sum > shown[6].a.B.Sum
	}},
}

// TestTour computes what every step shows, and holds its sentences to it.
func TestTour(t *testing.T) {
	steps := stepsOf(t)
	if len(steps) != 8 {
		t.Fatalf("the tour has %d steps", len(steps))
	}
	var shown []scene
	for _, s := range steps {
		shown = append(shown, s.scene(t))
	}
	for _, c := range claims {
		if !strings.Contains(steps[c.step-1].words, c.words) {
			t.Errorf("step %d does not say %q", c.step, c.words)
		}
		if !c.holds(t, shown) {
			t.Errorf("step %d says %q, which is not so", c.step, c.words)
		}
	}
}

// A step points at a place by its classes and ids. A module that gives a place another name has to change the step.
func TestTourPointsAtPlaces(t *testing.T) {
	var page strings.Builder
	err := fs.WalkDir(Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "tour") {
			return err
		}
		text, err := fs.ReadFile(Files(), name)
		page.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range stepsOf(t) {
		at := regexp.MustCompile(`at: "([^"]*)"`).FindStringSubmatch(s.words)
		if at == nil {
			t.Fatalf("a step points at nothing: %s", s.link)
		}
		for _, name := range regexp.MustCompile(`[.#]\w+`).FindAllString(at[1], -1) {
			key := map[byte]string{'.': "class", '#': "id"}[name[0]]
			place := regexp.MustCompile(key + `[=:] ?"(?:[^"]* )?` + name[1:] + `[ "]`)
			if !place.MatchString(page.String()) {
				t.Errorf("%s points at %s, and nothing has the %s %s", s.link, at[1], key, name[1:])
			}
		}
	}
}

// A step of steps.js is what it shows, as a link, and its words: pieces of a sentence are joined.
type step struct{ link, words string }

func stepsOf(t *testing.T) []step {
	t.Helper()
	script, err := os.ReadFile("page/tour/steps.js")
	if err != nil {
		t.Fatal(err)
	}
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
	if err != nil {
		t.Fatal(err)
	}
	var of scene
	if of.a, err = explore.Exactly(t.Context(), *a); err != nil {
		t.Fatalf("%s: %v", s.link, err)
	}
	along, err := explore.Along(t.Context(), *a, 101)
	if err != nil {
		t.Fatalf("%s: %v", s.link, err)
	}
	of.along = along.Frames
	if b == nil {
		return of
	}
	if of.b, err = explore.Exactly(t.Context(), *b); err != nil {
		t.Fatalf("%s: %v", s.link, err)
	}
	return of
}

// BARRIER has 7x7 cells, row by row, and its cross is the middle row and the middle column.
func cross(cell int) bool { return cell/7 == 3 || cell%7 == 3 }

// quarter is the upper right one, without the cross.
func quarter(cell int) bool { return cell/7 < 3 && cell%7 > 3 }

// early tells if the second half of the way brings less than a fifth of what the forward chains bring to the quarter.
func early(frames []explore.Frame) bool {
	in := each(frames, func(f explore.Frame) explore.Number { return mass(f.Forward, quarter) })
	last := len(in) - 1
	return in[last]-in[last/2] < (in[last]-in[0])/5
}

func parted(law []explore.Number, where func(int) bool) (inside, outside []explore.Number) {
	for cell, p := range law {
		if where(cell) {
			inside = append(inside, p)
		} else {
			outside = append(outside, p)
		}
	}
	return inside, outside
}

func mass(law []explore.Number, where func(int) bool) explore.Number {
	inside, _ := parted(law, where)
	return sum(inside)
}

func sum(all []explore.Number) (total explore.Number) {
	for _, v := range all {
		total += v
	}
	return total
}

func each(frames []explore.Frame, of func(explore.Frame) explore.Number) []explore.Number {
	var all []explore.Number
	for _, f := range frames {
		all = append(all, of(f))
	}
	return all
}

// near allows for the rounding of some thousand terms.
func near(a, b explore.Number) bool { return math.Abs(float64(a-b)) <= 1e-10*math.Abs(float64(b)) }
