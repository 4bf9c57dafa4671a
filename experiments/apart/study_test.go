package apart

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments"
)

// Rows come by T and program, and a program with a T of its own is the same at all.
func TestRows(t *testing.T) {
	easy := experiments.Setting{Toy: "easy"}
	c, err := easy.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s := Study{Gold: sided(t, easy, "posterior", 3, 5), Common: c, Programs: []Side{
		sided(t, easy, "ais", 3, 5), sided(t, easy, "ais:T=4", 3, 5), sided(t, easy, "smc:1000", 3, 5)},
		Options: Options{Runs: Counts{Gold: 4, Target: 4}, Meta: Counts{Gold: 1, Target: 1}}}
	last := 0
	rows, err := s.Rows(t.Context(), []int{3, 5}, func(done, total int) {
		if last = done; done > total {
			t.Errorf("%d of %d is done", done, total)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprint(r.T, " ", r.Program))
	}
	want := []string{"3 ais", "3 ais:T=4", "3 smc:1000", "5 ais", "5 ais:T=4", "5 smc:1000"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Fatal(diff)
	}
	if rows[1].Expected != rows[4].Expected {
		t.Errorf("ais:T=4 expects %v at T = 3 and %v at T = 5", rows[1].Expected, rows[4].Expected)
	}
	if rows[0].Expected <= rows[3].Expected {
		t.Errorf("ais expects %v at T = 3 and %v at T = 5, want less", rows[0].Expected, rows[3].Expected)
	}
	if w := rows[2].Warnings; len(w) != 1 || !strings.Contains(w[0], "smc:1000 is too large for an exact account") {
		t.Errorf("the warnings of smc:1000 are %q", w)
	}
	if last == 0 {
		t.Error("there is no progress")
	}
}

// A program without a reverse, or one that the target does not suit, is refused by its own field.
func TestOnRefuses(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	for text, says := range map[string]string{
		"ns:2":       "gold ns:2: it has no reverse, and both programs are to run in reverse; ais or smc:8, say, would do",
		"smc-data:3": "gold smc-data:3: smc-data takes in a model's observations",
	} {
		spec, err := Read(FieldGold, text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = spec.On(c, []int{10}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: the error is %v, want %q", text, err, says)
		}
	}
}

// Without exact numbers the estimates are the same, and stand alone.
func TestAlone(t *testing.T) {
	barrier := experiments.Setting{Toy: "barrier"}
	c, err := barrier.Chain()
	if err != nil {
		t.Fatal(err)
	}
	s := Study{Gold: sided(t, barrier, "sir:2", 3), Common: c, Programs: []Side{sided(t, barrier, "ais", 3)},
		Options: Options{Runs: Counts{Gold: 40, Target: 40}, Meta: Counts{Gold: 2, Target: 2}}}
	var estimates []float64
	for _, s.Alone = range []bool{false, true} {
		rows, err := s.Rows(t.Context(), []int{3}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := rows[0]; math.IsNaN(r.Expected) != s.Alone {
			t.Errorf("alone %v: %v is expected", s.Alone, r.Expected)
		}
		if w := rows[0].Warnings; s.Alone && (len(w) != 1 || w[0] != errAlone.Error()) {
			t.Errorf("the warnings are %q", w)
		}
		estimates = append(estimates, rows[0].Estimate.Value)
	}
	if estimates[0] != estimates[1] {
		t.Errorf("the estimate is %v, and %v alone", estimates[0], estimates[1])
	}
}
