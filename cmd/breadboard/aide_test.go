package main

import (
	"fmt"
	"math"
	"strings"
	"testing"

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

// All faults come together; each is of its own flag.
func TestBadAide(t *testing.T) {
	refuseAll(t, [][2]string{
		{`--gold "smd:3" is unknown; the nearest known is smc:P`, "aide --toy barrier --gold smd:3"},
		{"--gold ns:2: it has no reverse, and both programs are to run in reverse", "aide --toy barrier --gold ns:2"},
		{"--program ns:2: it has no reverse", "aide --toy barrier --gold ns:3 --program ns:2"},
		{"--program ais:T=1: T 1; a number of levels from 2", "aide --toy barrier --program ais:T=1"},
		{`; --program ais:kernel=no: kernel "no" is unknown`, "aide --toy nothing --program ais:kernel=no"},
		{`--gold ais:colour=red: "colour=red" is no parameter of ais`, "aide --toy barrier --gold ais:colour=red"},
		{"--gold ais:schedule=f.txt: schedule f.txt: no such file", "aide --toy barrier --gold ais:schedule=f.txt"},
		{`--runs "1"; a whole number from 2 to 10000000, or two separated by a comma, would do; --meta "x"`,
			"aide --toy barrier --runs 1 --meta x"},
		{`--runs "3,4,5"; a whole number`, "aide --toy barrier --runs 3,4,5"},
		{`--meta "1,0"; a whole number from 1`, "aide --toy barrier --meta 1,0"},
		{"--workers -1", "aide --toy barrier --workers -1"},
		{"--seed 3 is given, but --toy barrier has no randomness", "aide --toy barrier --seed 3"},
		{"on which swap has 4,194,304 states", "aide --toy ising:1x11:0.4 --program ais:kernel=swap"},
		{"--program smc-data:3: smc-data takes in a model's observations", "aide --toy barrier --program smc-data:3"},
	})
}

// A run that would take long may leave out the exact numbers. A run that does says no more than --yes.
func TestAideShorter(t *testing.T) {
	const flag = "and --skip-exact leaves out the exact numbers"
	long := bad(fmt.Errorf("49 cells take %w; --yes goes on", tooLong("about 2m0s")))
	if err := (&aideCmd{}).shorter(long); !strings.HasSuffix(err.Error(), "; --yes goes on, "+flag) {
		t.Errorf("the error is %v", err)
	}
	if err := (&aideCmd{SkipExact: true}).shorter(long); strings.Contains(err.Error(), flag) {
		t.Errorf("with the flag the error is %v", err)
	}
	var rows []aideRow
	worksJSON(t, &rows, "", "aide", "--toy", "easy", "-T", "9", "--runs", "5", "--skip-exact")
	if rows[0].Symmetrised != nil || rows[0].Estimate == nil {
		t.Errorf("the exact divergence is %v and the estimate %v, want an estimate alone", rows[0].Symmetrised,
			rows[0].Estimate)
	}
}
