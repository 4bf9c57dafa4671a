package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"breadboard/cmd/breadboard/internal/system"
	"breadboard/exact"
	"breadboard/experiments"
)

// An aideRow is a row of JSON.
type aideRow struct {
	Target, Gold, Program      string
	HowGold                    *string `json:"how_gold"`
	HowProgram                 *string `json:"how_program"`
	T                          int
	Runs                       int  `json:"runs_gold"`
	RunsProgram                int  `json:"runs_program"`
	Meta                       int  `json:"meta_gold"`
	MetaProgram                int  `json:"meta_program"`
	HalvingM                   *int `json:"halving_m"`
	Expected, Estimate, Stderr *float64
	Symmetrised                *float64 `json:"symmetrised_kl"`
	Bias                       *float64
	GoldOwn                    *float64 `json:"bias_gold_own"`
	ProgramOther               *float64 `json:"bias_program_other"`
	ProgramOwn                 *float64 `json:"bias_program_own"`
	GoldOther                  *float64 `json:"bias_gold_other"`
	Warnings                   []string
}

// With the posterior as the gold standard AIDE expects B of annealing, and is J apart.
func TestAideJSON(t *testing.T) {
	c, err := experiments.Setting{Toy: "barrier"}.Chain()
	if err != nil {
		t.Fatal(err)
	}
	var rows []aideRow
	worksJSON(t, &rows, t.TempDir(), "aide", "--toy", "barrier", "-T", "7,40", "--gold", "posterior", "--program", "ais")
	for i, T := range []int{7, 40} {
		truth, err := exact.Run(t.Context(), at(t, c, T))
		if err != nil {
			t.Fatal(err)
		}
		r := rows[i]
		for _, v := range []struct {
			name      string
			got, want float64
		}{
			{"expected", *r.Expected, truth.B()},
			{"symmetrised_kl", *r.Symmetrised, truth.J()},
			{"the sum of the bias terms", *r.GoldOwn + *r.ProgramOther + *r.ProgramOwn + *r.GoldOther, truth.B() - truth.J()},
			{"bias", *r.Bias, truth.B() - truth.J()},
		} {
			if !(math.Abs(v.got-v.want) <= 1e-12*truth.B()) {
				t.Errorf("T = %d: %s is %v, want %v", T, v.name, v.got, v.want)
			}
		}
		if z := (*r.Estimate - *r.Expected) / *r.Stderr; !(math.Abs(z) < 6) {
			t.Errorf("T = %d: the estimate is %v standard errors from what is expected", T, z)
		}
		if r.T != T {
			t.Errorf("row %d has T = %d, want %d", i, r.T, T)
		}
		if r.HalvingM == nil {
			t.Errorf("T = %d: no M halves the bias", T)
		}
	}
}

// The counts are the gold standard's and the program's. The numbers do not depend on the workers, and
// depend on the seed.
func TestAideRuns(t *testing.T) {
	args := []string{"aide", "--toy", "easy", "--seed", "3", "-T", "5", "--gold", "sir:2", "--program", "ais",
		"--runs", "30,40", "--meta", "2,3"}
	out := works(t, "", append(args, "--format", "json")...)
	if works(t, "", append(args, "--format", "json", "--workers", "1")...) != out {
		t.Error("one worker gives other numbers")
	}
	var rows, others []aideRow
	worksJSON(t, &rows, "", args...)
	worksJSON(t, &others, "", append(args, "--mc-seed", "2")...)
	if *rows[0].Estimate == *others[0].Estimate {
		t.Error("another seed gives the same numbers")
	}
	for name, v := range map[string][2]int{"runs_gold": {rows[0].Runs, 30}, "runs_program": {rows[0].RunsProgram, 40},
		"meta_gold": {rows[0].Meta, 2}, "meta_program": {rows[0].MetaProgram, 3}} {
		if v[0] != v[1] {
			t.Errorf("%s is %d, want %d", name, v[0], v[1])
		}
	}
}

// A program's own settings are those of the flags, and a program that is too large has estimates alone.
func TestAideSettings(t *testing.T) {
	var own, common []aideRow
	worksJSON(t, &own, "", "aide", "--toy", "easy", "-T", "9", "--program", "ais:T=6:kernel=lazy:0.5:schedule=power:2")
	worksJSON(t, &common, "", "aide", "--toy", "easy", "-T", "6", "--kernel", "lazy:0.5", "--schedule", "power:2")
	if *own[0].Expected != *common[0].Expected {
		t.Errorf("%v is expected by own settings, and %v by the flags", *own[0].Expected, *common[0].Expected)
	}
	var large []aideRow
	worksJSON(t, &large, "", "aide", "--toy", "easy", "-T", "9", "--program", "smc:40", "--runs", "5")
	if large[0].Expected != nil || large[0].Symmetrised != nil {
		t.Errorf("smc:40 has exact numbers: %+v", large[0])
	}
	if large[0].Estimate == nil {
		t.Error("smc:40 has no estimate")
	}
	if all := strings.Join(large[0].Warnings, "\n"); !strings.Contains(all, "smc:40 is too large for an exact account") {
		t.Errorf("the warnings are %s", all)
	}
}

// A run that would take long may leave out the exact numbers. A run that does says no more than --yes.
func TestAideShorter(t *testing.T) {
	const flag = "and --skip-exact leaves out the exact numbers"
	long := bad(fmt.Errorf("49 cells take %w; --yes goes on", tooLong("about 2m0s")))
	for skip, end := range map[bool]string{false: "; --yes goes on, " + flag, true: "; --yes goes on"} {
		if err := (&aideCmd{SkipExact: skip}).shorter(long); !strings.HasSuffix(err.Error(), end) {
			t.Errorf("with --skip-exact %v the error is %v", skip, err)
		}
	}
	var rows []aideRow
	worksJSON(t, &rows, "", "aide", "--toy", "easy", "-T", "9", "--runs", "5", "--skip-exact")
	if rows[0].Symmetrised != nil || rows[0].Estimate == nil {
		t.Errorf("%+v has no estimate alone", rows[0])
	}
}

// The memory of the looks is asked for, and refused if there is not as much.
func TestAideHMMIsLarge(t *testing.T) {
	const enough = 1.2 * (1 << 30)
	if free, known := system.FreeMemory(); !known || free < enough {
		t.Skipf("%v bytes are free here, or it is not known", free)
	}
	dir := files(t, inputs)
	for args, says := range map[string]string{
		"--runs 1200000": "1200000 + 1200000 runs, each looked at by M = 1 + 1, take 1.14 GiB of memory; --yes goes on",
		"--runs 10000000 --meta 1000000 --yes": "10000000 + 10000000 runs, each looked at by M = 1000000 + 1000000, take " +
			"582 TiB of memory, and ",
	} {
		refused(t, program(t, dir, strings.Fields("aide --hmm weather.json "+args)...), says)
	}
}

// An execRow is what aide prints of a program from outside.
type execRow struct {
	Gold, Program, Exec string
	Estimate, Stderr    float64
	Expected            *float64
	P                   float64 `json:"exec_p"`
	LogR                float64 `json:"log_r"`
	OwnLogR             float64 `json:"exec_log_r"`
	OwnStderr           float64 `json:"exec_log_r_stderr"`
}

// The Python client has the estimate of the program of the catalogue that it rewrites. Versions of it with one slip each
// are accused, with exit code 1.
func TestAideExec(t *testing.T) {
	python(t)
	source := read(t, "clients/sir.py")
	slips := []struct{ old, new string }{
		{"t - i if", "t - i + 7 if"}, // a constant, which is no fault
		{"[self.logw[x]] + ", ""},    // x is not kept
		{"self.draws - 1", "self.draws"},
		{"random.choices(cells, weights)", "random.choices(cells)"},
		{"return log_mean([self", "return math.log(0.5) + log_mean([self"},
	}
	for i, c := range slips[:times(2, len(slips))] {
		dir := files(t, map[string]string{"sir.py": strings.Replace(source, c.old, c.new, 1)})
		r := program(t, dir, "aide", "--toy", "barrier", "--exec", "python3 sir.py 4", "--program", "exec,sir:4",
			"--format", "json")
		var rows []execRow
		decode(t, r, min(i, 1), &rows)
		if i == 0 {
			soundExec(t, rows[0], *rows[1].Expected)
		}
	}
}

// soundExec checks the row of a sound program, whose estimate has this expectation.
func soundExec(t *testing.T, r execRow, want float64) {
	t.Helper()
	if math.Abs(r.Estimate-want) > 5*r.Stderr {
		t.Errorf("the estimate is %v +- %v, want about %v", r.Estimate, r.Stderr, want)
	}
	if r.Expected != nil {
		t.Errorf("its expectation is %v, want none", *r.Expected)
	}
	if r.Program != "exec" {
		t.Errorf("the program is called %s, want exec", r.Program)
	}
	if r.Exec != "python3 sir.py 4" {
		t.Errorf("the command is %s", r.Exec)
	}
	if off := math.Abs(r.OwnLogR - r.LogR); off > 5*r.OwnStderr && math.Abs(off-7) > 5*r.OwnStderr {
		t.Errorf("by its weights log R is %v, want %v or 7 more", r.OwnLogR, r.LogR)
	}
}

// execInShell is a program that always returns cell 0, which alone has mass.
const execInShell = `read a; read b; read c; list() { yes "$1" | head -n $2 | paste -sd, | sed 's/.*/[&]/'; }
while read q; do
	case $q in
	*forward*) n=${q#*:}; list '[0,0]' ${n%\}};;
	*) list 0 $(echo "$q" | awk -F, '{ print NF }');;
	esac
done`

// People read what is known of the program, which is as near as the gold standard.
func TestAideExecForPeople(t *testing.T) {
	dir := files(t, map[string]string{"one.csv": "0,-inf\n", "exec.sh": execInShell})
	for _, args := range []string{"", "--gold exec --program posterior"} {
		out := works(t, dir, append(strings.Fields("aide --target one.csv --runs 20 "+args), "--exec", "sh exec.sh")...)
		holds(t, out, "exec: sh exec.sh. Its forward and reverse runs fit together (20 each way,",
			"By its weights log R is 0; the truth is 0.", "exec is a program from outside, which shows runs alone")
	}
}

// What a program does wrong with the protocol is exit code 2 and one line, which tells its stderr.
func TestAideExecFaults(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": wallCSV})
	const told = "read a; read b; read c; read q; "
	for says, script := range map[string]string{
		"no answer within 300ms; a line for each line that asks for runs": "cat >/dev/null",
		"run 2 of 2 returned cell 2, which has no mass":                   told + "echo '[[0,0],[2,0]]'; cat",
		"its stderr ends: stuck":                                          "echo stuck >&2; " + told + "exit 7",
	} {
		timeout := map[bool]string{true: "300ms", false: "30s"}[strings.Contains(says, "300ms")]
		r := program(t, dir, "aide", "--target", "g.csv", "--runs", "2", "--timeout", timeout, "--exec", `sh -c "`+script+`"`)
		refused(t, r, says)
		if n := strings.Count(r.stderr, "--exec"); n != 1 {
			t.Errorf("--exec is told %d times, want once: %s", n, r.stderr)
		}
	}
}
