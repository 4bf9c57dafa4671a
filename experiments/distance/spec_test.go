package distance

import (
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
)

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
