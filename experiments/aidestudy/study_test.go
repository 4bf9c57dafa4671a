package aidestudy

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains/hmm"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// TestRows: rows come by T and program, and a program with a T of its own is the same at all.
func TestRows(t *testing.T) {
	easy := experiments.Setting{Toy: "easy"}
	an := must.Have(easy.Annealer())(t)
	s := Study{Gold: sided(t, easy, "posterior", 3, 5), Common: an, Programs: []PlacedProgram{
		sided(t, easy, "ais", 3, 5), sided(t, easy, "ais:T=4", 3, 5), sided(t, easy, "smc:20", 3, 5)},
		Options: Options{Runs: Counts{Gold: 4, Target: 4}, Meta: Counts{Gold: 1, Target: 1}}}
	rows := must.Have(s.Compare(t.Context(), []int{3, 5}, nil))(t)
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
	s.WithoutExact = true
	estimates := must.Have(s.Compare(t.Context(), []int{3, 5}, nil))(t)
	if r := estimates[0]; r.Estimate != rows[0].Estimate || !math.IsNaN(r.Expected) || r.Warnings[0] != leftOut {
		t.Errorf("without exact numbers %v is expected, with the estimate %v and the warnings %q", r.Expected,
			r.Estimate, r.Warnings)
	}
}

// TestOnRefuses: a program without a reverse, or one that the target does not suit, is refused by its own field.
func TestOnRefuses(t *testing.T) {
	an, err := experiments.Setting{Toy: "barrier"}.Annealer()
	must.Do(t, err)
	for text, says := range map[string]string{
		"ns:2":       "gold ns:2: program ns:2: it has no reverse",
		"smc-data:3": "gold smc-data:3: program smc-data:3: smc-data needs a model's observations",
	} {
		spec, err := Read(FieldGold, text)
		must.Do(t, err)
		_, err = spec.Place(an, []int{10})
		must.Say(t, experiments.Say(err, func(f experiments.Field) string { return string(f) }), says)
	}
}

func weather(t *testing.T) *hmm.Model {
	t.Helper()
	return must.Have(hmm.Open(filepath.Join("..", "..", "chains", "hmm",
		"testdata", "weather.json")))(t)
}

func TestHiddenRefuses(t *testing.T) {
	_, err := NewHidden("weather", weather(t), "ais", []string{"posterior", "smc-data:no"}, Options{})
	got := experiments.Say(err, func(f experiments.Field) string { return "--" + string(f) })
	must.Say(t, got, "--gold ais: ais is no program of a hidden Markov model",
		"--program smc-data:no: P, parameter 1, is")
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		text, program             string
		T                         int
		kernel, schedule, initial string
	}{
		{"ais", "ais", 0, "", "", ""},
		{"ais:T=100:kernel=king", "ais", 100, "king", "", ""},
		{"smc:8:ess=0.5:schedule=power:2:T=20", "smc:8:ess=0.5", 20, "", "power:2", ""},
		{"smc:8:kernel=lazy:0.5:initial=file:a=b.csv", "smc:8", 0, "lazy:0.5", "", "file:a=b.csv"},
	} {
		s, err := Read(experiments.FieldProgram, c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
		if s.Program != c.program {
			t.Errorf("%s: the program is %q, want %q", c.text, s.Program, c.program)
		}
		own := experiments.Setting{Kernel: c.kernel, Schedule: c.schedule, Initial: c.initial}
		if s.own != own || s.T != c.T {
			t.Errorf("%s: T = %d and %+v, want %d and %+v", c.text, s.T, s.own, c.T, own)
		}
	}
}

// TestReadRefuses: every fault names the field and the spec, and what to use.
func TestReadRefuses(t *testing.T) {
	for text, says := range map[string]string{
		"":               "gold : program: a name is empty; use names such as ais,smc:8",
		"smd:3":          `gold smd:3: program "smd:3" is unknown; use smc:P`,
		"sir:0:T=7":      `gold sir:0:T=7: program sir:0: P, parameter 1, is "0"`,
		"ais:colour=red": "settings of its own are T, kernel,",
		"ais:T=1":        `gold ais:T=1: T "1"; use a number of levels from 2`,
		"ais:T=3:T=4":    "gold ais:T=3:T=4: T is given twice, or has no value; use settings such as",
		"ais:kernel=":    "gold ais:kernel=: kernel is given twice, or has no value",
		"smc:T=20:8":     `T "20:8"; use a number of levels`,
	} {
		_, err := Read(FieldGold, text)
		must.Fail(t, err, says, "%q", text)
	}
}

// TestOwnFaults: a fault of a program's own settings names the program.
func TestOwnFaults(t *testing.T) {
	barrier := experiments.Setting{Toy: "barrier"}
	for _, c := range []struct {
		common     experiments.Setting
		spec, says string
	}{
		{barrier, "ais:kernel=king", ""},
		{barrier, "ais:bridge=no", `program ais:bridge=no: bridge "no" is unknown`},
		{barrier, "ais:initial=prior", "program ais:initial=prior: initial prior: barrier has none"},
		{barrier, "ais:schedule=best-b:T=30000", "use a number of levels up to 20000"},
	} {
		spec, err := Read(experiments.FieldProgram, c.spec)
		must.Do(t, err)
		_, err = spec.Place(must.Have(c.common.Annealer())(t), []int{10})
		if none := err == nil; none != (c.says == "") || !none && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s on %+v: the error is %v, want %q", c.spec, c.common, err, c.says)
		}
	}
}
