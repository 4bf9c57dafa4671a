package main

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// In every command --seed is the seed of the target and --mc-seed that of random numbers; no
// flag spells a seed in another way.
func TestSeedFlags(t *testing.T) {
	parser, err := kong.New(&cli{}, append(decimals(), vars())...)
	if err != nil {
		t.Fatal(err)
	}
	means := map[string][]string{"seed": {"of the target", "of the targets"}, "mc-seed": {"of random numbers"}}
	seen := map[string]int{}
	for _, command := range parser.Model.Children {
		for _, f := range command.Flags {
			for _, name := range append([]string{f.Name}, f.Aliases...) {
				if !strings.Contains(name, "seed") {
					continue
				}
				seen[name]++
				says := slices.ContainsFunc(means[name], func(words string) bool { return strings.Contains(f.Help, words+",") })
				if !says {
					t.Errorf("%s --%s: %q", command.Name, name, f.Help)
				}
			}
		}
	}
	if seen["seed"] < 8 || seen["mc-seed"] < 6 {
		t.Errorf("only %v flags are seeds", seen)
	}
}

// The same --seed is the same target in every command: exact B is the same number.
func TestOneSeed(t *testing.T) {
	b := map[string]string{}
	for _, seed := range []string{"7", "8"} {
		target := []string{"--toy", "hard", "--seed", seed, "-T", "10", "--format", "csv"}
		with := func(command string, more ...string) [][]string {
			return readCSV(t, works(t, t.TempDir(), slices.Concat([]string{command}, target, more)...))
		}
		b[seed] = column(with("exact"), "B")[0]
		certain := with("certify")
		if got := column(certain, "value")[slices.Index(column(certain, "quantity"), "B")]; got != b[seed] {
			t.Errorf("seed %s: certify has B = %s, and exact %s", seed, got, b[seed])
		}
		drawn := with("sample", "--chains", "20", "--mc-seed", "3")
		if got := column(drawn, "exact")[slices.Index(column(drawn, "quantity"), "B")]; got != b[seed] {
			t.Errorf("seed %s: sample has B = %s, and exact %s", seed, got, b[seed])
		}
		apart := with("aide", "--runs", "5", "--mc-seed", "3")
		for name, rows := range map[string][][]string{"sample": drawn, "aide": apart} {
			if got := column(rows, "seed")[0] + " " + column(rows, "mc_seed")[0]; got != seed+" 3" {
				t.Errorf("%s: the seeds are %s, want %s 3", name, got, seed)
			}
		}
	}
	if b["7"] == b["8"] {
		t.Error("two seeds have one B")
	}
}

// People read both seeds.
func TestBothSeedsShown(t *testing.T) {
	for command, want := range map[string][]string{
		"sample --toy hard --seed 7 -T 5 --chains 20 --mc-seed 3": {"hard, seed 7,", "mc-seed 3:"},
		"aide --toy hard --seed 7 -T 5 --runs 5 --mc-seed 3":      {", seed 7;", "mc-seed 3."},
		"score --toy hard --seed 7 --kernel metropolis --function ks:1 -N 10 --mc-seed 3": {"on hard, seed 7",
			"mc-seed 3"},
		"geweke --toy clustering:3:2 --draws 20 --mc-seed 3": {"mc-seed 3"},
	} {
		out := strings.Join(strings.Fields(works(t, t.TempDir(), strings.Fields(command)...)), " ")
		for _, words := range want {
			if !strings.Contains(out, words) {
				t.Errorf("%s: no %q in %s", command, words, out)
			}
		}
	}
}

// Who gives the seed of the chains as --seed is told of --mc-seed, if the command has it.
func TestOtherSeed(t *testing.T) {
	const says, points = "--seed 1 is given, but --toy barrier has no randomness; leave it out", "--mc-seed"
	for _, command := range []string{"sample", "aide", "validate --kernel king", "score"} {
		refused(t, program(t, t.TempDir(), strings.Fields(command+" --toy barrier --seed 1")...),
			says+"; the seed of chains and draws is "+points)
	}
	r := program(t, t.TempDir(), strings.Fields("exact --toy barrier --seed 1")...)
	if refused(t, r, says); strings.Contains(r.stderr, points) {
		t.Errorf("exact, which draws nothing, points to %s: %s", points, r.stderr)
	}
}

// readCSV reads CSV.
func readCSV(t *testing.T, text string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// column is the column of this name, without its head.
func column(rows [][]string, name string) (cells []string) {
	at := slices.Index(rows[0], name)
	for _, row := range rows[1:] {
		cells = append(cells, row[at])
	}
	return cells
}

// Several seeds are rows of their own, in every command that has rows of chains. The grammar is that of sweeps.
func TestSeveralSeeds(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{"exact", "exact --program ais", "exact --tails 1", "certify", "sample --chains 5"} {
		args := append(strings.Fields(command), strings.Fields("--toy easy --seed 7..8,3 -T 2..4x3 --format csv")...)
		rows := readCSV(t, works(t, dir, args...))
		var got []string
		for i, seed := range column(rows, "seed") {
			got = append(got, seed+" "+column(rows, "T")[i])
		}
		want := []string{"7 2", "7 3", "7 4", "8 2", "8 3", "8 4", "3 2", "3 3", "3 4"}
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s: seeds and T are %v, want %v", command, got, want)
		}
	}
	several := works(t, dir, strings.Fields("exact --toy easy --seed 7,8 -T 3")...)
	if title, _, _ := strings.Cut(several, "\n"); strings.Contains(title, "seed") {
		t.Errorf("the title has one seed of two: %s", title)
	}
	if !strings.Contains(several, "│ seed │") {
		t.Errorf("people see no seeds: %s", several)
	}
	one := works(t, dir, strings.Fields("exact --toy easy --seed 7 -T 3")...)
	if strings.Contains(one, "│ seed") || !strings.HasPrefix(one, "easy on 7x7, seed 7;") {
		t.Errorf("one seed is not in the title alone: %s", one)
	}
}

// A command that takes one value names those that take several.
func TestOneWhereSeveralAreGiven(t *testing.T) {
	const takes = "exact, sample, certify and sweep take several"
	for args, says := range map[string]string{
		"exact --toy barrier,easy -T 3": "--toy barrier,easy are several; one would do, and breadboard " +
			"sweep takes",
		"exact --toy barrier --kernel king,barker":         "--kernel king,barker are several",
		"certify --toy barrier --schedule linear,king":     "--schedule linear,king are several",
		"aide --toy easy --seed 1..3":                      takes,
		"score --toy easy --seed 1,3":                      takes,
		"validate --toy easy --kernel king --seed 1,3":     takes,
		"validate --toy easy --kernel king -T 3,4":         takes,
		"exact --toy easy --seed 1..3 -T 3 --save-betas b": "with 3 seeds; one would do",
		"exact --toy barrier --seed 1..3":                  "--seed 1 is given, but --toy barrier has no randomness",
		"exact --toy easy --seed 3..1":                     "--seed 3..1 runs backwards",
		"exact --toy easy -T 1e3":                          `-T "1e3" is not a whole number`,
		"exact --toy easy -T 1_000":                        `-T "1_000" is not a whole number`,
		"exact --toy easy -T 10..100":                      "10..100 does not say in how many steps",
	} {
		refused(t, program(t, t.TempDir(), strings.Fields(args)...), says)
	}
}
