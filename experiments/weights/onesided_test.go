package weights

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// means are both means of log w, both divergences of the cell from the target, and log R.
type means struct{ fwd, rev, klqp, klpq, logR float64 }

// alongPaths are the means of a program along every path of the dice.
func alongPaths(t *testing.T, c experiments.Chain, T int, spec string) (m means) {
	t.Helper()
	e, p, rise, err := Aim(c, at(t, c, T), spec)
	must.Do(t, err)
	first, last := p.Ends()
	target := chains.Normalized(last)
	q := make([]float64, len(last))
	x, logw := 0, 0.0
	for prob := range enumerate.Every(func(d chains.Dice) { x, logw = e.Forward(d) }) {
		q[x] += prob
		m.fwd += prob * logw
	}
	for prob := range enumerate.Every(func(d chains.Dice) {
		logw = e.(programs.Program).Reverse(d.Pick(target), d)
	}) {
		m.rev += prob * logw
	}
	for x := range q {
		m.klqp += q[x] * math.Log(q[x]/target[x])
		m.klpq += target[x] * math.Log(target[x]/q[x])
	}
	m.fwd += rise
	m.rev += rise
	m.logR = chains.LogSum(last) - chains.LogSum(first) + rise
	return m
}

// What a bound certifies is the bound less a mean of log w, both along every path of the dice. A bound never certifies
// less than the divergence along every path. A number on the wrong side of log R is called no bound, also where the sum
// is above the divergence by luck.
func TestOneSidedIsEnumerated(t *testing.T) {
	const T = 3
	c := must.Have(experiments.Setting{Target: must.File(t, "target.csv", "0,1.5\n")}.Chain())(t)
	specs := []string{"ais", "sir:2", "smc:2"}
	along := map[string]means{}
	for _, spec := range append(specs, "importance") {
		along[spec] = alongPaths(t, c, T, spec)
	}
	logR := along["ais"].logR
	for _, upper := range []bool{true, false} {
		outward := -1.0
		if upper {
			outward = 1
		}
		bounds := []Bound{{upper, logR + 0.5*outward, ""}, {upper, logR - 1e-3*outward, ""},
			{upper, logR - 3*outward, ""}, {upper, 0, "importance"}, {upper, 0, "smc:2"}}
		rows := must.Have(OneSidedBounds(t.Context(), c, []int{T}, specs, bounds, nil))(t)
		for i, row := range rows {
			own := along[specs[i]]
			for k, s := range row.OneSided {
				bound := bounds[k].Number
				if by := bounds[k].Program; by != "" {
					bound = along[by].fwd
					if upper {
						bound = along[by].rev
					}
				}
				want, kl := own.rev-bound, own.klpq
				if upper {
					want, kl = bound-own.fwd, own.klqp
				}
				if !(math.Abs(s.Certified.Value-want) < 1e-12 && math.Abs(s.KL-kl) < 1e-12) {
					t.Errorf("%s with %+v certifies %.15g of %.15g, want %.15g of %.15g", row.Program, s.Bound,
						s.Certified.Value, s.KL, want, kl)
				}
				valid := (bound-logR)*outward >= 0
				enough := want >= kl
				if got := s.Verdict(); (got == Holds) != valid || !valid && (got == Lucky) != enough {
					t.Errorf("%s with %+v is called %q; is it a bound: %t; and is it enough: %t",
						row.Program, s.Bound, got,
						valid, enough)
				}
				if valid && !enough {
					t.Errorf("%s: the bound %+v certifies %g of %g", row.Program, s.Bound, want, kl)
				}
			}
		}
	}
}

// Whatever the kernel, the bridge and the program, a bound of log R from the other programs certifies no less than the
// exact divergence. A kernel with states of its own keeps this for the cell.
func TestOneSidedHoldsOverTheCatalogue(t *testing.T) {
	specs := []string{"ais", "sir:4", "importance", "rejection", "smc:2"}
	var bounds []Bound
	for _, spec := range specs {
		bounds = append(bounds, Bound{true, 0, spec}, Bound{false, 0, spec})
	}
	for _, kernel := range []string{"metropolis", "stretch", "heat-bath", "identity", "perfect"} {
		c := must.Have(experiments.Setting{Target: must.File(t, "target.csv", "0,1.5,-1\n"), Kernel: kernel}.Chain())(t)
		for _, row := range must.Have(OneSidedBounds(t.Context(), c, []int{2, 4}, specs, bounds, nil))(t) {
			for _, s := range row.OneSided {
				if s.Verdict() != Holds && !math.IsNaN(s.KL) {
					t.Errorf("%s, %s at T = %d: %+v: %s", kernel, row.Program, row.T, s, s.Verdict())
				}
			}
		}
	}
}

// What is neither a number nor a program, or has no reverse where one is needed, is refused by the flag's name.
func TestBoundsAreRefused(t *testing.T) {
	for word, want := range map[string]string{"": "upper", "nan": "upper nan", "1e999": "upper 1e999",
		"wat": "upper wat", "smc:0": "P, parameter 1, is", "1,2": "upper 1,2"} {
		must.Refuse(ReadBound(true, word))(t, want, "--upper %q", word)
	}
	c := must.Have(experiments.Setting{Toy: "barrier"}.Chain())(t)
	for _, spec := range []string{"chib:2", "ns:4", "ns:4:2:shrink=unbiased", "cms:2:start=first"} {
		for _, upper := range []bool{true, false} {
			if err := CheckBounds(c, Bound{upper, 0, spec}, Bound{true, 2, ""}); err == nil ||
				!strings.Contains(err.Error(), spec) {
				t.Errorf("%s, upper %t: %v; its mean log w may be on the wrong side", spec, upper, err)
			}
		}
	}
	if err := CheckBounds(c, Bound{false, 0, "ns:4:shrink=unbiased"}); err != nil {
		t.Error(err)
	}
	for _, e := range programs.Catalogue {
		if _, err := suited(c, e.Name); err != nil {
			continue
		}
		refused := Reverses(c, e.Name) != nil
		if err := CheckBounds(c, Bound{true, 0, e.Name}); (err != nil) != refused {
			t.Errorf("%s as an upper bound: %v; without a reverse: %t", e.Name, err, refused)
		}
	}
}

// A warning says which program it is of.
func TestOneSidedWarns(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "barrier"}.Chain())(t)
	row := must.Have(OneSidedBounds(t.Context(), c, []int{5}, []string{"posterior"},
		[]Bound{{false, 0, "ns:4:shrink=unbiased"}},
		nil))(t)[0]
	if len(row.Warnings) == 0 || !strings.HasPrefix(row.Warnings[0], "the bound by ns:4:shrink=unbiased: ") {
		t.Errorf("%q", row.Warnings)
	}
}
