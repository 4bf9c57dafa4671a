package certified

import (
	"fmt"
	"math"
	"math/big"
	"os"
	"testing"

	"breadboard/exact/certain"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestCertifyAll proves a part of the cases, none long, and the long form all of them: at least nine digits are right,
// and no result is further off than it says.
func TestCertifyAll(t *testing.T) {
	all := os.Getenv("BREADBOARD_LONG") != ""
	for i, c := range Cases() {
		if !all && (i%37 > 0 || c.T > 12) {
			continue
		}
		if !all {
			c.T = min(c.T, 3)
		}
		t.Run(fmt.Sprintf("%s, %s, %s, %s, %s, T = %d", c.Toy, c.Kernel, c.Bridge, c.Schedule, c.Initial, c.T),
			func(t *testing.T) {
				t.Parallel()
				rows := must.Have(Of(t.Context(), must.Have(c.Chain())(t), []int{c.T}, nil))(t)
				for _, p := range rows[0].Proofs {
					few := p.Digits() < Promised && p.Name != logR && p.Value > Ordinary
					if few || !p.Kept() {
						t.Errorf("%s has %.1f digits, and is off by %g", p.Name, p.Digits(), p.Off())
					}
				}
			})
	}
}

// TestCertify: a chain has a proof for each T, in the order of the T.
func TestCertify(t *testing.T) {
	c := must.Have(experiments.Setting{Toy: "barrier", Kernel: "heat-bath", SkipLast: true}.Chain())(t)
	last := 0
	rows := must.Have(Of(t.Context(), c, []int{5, 3}, func(done, total int) {
		if done < last || done > total || total != 8 {
			t.Errorf("%d of %d after %d, want from %d to 8", done, total, last, last)
		}
		last = done
	}))(t)
	exactly := must.Have(c.Exactly(t.Context(), []int{5, 3}, nil))(t)
	for i, r := range rows {
		if got, want := r.Proofs[0].Value, exactly[i].J(); got != want {
			t.Errorf("row %d: J = %v, want %v", i, got, want)
		}
		if r.T != exactly[i].T || !r.Kept() {
			t.Errorf("row %d: T = %d, want %d; it is kept: %v", i, r.T, exactly[i].T, r.Kept())
		}
	}
	if last != 8 {
		t.Errorf("%d of 8 at the end", last)
	}
}

// TestPromisedDigits: a result is kept that has nine digits, or that is off by less than anybody waits for.
func TestPromisedDigits(t *testing.T) {
	two := certain.Enclosure{Lo: big.NewFloat(2), Hi: big.NewFloat(2)}
	none := certain.Enclosure{Lo: big.NewFloat(-1e-80), Hi: big.NewFloat(1e-77)}
	small := certain.Enclosure{Lo: big.NewFloat(3e-21), Hi: big.NewFloat(3e-21)}
	for _, c := range []struct {
		name  string
		value float64
		truth certain.Enclosure
		kept  bool
	}{
		{"B", 2.5, two, false}, {"B", 2 + 1e-8, two, false}, {"B", 2 + 1e-9, two, true}, {"J", math.NaN(), two, false},
		{"J", 0, none, true}, {"J", 1e-30, none, true}, {"J", -1e-30, none, true}, {"J", 1e-19, none, false},
		{"J", math.NaN(), none, false},
		{"J", 4e-21, small, true},
		{"log_r", 1e-13, none, true},
		{"log_r", 1e-11, none, false},
	} {
		p := Proof{Name: c.name, Value: c.value, Truth: c.truth}
		if kept := p.Kept(); kept != c.kept {
			t.Errorf("%s = %g: kept is %v, want %v", c.name, c.value, kept, c.kept)
		}
		if kept := (Row{Proofs: []Proof{p}}).Kept(); kept != c.kept {
			t.Errorf("a row of %s = %g alone: kept is %v, want %v", c.name, c.value, kept, c.kept)
		}
	}
}
