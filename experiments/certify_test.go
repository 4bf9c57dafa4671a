package experiments_test

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact/certain"
	"breadboard/experiments"
	"breadboard/toys"
)

// TestCertifyCases: the cases have every kernel, toy and bridge of the catalogues,
// and every schedule by a formula.
func TestCertifyCases(t *testing.T) {
	var tried, targets, bridges, schedules []string
	still, lifted := 0, 0
	for _, c := range experiments.CertifyCases() {
		if c.Still {
			still++
		}
		if c.Offset != 0 {
			lifted++
		}
		tried, targets, bridges, schedules = append(tried, c.Kernel), append(targets, c.Toy), append(bridges, c.Bridge),
			append(schedules, c.Schedule)
	}
	if still == 0 || lifted == 0 {
		t.Errorf("%d cases of betas that stand still, %d of a constant", still, lifted)
	}
	starts := func(names []string, with string) bool {
		return slices.ContainsFunc(names, func(s string) bool { s, _, _ = strings.Cut(s, ":"); return s == with })
	}
	for _, k := range kernels.Catalogue {
		if !slices.Contains(tried, k.Name) {
			t.Errorf("no case of kernel %s", k.Name)
		}
	}
	for _, toy := range toys.Catalogue {
		if !starts(targets, toy.Name) {
			t.Errorf("no case of toy %s", toy.Name)
		}
	}
	for _, b := range chains.Bridges[1:] {
		if !starts(bridges, b.Name) {
			t.Errorf("no case of bridge %s", b.Name)
		}
	}
	for _, s := range chains.Schedules[1:] {
		if !starts(schedules, s.Name) {
			t.Errorf("no case of schedule %s", s.Name)
		}
	}
}

// TestLiftedCase: a constant in the log density changes the truth by the rounding of
// the target, and betas that come twice change the path's divergences not at all where
// the kernel forgets where it was.
func TestLiftedCase(t *testing.T) {
	plain := experiments.Setting{Toy: "easy", Kernel: "perfect", Initial: "tempered:0.3"}
	short, long := plain, plain
	short.T, long.T = 4, 7
	rows, err := experiments.CertifyAll(t.Context(), []experiments.Case{{Setting: short}, {Setting: short, Offset: 64},
		{Setting: long, Still: true}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := rows[0].Proof("B").Truth.Mid().Float64()
	for i, r := range rows[1:] {
		got, _ := r.Proof("B").Truth.Mid().Float64()
		if math.Abs(got-want) > 1e-12*want { // ulps of 64 in log densities of differences of some nats
			t.Errorf("%s, case %d: B is %.17g, and %.17g without", r.Chain.Toy, i+1, got, want)
		}
	}
	if !strings.Contains(rows[1].Chain.Toy, "+64") || !strings.Contains(rows[2].Chain.Schedule, "twice") {
		t.Errorf("%s, %s", rows[1].Chain.Toy, rows[2].Chain.Schedule)
	}
}

// TestCertifyAll proves a part of the cases, none long: at least nine digits are
// right, and no result is further off than it says. The command proves all.
func TestCertifyAll(t *testing.T) {
	var some []experiments.Case
	for i, c := range experiments.CertifyCases() {
		if i%11 == 0 && c.T <= 12 {
			some = append(some, c)
		}
	}
	rows, err := experiments.CertifyAll(t.Context(), some, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 20 {
		t.Errorf("%d cases", len(rows))
	}
	for i, r := range rows {
		if r.Chain.Kernel != some[i].Kernel || r.T != some[i].T {
			t.Errorf("row %d is of %s at T = %d, want %s at %d", i, r.Chain.Kernel, r.T, some[i].Kernel, some[i].T)
		}
		if p := r.Fewest(); p.Digits() < 9 {
			t.Errorf("%s, %s, T = %d: %s has %.1f digits", r.Chain.Toy, r.Chain.Kernel, r.T, p.Name, p.Digits())
		}
		for _, p := range r.Proofs {
			if !p.Kept() {
				t.Errorf("%s, %s, T = %d: %s is off by %g", r.Chain.Toy, r.Chain.Kernel, r.T, p.Name, p.Off())
			}
		}
	}
}

// TestCertify: a chain has a proof for each T, in the order of the T.
func TestCertify(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier", Kernel: "heat-bath", SkipLast: true}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	rows, err := c.Certify(t.Context(), []int{5, 3}, func(done, total int) {
		if done < last || done > total || total != 8 {
			t.Errorf("%d of %d after %d", done, total, last)
		}
		last = done
	})
	if err != nil {
		t.Fatal(err)
	}
	exactly, err := c.Exactly(t.Context(), []int{5, 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if r.T != exactly[i].T || r.Proof("J").Value != exactly[i].J() ||
			r.Proof("path_kl_rev").Value != exactly[i].Paths.Reverse || !r.Kept() {
			t.Errorf("row %d: T = %d, J = %v, kept: %v; want T = %d, J = %v",
				i, r.T, r.Proof("J").Value, r.Kept(), exactly[i].T, exactly[i].J())
		}
	}
	if last != 8 {
		t.Errorf("%d of 8 at the end", last)
	}
}

// TestPromisedDigits: a result is kept that has nine digits, or that is off by less than
// anybody waits for.
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
		p := experiments.Proof{Name: c.name, Value: c.value, Truth: c.truth}
		if p.Kept() != c.kept || (experiments.Certified{Proofs: []experiments.Proof{p}}).Kept() != c.kept {
			t.Errorf("%s = %g: kept is %v", c.name, c.value, p.Kept())
		}
	}
}
