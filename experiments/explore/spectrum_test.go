package explore_test

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/experiments/explore"
	"breadboard/experiments/validation"
	"breadboard/grid/must"
)

// TestSpectrumIsValidated: the gap, the relaxation time and, on cells, the mode are those of a validation, bit for bit.
// A mode may have the other sign.
func TestSpectrumIsValidated(t *testing.T) {
	for _, q := range []explore.Question{
		{Toy: "barrier"},
		{Toy: "easy", Kernel: "cycle"},
		{Toy: "staircase", Kernel: "barker", Bridge: "mixture"},
		{Target: "0,1;2,-1", Kernel: "lazy:0.5"},
		{Toy: "clustering:3:2", Kernel: "heat-bath", Initial: "prior", Bridge: "observations"},
	} {
		s, v := spectrumOf(t, q, 4), validated(t, q, 4)
		for i, l := range v.Levels {
			at, speed := s.At[i], l.Speed
			if float64(at.Beta) != l.Beta || float64(at.Gap) != speed.Gap ||
				float64(at.Relaxation) != speed.RelaxationTime {
				t.Errorf("%+v, beta %v: gap %v, relaxation %v; a validation has %v and %v at %v", q, at.Beta, at.Gap,
					at.Relaxation, speed.Gap, speed.RelaxationTime, l.Beta)
			}
			for x, want := range speed.Second {
				if math.Abs(math.Abs(float64(at.Slowest[x]))-math.Abs(want)) > 1e-12 {
					t.Errorf("%+v, beta %v, cell %d: the mode is %v; %v is expected", q,
						at.Beta, x, at.Slowest[x], want)
				}
			}
		}
	}
}

// validated is the validation of a question's kernel at so many betas.
func validated(t *testing.T, q explore.Question, betas int) validation.Validation {
	t.Helper()
	q.T = betas
	c := must.Have(q.Chain())(t)
	candidate := must.Have(validation.Of(t.Context(), c, betas))(t)
	v, err := validation.Run(t.Context(), candidate, nil)
	if err == nil {
		err = v.Measure(t.Context(), nil)
	}
	must.Do(t, err)
	return v
}

// TestSpectrumDoesNotFlicker: no mode is nearer to the one before with the other sign.
func TestSpectrumDoesNotFlicker(t *testing.T) {
	const betas = 21
	for _, toy := range []string{"easy", "hard", "staircase", "funnel"} {
		s := spectrumOf(t, explore.Question{Toy: toy}, betas)
		c := must.Have(explore.Question{Toy: toy, T: betas}.Chain())(t)
		a, _, err := c.At(t.Context(), betas)
		must.Do(t, err)
		level := a.NewLevel()
		for i := 1; i < betas; i++ {
			a.LevelAt(level, i+1)
			overlap := 0.0
			for x, p := range chains.Normalized(level.LogF()) {
				overlap += p * float64(s.At[i].Slowest[x]) * float64(s.At[i-1].Slowest[x])
			}
			if overlap < -1e-12 { // two modes that cross are orthogonal
				t.Errorf("%s: the mode at beta %v turns from the one before: %v", toy, s.At[i].Beta, overlap)
			}
		}
	}
}

// TestSpectrumSaysWhatIsOdd: kernels that are not reversible or never move have notes.
func TestSpectrumSaysWhatIsOdd(t *testing.T) {
	for kernel, want := range map[string]string{
		"cycle":    "not reversible",
		"identity": "parts that never meet",
	} {
		if at := spectrumOf(t, explore.Question{Toy: "barrier", Kernel: kernel},
			2).At[1]; !strings.Contains(at.Note, want) {
			t.Errorf("%s has the note %q; %q is expected", kernel, at.Note, want)
		}
	}
	walk := spectrumOf(t, explore.Question{Target: "0,0"}, 2).At[1] // one move of four leads to the other cell
	if walk.Gap != 0.5 || walk.Relaxation != 2 || walk.Note != "" {
		t.Errorf("two cells have gap %v, relaxation %v, note %q", walk.Gap, walk.Relaxation, walk.Note)
	}
}

// TestSpectrumOfManyStates: on a flat target of n x n cells the gap is that of a path of n cells, of which a step in
// four takes each direction: (1 - cos(pi/n))/2. Beyond 512 states there is none.
func TestSpectrumOfManyStates(t *testing.T) {
	flat := func(n int) string {
		return strings.TrimSuffix(strings.Repeat(strings.TrimSuffix(strings.Repeat("0,", n), ",")+";", n), ";")
	}
	const n = 17
	at := spectrumOf(t, explore.Question{Target: flat(n)}, 2).At[1]
	want := (1 - math.Cos(math.Pi/n)) / 2
	must.Near(t, float64(at.Gap), want, 1e-9*want, "the gap")
	must.Near(t, float64(at.Relaxation), 1/want, 1e-9/want, "the relaxation time")
	if at.Note != "" || len(at.Slowest) != n*n {
		t.Errorf("%d cells of a mode, note %q", len(at.Slowest), at.Note)
	}
	at = spectrumOf(t, explore.Question{Target: flat(23)}, 2).At[1]
	if want := "No gap is known: 529 states are too many"; !math.IsNaN(float64(at.Gap)) || at.Slowest != nil ||
		!strings.HasPrefix(at.Note, want) {
		t.Errorf("529 states have gap %v, note %q", at.Gap, at.Note)
	}
	at = spectrumOf(t, explore.Question{Target: flat(n), Kernel: "identity"}, 2).At[1]
	if at.Gap != 0 || !strings.HasPrefix(at.Note, "The cells fall into parts that never meet, so the gap is 0.") {
		t.Errorf("identity has gap %v, note %q", at.Gap, at.Note)
	}
}
