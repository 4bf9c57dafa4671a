package experiments

import (
	"math"
	"math/big"
	"os"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/grid/must"
	"breadboard/toys"
)

// cases are annealings that together have every kernel, bridge and schedule by a formula, and every small toy; and
// some that are hard for float64: J next to 0, slow modes that keep every rounding error, log densities far apart.
func cases(t *testing.T) (all []Setting) {
	bridges := append(examples(chains.Bridges), "power:-1", "power:1.5", "moments:gaussian")
	schedules := append(examples(chains.Schedules), "power:0.5", "geometric:0.1", "fisher", "binned", "kl")
	for i, k := range kernels.All {
		all = append(all, Setting{Toy: "barrier", Kernel: k.Name, Bridge: bridges[i%len(bridges)],
			Schedule: schedules[i%len(schedules)], T: 3})
	}
	for _, toy := range toys.Catalogue {
		s := Setting{Toy: ExampleOf(toy), Kernel: "metropolis", SkipLast: true, T: 4}
		if must.Have(s.Find())(t).Grid.Size() <= 64 {
			all = append(all, s)
		}
	}
	for _, kernel := range []string{"metropolis", "barker", "cycle", "lazy:0.01"} {
		for _, toy := range []string{"random:0", "random:1e-6", "random:200", "random:2000", "two-basins:40"} {
			all = append(all, Setting{Toy: toy, Kernel: kernel, Initial: "tempered:0.2", T: 3})
		}
	}
	return all
}

// examples names bridges or schedules, with the parameters of their examples.
func examples[F any](all []chains.Entry[chains.Family[F]]) (names []string) {
	for _, line := range listed(all) {
		names = append(names, line.Example)
	}
	return names
}

// wholeCatalogue has every kernel on every small toy, with every bridge and with every schedule, in more levels: for
// the long form.
func wholeCatalogue(t *testing.T) (all []Setting) {
	for _, k := range kernels.All {
		for _, toy := range toys.Catalogue {
			s := Setting{Toy: ExampleOf(toy), Kernel: k.Name, T: 12}
			if at, err := s.Find(); err == nil && at.Grid.Size() <= 64 { // else the kernel runs on too many states
				all = append(all, s)
			}
		}
		for _, bridge := range examples(chains.Bridges[1:]) {
			all = append(all, Setting{Toy: "barrier", Kernel: k.Name, Bridge: bridge, T: 8})
		}
		for _, schedule := range examples(chains.Schedules[1:]) {
			all = append(all, Setting{Toy: "easy", Kernel: k.Name, Schedule: schedule, T: 12})
		}
	}
	return all
}

// TestCertify: at least 14 digits are right, and no result is further off than it says. In the long form, over the
// whole catalogue, 13 are.
func TestCertify(t *testing.T) {
	at, atLeast := cases(t), 14.0
	if os.Getenv("BREADBOARD_LONG") != "" {
		at = append(at, wholeCatalogue(t)...)
		atLeast = 13
	}
	fewest := math.Inf(1)
	for _, s := range at {
		an := must.Have(s.Annealer())(t)
		for _, p := range must.Have(an.Measure(t.Context(), []int{s.T}, Ask{Proofs: true}, nil))(t)[0].Proofs {
			counts := p.Name != logR && p.Value > Negligible
			if counts {
				fewest = min(fewest, p.Digits())
			}
			if counts && p.Digits() < atLeast || !p.HasPromised() {
				t.Errorf("%+v: %s has %.1f digits, and is off by %g", s, p.Name, p.Digits(), p.Off())
			}
		}
	}
	t.Logf("%.1f digits at least in %d cases", fewest, len(at))
}

// TestPromisedDigits: a result is kept that has nine digits, or that is off by less than anybody waits for.
func TestPromisedDigits(t *testing.T) {
	two := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2)}
	none := certain.Enclosure{Lo: big.NewFloat(-1e-80), Hi: big.NewFloat(1e-77)}
	for _, c := range []struct {
		name  string
		value float64
		truth certain.Enclosure
		kept  bool
	}{
		{"B", 2 + 1e-8, two, false}, {"B", 2 + 1e-9, two, true}, {"J", math.NaN(), two, false},
		{"J", 0, none, true}, {"J", -1e-30, none, true}, {"J", 1e-19, none, false}, {"J", math.NaN(), none, false},
		{"log_r", 1e-13, none, true}, {"log_r", 1e-11, none, false},
	} {
		p := Proof{Name: c.name, Value: c.value, Truth: c.truth}
		if (Measurement{Proofs: []Proof{p}}).HasPromised() != c.kept {
			t.Errorf("%s = %g: kept is %v", c.name, c.value, !c.kept)
		}
	}
}
