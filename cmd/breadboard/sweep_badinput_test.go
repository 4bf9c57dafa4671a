package main

import (
	"os"
	"strings"
	"testing"
)

// A badSweep is the arguments of a sweep, and what is said of them.
type badSweep struct {
	args string
	says []string
}

// refuseSweeps runs sweeps beside the wrong specs. All faults are told at once, in one line,
// before anything is run or written.
func refuseSweeps(t *testing.T, sweeps []badSweep) {
	t.Helper()
	dir := files(t, wrongSpecs)
	for _, c := range sweeps {
		refused(t, program(t, dir, strings.Fields("sweep "+c.args)...), c.says...)
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != len(wrongSpecs) {
		t.Errorf("%d files where there were %d", len(left), len(wrongSpecs))
	}
}

var wrongSpecs = map[string]string{
	"t.csv":      "0,1\n2,3\n",
	"i.csv":      "0,1,2\n",
	"keys.toml":  "toy = 'easy'\nschedul = 'linear'\nt = 10\n",
	"form.toml":  "toy = 'easy'\nT = [\n",
	"kind.toml":  "toy = 1.5\n",
	"names.toml": "toy = ['esy', 'barrier']\nkernel = 'metropolys'\nT = [1, 'ten']\n",
	"all.toml": "toy = ['easy', 'nope']\nT = [10, 1.5, '10..5x3']\n" +
		"kernel = 'foo'\nchains = -1\nschdule = 'linear'\nout = 'x'\n",
}

func TestSweepBadFlags(t *testing.T) {
	refuseSweeps(t, []badSweep{
		{"--toy esy,hard --kernel metropolis,barkr --bridge geometrc --schedule liner,sigmoid --initial unifrm " +
			"--seed 3..1 -T 10..5x2 --chains 1 --shard 3/2 --workers=-1",
			[]string{`--toy "esy" is unknown; the nearest known is easy`,
				`"barkr" is unknown; the nearest known is barker`,
				`"geometrc"`, `"liner"`, "sigmoid needs its parameter", `"unifrm"`,
				"--seed 3..1 runs backwards", "-T 10..5x2 does not rise", "--chains 1",
				`--shard "3/2"`, "--workers -1", "--out is missing"}},
		{"--out o", []string{"no target: --toy", "-T is missing"}},
		{"--toy easy -T 10..100 --out o", []string{"-T 10..100 does not say in how many steps; 10..100x5"}},
		{"--toy easy -T 10,, --out o", []string{`-T "10,," has an empty entry`}},
		{"--toy barrier --seed 1 -T 10 --out o", []string{"--seed 1 is given, but none of the targets is random"}},
		{"--target t.csv --initial i.csv -T 10 --out o", []string{"i.csv: 1x3 cells; the target has 2x2"}},
		{"--target missing.csv -T 10 --out o", []string{"missing.csv: no such file"}},
		{"--toy easy --schedule best-b -T 10,1000000 --out o", []string{"-T 1000000; a number of levels up to"}},
		{"--toy easy --seed 0..999999 -T 2..90x50 --out o", []string{"results; 1000000 or fewer would do"}},
		{"--toy easy -T 10 --out t.csv", []string{"--out t.csv: "}},
	})
}

func TestSweepBadSpecs(t *testing.T) {
	refuseSweeps(t, []badSweep{
		{"keys.toml --out o",
			[]string{`keys.toml: the key "schedul" is unknown; the nearest known is schedule`,
				`the key "t" is unknown`}},
		{"form.toml --out o", []string{"form.toml: line 2"}},
		{"kind.toml --out o", []string{"kind.toml: ", "a text, a whole number or an array of them would do"}},
		{"names.toml --out o", []string{`names.toml: `, `"esy"`, `"metropolys"`, `-T "ten"`}},
		{"all.toml --workers=-1",
			[]string{`all.toml: the key "T": found 1.5`, `"nope"`, "-T 10..5x3", `"foo"`, "--chains -1",
				`"schdule"`, `"out"`, "--workers -1", "--out is missing"}},
		{"keys.toml --kernel kng --out o", []string{`keys.toml and flags: the key "schedul"`, `--kernel "kng" is unknown`}},
		{"keys.toml --toy= --out o", []string{"no target: --toy"}},
		{"missing.toml --out o", []string{"missing.toml: no such file"}},
	})
}
