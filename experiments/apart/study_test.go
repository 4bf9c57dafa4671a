package apart

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/hidden"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/exact/accounts"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// Rows come by T and program, and a program with a T of its own is the same at all.
func TestRows(t *testing.T) {
	easy := experiments.Setting{Toy: "easy"}
	c := must.Have(easy.Chain())(t)
	s := Study{Gold: sided(t, easy, "posterior", 3, 5), Common: c, Programs: []Side{
		sided(t, easy, "ais", 3, 5), sided(t, easy, "ais:T=4", 3, 5), sided(t, easy, "smc:20", 3, 5)},
		Options: Options{Runs: Counts{Gold: 4, Target: 4}, Meta: Counts{Gold: 1, Target: 1}}}
	last := 0
	rows := must.Have(s.Rows(t.Context(), []int{3, 5}, func(done, total int) {
		last = done
		if done > total {
			t.Errorf("%d of %d is done", done, total)
		}
	}))(t)
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprint(r.T, " ", r.Program))
	}
	want := []string{"3 ais", "3 ais:T=4", "3 smc:20", "5 ais", "5 ais:T=4", "5 smc:20"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Fatal(diff)
	}
	if rows[1].Expected != rows[4].Expected || rows[0].Expected <= rows[3].Expected {
		t.Errorf("at T = 3 and T = 5 ais:T=4 expects %v and %v, and ais %v and %v", rows[1].Expected, rows[4].Expected,
			rows[0].Expected, rows[3].Expected)
	}
	if w := rows[2].Warnings; len(w) != 1 || !strings.Contains(w[0], "smc:20 is too large for an exact account") {
		t.Errorf("the warnings of smc:20 are %q", w)
	}
	if last == 0 {
		t.Error("there is no progress")
	}
}

// A program without a reverse, or one that the target does not suit, is refused by its own field.
func TestOnRefuses(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	must.Do(t, err)
	for text, says := range map[string]string{
		"ns:2": "gold ns:2: it has no reverse, and both programs are to run in reverse; ais or smc:8, say, " +
			"would do",
		"smc-data:3": "gold smc-data:3: smc-data takes in a model's observations",
	} {
		spec, err := Read(FieldGold, text)
		must.Do(t, err)
		_, err = spec.On(c, []int{10})
		must.Say(t, experiments.Say(err, func(f experiments.Field) string { return string(f) }), says)
	}
}

// Without exact numbers the estimates are the same, and stand alone.
func TestAlone(t *testing.T) {
	tiny := experiments.Setting{Toy: "clustering:2:2"}
	c := must.Have(tiny.Chain())(t)
	s := Study{Gold: sided(t, tiny, "sir:2", 3), Common: c, Programs: []Side{sided(t, tiny, "ais", 3)},
		Options: Options{Runs: Counts{Gold: 40, Target: 40}, Meta: Counts{Gold: 2, Target: 2}}}
	var estimates []float64
	for _, s.Alone = range []bool{false, true} {
		rows := must.Have(s.Rows(t.Context(), []int{3}, nil))(t)
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

// Many runs together are those run by run.
func TestCellsTogether(t *testing.T) {
	p := chaintest.Problems(kernels.GibbsSweep{}, 2)[0]
	c := cells{programs.AIS{Problem: p}, 0.5}
	var dice, again []chains.Dice
	for i := range 30 {
		dice = append(dice, sample.Seeded(uint64(i)))
		again = append(again, sample.Seeded(uint64(i)))
	}
	xs, logw := c.Forwards(dice)
	back := c.Reverses(xs, dice)
	for i, d := range again {
		x, v := c.Forward(d)
		if r := c.Reverse(xs[i], d); x != xs[i] || v != logw[i] || r != back[i] {
			t.Errorf("run %d: %d, %v and %v, and together %d, %v and %v", i, x, v, r, xs[i], logw[i], back[i])
		}
	}
}

// The programs that know the two ends alone are those whose exact account is the same with another kernel, schedule
// and T; all others have another one. Those that go along a model's data do not count: with these parameters they may
// have no use for the kernel.
func TestEndsAlone(t *testing.T) {
	common := must.Have(experiments.Setting{Toy: "clustering:2:2"}.Chain())(t)
	for _, e := range programs.Catalogue {
		// of which there is an account
		text := strings.NewReplacer("smc:8:ess=0.5", "smc:2", ":10", ":2").Replace(e.Case())
		if experiments.Reverses(common, text) != nil || e.Name == "smc-data" || e.Name == "shme" {
			continue
		}
		one := aimedAt(t, experiments.Setting{Toy: "clustering:2:2"}, 3, text)
		other := aimedAt(t, experiments.Setting{Toy: "clustering:2:2", Kernel: "heat-bath",
			Schedule: "sigmoid:4"}, 4, text)
		if one.unknown != nil || other.unknown != nil {
			t.Errorf("%s has no account", text)
			continue
		}
		spec := must.Have(Read(experiments.FieldProgram, text))(t)
		alone := !Study{Gold: Side{Spec: Spec{Text: Exec}}}.anneals(Side{Spec: spec})
		if same := alike(one.account, other.account); same != alone {
			t.Errorf("%s has the same account whatever the kernel: %v, and is said to know the ends alone: %v", text,
				same, alone)
		}
	}
}

func alike(a, b accounts.Account) bool {
	near := func(v, w float64) bool { return v == w || math.Abs(v-w) < 1e-9 }
	return slices.EqualFunc(a.Q, b.Q, near) && slices.EqualFunc(a.F, b.F, near) && slices.EqualFunc(a.G, b.G, near)
}

func weather(t *testing.T) *hidden.Model {
	t.Helper()
	return must.Have(hidden.Open(filepath.Join("..", "..", "chains", "hidden",
		"testdata", "weather.json")))(t)
}

// Estimates are near the exact values, and say what is known of each program.
func TestHiddenRows(t *testing.T) {
	options := Options{Runs: Counts{Gold: 500, Target: 500}, Meta: Counts{Gold: 1, Target: 1}, Seed: 1}
	s := must.Have(NewHidden("weather", weather(t), "posterior",
		[]string{"smc-data:1", "smc-data:3", "smc-data:3:proposal=optimal"}, options))(t)
	rows := must.Have(s.Rows(t.Context(), nil))(t)
	for i, how := range []string{"forward and backward sums", "particles", ""} {
		r := rows[i]
		if r.HowTarget != how {
			t.Errorf("%s: the account is by %q, want %q", r.Program, r.HowTarget, how)
		}
		if z := (r.Estimate.Value - r.Expected) / r.Estimate.StdErr; how != "" && !(math.Abs(z) < 5) {
			t.Errorf("%s: the estimate is %v standard errors from what is expected", r.Program, z)
		}
		if r.Grid != "2 states and 8 observations" || r.T != 8 {
			t.Errorf("%s: %s, T = %d", r.Program, r.Grid, r.T)
		}
	}
	if rows[0].Symmetrised() != rows[0].Expected || rows[0].Why != NoBias {
		t.Errorf("one particle: %v apart, %v expected, %s", rows[0].Symmetrised(), rows[0].Expected, rows[0].Why)
	}
	if w := rows[2].Warnings; len(w) != 1 || !strings.Contains(w[0], "so the estimate stands alone") {
		t.Errorf("the warnings are %q", w)
	}
}

func TestHiddenRefuses(t *testing.T) {
	_, err := NewHidden("weather", weather(t), "ais", []string{"posterior", "smc-data:no"}, Options{})
	got := experiments.Say(err, func(f experiments.Field) string { return "--" + string(f) })
	must.Say(t, got, "--gold ais: ais is no program of a hidden Markov model",
		"--program smc-data:no: P, parameter 1, is")
}
