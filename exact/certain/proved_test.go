package certain_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/numbers"
	"breadboard/exact"
	"breadboard/exact/certain"
	"breadboard/grid/must"
)

// A late bridge is the geometric one at beta², as somebody may write it: with its form over intervals. A wrong one
// proves the geometric bridge at beta.
type late struct {
	base  chains.Geometric // not embedded: what it knows of small rises is of beta and not of beta²
	wrong bool
}

func (b late) At(dst []float64, beta float64) { b.base.At(dst, beta*beta) }

func (b late) Slope(dst []float64, beta float64) {
	b.base.Slope(dst, beta*beta)
	for x := range dst {
		dst[x] *= 2 * beta
	}
}

func (b late) Ends() (from, to []float64) { return b.base.From, b.base.To }

func (b late) Prove(c *numbers.Calculator, z, beta, from, to *numbers.Interval) bool {
	at := numbers.Zero(c.Work).Set(beta)
	if !b.wrong {
		at.Mul(beta, beta)
	}
	return c.Average(z, at, from, to)
}

// TestProvedBridge: a bridge of one's own is proved by the form that it brings. J and B are those of the geometric
// bridge at the squares of the betas, and what package exact finds; a form that is not the bridge's is found out.
func TestProvedBridge(t *testing.T) {
	own := annealing(kernels.HeatBath{}, 5)
	ends := own.Bridge.(chains.Geometric)
	ends.To[3] = math.Inf(-1)
	ends.From[3] = math.Inf(-1)
	own.Bridge = late{base: ends}
	plain := own
	plain.Bridge = ends
	var betas []float64
	for _, b := range own.Schedule.Betas() {
		betas = append(betas, b*b)
	}
	plain.Schedule = must.Have(chains.NewSchedule(betas))(t)
	got, want := truth(t, own), truth(t, plain)
	g := must.Have(exact.Measure(t.Context(), own))(t)
	for name, pair := range map[string]struct {
		got, want certain.Enclosure
		float     float64
	}{"J": {got.J, want.J, g.J()}, "B": {got.B, want.B, g.B()}, "log R": {got.LogR, want.LogR, g.LogR}} {
		is, _ := pair.got.Mid().Float64()
		should, _ := pair.want.Mid().Float64()
		must.Near(t, is, should, 1e-14*math.Abs(should), "%s of the bridge and of the geometric one", name)
		if !(pair.got.Digits(pair.float) > 12) {
			t.Errorf("%s in float64 is %v, proved %v", name, pair.float, is)
		}
	}
	own.Bridge = late{base: ends, wrong: true}
	if !(truth(t, own).J.Digits(g.J()) < 3) {
		t.Error("a form that is not the bridge's proves its J")
	}
}

// TestProvedBridgeFarFromZero: log densities of a thousand million nats are proved as others are.
func TestProvedBridgeFarFromZero(t *testing.T) {
	own := annealing(kernels.HeatBath{}, 5)
	ends := own.Bridge.(chains.Geometric)
	floats.AddConst(-1e9, ends.From)
	floats.AddConst(2e9, ends.To)
	own.Bridge = late{base: ends, wrong: true} // which proves the geometric bridge
	proved := truth(t, own)
	own.Bridge = ends
	want := truth(t, own)
	for name, pair := range map[string][2]certain.Enclosure{"J": {proved.J, want.J}, "B": {proved.B, want.B},
		"log R": {proved.LogR, want.LogR}} {
		is, _ := pair[0].Mid().Float64()
		should, _ := pair[1].Mid().Float64()
		must.Near(t, is, should, 1e-14*math.Abs(should), "%s far from 0", name)
	}
}

// TestUnprovedBridge: a bridge without such a form is refused, with what it lacks.
func TestUnprovedBridge(t *testing.T) {
	a := annealing(kernels.Metropolis{}, 3)
	a.Bridge = struct{ chains.Bridge }{a.Bridge}
	_, err := certain.Measure(t.Context(), a, quiet)
	must.Fail(t, err, "as chains.Proved wants it, would do", "a bridge that is known by floats alone")
}
