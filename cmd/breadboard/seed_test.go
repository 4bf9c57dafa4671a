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
	parser, err := kong.New(&cli{}, append(wholeNumbers(), vars())...)
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
