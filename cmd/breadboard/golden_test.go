package main

import (
	"encoding/json"
	"errors"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"breadboard/grid/must"
)

// defects matches the digits of a defect, and the power of ten that an error is below. Both are rounding, and differ
// between machines.
var defects = regexp.MustCompile(`\d(\.\d{1,4})?e-1[3-9]|less than 1e-1\d`)

// forPrograms matches the names of goldens that only programs read.
var forPrograms = regexp.MustCompile("csv$|github$")

// A golden is a command whose output is committed. Some break a law.
type golden struct {
	name, command string
	broken        bool
}

var goldens = []golden{
	{name: "help"},
	{name: "version", command: "version"},
	{name: "exact-barrier", command: "exact --toy barrier -T 10,100,1000"},
	{name: "exact-markdown", command: "exact --toy barrier --format markdown --kernel heat-bath --schedule sigmoid:4 " +
		"-T 50"},
	{name: "exact-latex", command: "exact --toy barrier -T 10,100 --format latex"},
	{name: "exact-wall", command: "exact --target wall.csv --initial everywhere.csv -T 3"},
	{name: "exact-steps", command: "exact --toy barrier -T 3,200 --by-step"},
	{name: "exact-steps-csv", command: "exact --target wall.csv --kernel identity -T 2 --by-step --format csv"},
	{name: "exact-programs", command: "exact --target row.csv -T 3 --program " +
		"ais,importance,sir:16,rejection,smc:2:ess=0.5"},
	{name: "exact-cells", command: "exact --by-cell --target row.csv -T 3 --program ais,sir:2"},
	{name: "sample-programs", command: "sample --toy barrier -T 5 --chains 200 --program sir:4,ns:2"},
	{name: "aide", command: "aide --toy barrier -T 5,20 --gold sir:4 --program ais,ais:kernel=king,vb,smc:40 --runs " +
		"50 --meta 2"},
	{name: "aide-csv",
		command: "aide --target row.csv --kernel heat-bath -T 4 --program sir:2,ais:kernel=slice --runs 20,30 " +
			"--format csv"},
	{name: "aide-hmm",
		command: "aide --hmm weather.json --program smc-data:1,smc-data:3,smc-data:4:proposal=optimal --runs 50"},
	{name: "score", command: "score --target row.csv --kernel metropolis,stretch,perfect --start exact,worst -N " +
		"10,1000"},
	{name: "score-zoo", command: "score --zoo barrier,easy --kernel metropolis,heat-bath,perfect -N 10,1000"},
	{name: "sweep-kernels", command: "sweep --toy barrier --kernel metropolis,heat-bath,cycle,perfect -T 20 --out " +
		"kernels"},
	{name: "sweep-schedules", command: "sweep --toy easy,barrier --seed 1..5 --schedule linear,sigmoid:4 --kernel " +
		"king,slice -T 5..40x4 --out schedules"},
	{name: "sweep-shard", command: "sweep --toy barrier -T 20,30 --out shards --shard 1/2"},
	{name: "validate-wall", command: "validate --target wall.csv --kernel cycle -T 4 --full"},
	{name: "validate-markdown", command: "validate --target row.csv --kernel identity -T 3 --format markdown --full",
		broken: true},
	{name: "validate-short", command: "validate --target wall.csv --kernel cycle -T 4"},
	{name: "validate-broken-short", command: "validate --target wall.csv --matrix broken.csv --kernel metropolis",
		broken: true},
	{name: "validate-broken", command: "validate --target wall.csv --matrix broken.csv --kernel metropolis --full",
		broken: true},
	{name: "validate-github", command: "validate --target wall.csv broken.csv --format github", broken: true},
	{name: "validate-moves", command: "validate --target wall.csv moves.csv --kernel metropolis --full",
		broken: true},
}

var inputs = map[string]string{
	"wall.csv":       "0,1,-inf\n2,3,1\n",
	"everywhere.csv": "0,0,0\n0,0,0\n",
	"betas.txt":      "0 0.25 0.25 1\n",
	"row.csv":        "0,1,2\n",
	"weather.json": `{"initial": [0.6, 0.4], "transition": [[0.7, 0.3], [0.2, 0.8]],
		"emission": [[0.6, 0.3, 0.1], [0.1, 0.3, 0.6]], "observations": [1, 2, 3, 3, 2, 1, 1, 3]}`,
}

// TestGolden checks what people and programs read, byte for byte, with the exit code 1 where a law is broken. Lines for
// people are at most 80 columns wide, except in Markdown, which cannot wrap, and a pipe gets no colour.
func TestGolden(t *testing.T) {
	dir := files(t, inputs)
	put(t, dir, "broken.csv", read(t, "testdata/broken.csv"))
	put(t, dir, "moves.csv", "from,to\n0,1\n1,1\n1,4\n4,3\n3,3\n3,2\n")
	for _, g := range goldens {
		r := program(t, dir, strings.Fields(g.command)...)
		want := result{stdout: r.stdout}
		if g.broken {
			want.code, want.stderr = 1, "breadboard: a law is broken\n"
		}
		checkEnd(t, r, want)
		if !forPrograms.MatchString(g.name) && g.name != "validate-markdown" {
			inColumns(t, g.command, r.stdout)
		}
		got := defects.ReplaceAllString(r.stdout, "~ rounding")
		path := filepath.Join("testdata", g.name+".golden")
		must.Golden(t, path, got)
	}
}

// within lets numbers differ by this, or by this part of them.
func within(most float64) cmp.Option { return cmpopts.EquateApprox(most, most) }

// TestGoldenNumbers checks that programs read the same keys, and numbers that are the same to nine digits. Exact
// numbers have all keys of a step, and sampled ones are within five standard errors of them.
func TestGoldenNumbers(t *testing.T) {
	dir := files(t, inputs)
	const line = "exact --target row.csv --kernel barker -T 3,2 --by-step --skip-last-kernel --format json"
	out := works(t, dir, strings.Fields(line)...)
	path := filepath.Join("testdata", "exact-json.golden")
	var want, got any
	must.Do(t, errors.Join(json.Unmarshal([]byte(must.Kept(t, path, out)), &want), json.Unmarshal([]byte(out), &got)))
	if diff := cmp.Diff(want, got, within(1e-9)); diff != "" {
		t.Errorf("%s: %s", line, diff)
	}
	sampled := works(t, dir, strings.Fields("sample --toy barrier -T 20 --chains 2000 --format csv")...)
	const keys = "target,grid,seed,initial,kernel,bridge,schedule,skip_last_kernel,T,chains,mc_seed,quantity,exact," +
		"estimate,stderr,z,p,low,high,bootstrap_low,bootstrap_high,warnings,axes,repeat,keys"
	if got, _, _ := strings.Cut(sampled, "\n"); got != keys {
		t.Errorf("the keys of sample are %s, want %s", got, keys)
	}
	for _, r := range readCSV(t, sampled) {
		if off := number(t, r["estimate"]) - number(t, r["exact"]); !(math.Abs(off) < 5*number(t, r["stderr"])) {
			t.Errorf("%s is %s, and exactly %s", r["quantity"], r["estimate"], r["exact"])
		}
	}
}

// inColumns checks that no line is wider than a terminal of 80 columns, except commands and heads of LaTeX, and that
// nothing is coloured.
func inColumns(t *testing.T, name, text string) {
	t.Helper()
	if strings.Contains(text, "\x1b") {
		t.Errorf("%s: escapes in a pipe", name)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, `\`) || strings.HasPrefix(line, "{$T$}") {
			continue
		}
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 80 {
			t.Errorf("%s: %d columns: %s", name, n, line)
		}
	}
}

// TestColumnsAreExplained: each key of every table for software has a line in columns.txt, with a kind and a meaning.
func TestColumnsAreExplained(t *testing.T) {
	explained := map[string]bool{"keys": true} // the version of the keys, which the writer adds
	line := regexp.MustCompile(`(?m)^(\w+) (text|texts|integer|natural|number|numbers|boolean|objects)( \S+)?: \w`)
	for _, m := range line.FindAllStringSubmatch(read(t, "../../experiments/columns/columns.txt"), -1) {
		explained[m[1]] = true
	}
	dir := files(t, inputs)
	put(t, dir, "moves.csv", "from,to\n0,1\n1,1\n1,4\n4,3\n")
	put(t, dir, "w.csv", "log_w\n-1\n0.5\n0.2\n")
	put(t, dir, "draws.csv", "0\n1\n3\n")
	for command := range strings.SplitSeq("exact;exact --program ais;exact --by-cell --program ais;exact --certify;"+
		"sample --chains 9;aide --runs 9;sweep --chains 9;sweep --program ais;validate --kernel cycle;"+
		"validate moves.csv;validate --draws draws.csv;score", ";") {
		args := append(strings.Fields(command), "--target", "wall.csv", "--format", "json")
		if command != "score" && !strings.Contains(command, ".csv") {
			args = append(args, "-T", "3")
		}
		checkExplained(t, explained, program(t, dir, args...))
	}
	checkExplained(t, explained, program(t, dir, strings.Fields("sandwich --forward w.csv --format json")...))
}

func checkExplained(t *testing.T, explained map[string]bool, r result) {
	t.Helper()
	keys := regexp.MustCompile(`(?m)^ {2,4}"(\w+)": `).FindAllStringSubmatch(r.stdout, -1)
	if len(keys) < 5 {
		t.Errorf("%s: only %d keys: %s", r.line, len(keys), r.stdout)
	}
	for _, key := range keys {
		if !explained[key[1]] {
			t.Errorf("%s: columns.txt has no line on %s", r.line, key[1])
		}
	}
}
