package main

import (
	"os"
	"strings"
	"testing"
)

// refuseAll runs commands beside the wrong files. Each says a sentence and has arguments
// that are apart by one blank. Bad input ends with code 2 and one line on stderr that names
// the place. Nothing is printed or written.
func refuseAll(t *testing.T, commands [][2]string) {
	t.Helper()
	dir := files(t, wrongFiles)
	for _, c := range commands {
		refused(t, program(t, dir, strings.Split(c[1], " ")...), c[0])
	}
	left, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != len(wrongFiles) {
		t.Errorf("%d files where there were %d", len(left), len(wrongFiles))
	}
}

var wrongFiles = map[string]string{
	"t.csv":       "0,1\n2,3\n",
	"ragged.csv":  "1,2\n3\n",
	"empty.csv":   "",
	"words.csv":   "1,2\n3,x\n",
	"nan.csv":     "1,nan\n",
	"inf.csv":     "1,+inf\n",
	"one.csv":     "1\n",
	"walls.csv":   "-inf,-inf\n",
	"gap.csv":     "1,,2\n",
	"huge.csv":    "1,1e301\n",
	"grouped.csv": "1,2\n1_0,4\n",
	"hex.csv":     "1,0x1p4\n",
	"left.csv":    "0,-inf\n-inf,-inf\n",
	"right.csv":   "-inf,0\n0,0\n",
	"hex.txt":     "0 0x1p-1 1",
	"falls.txt":   "0 0.5 0.4 1",
	"short.txt":   "0 0.5",
	"late.txt":    "0.1 1",
	"word.txt":    "0\nhalf\n1",
	"wide.csv":    "1,2,3\n",
}

// Names that no catalogue has, or whose parameters are wrong.
func TestBadNames(t *testing.T) {
	refuseAll(t, [][2]string{
		{"unknown flag --toi", "exact --toi barrier"},
		{"exct", "exct"},
		{"no target: --toy NAME", "exact"},
		{`--toy "barier" is unknown; the nearest known is barrier`, "exact --toy barier"},
		{`--kernel "metropolys" is unknown; the nearest known is metropolis`, "exact --toy easy --kernel metropolys"},
		{`--bridge "geometrical" is unknown; the nearest known is geometric`, "exact --toy easy --bridge geometrical"},
		{`--schedule "liner" is unknown; the nearest known is linear`, "exact --toy easy --schedule liner"},
		{"sigmoid needs its parameter", "exact --toy easy --schedule sigmoid"},
		{"--schedule power:0: 0 is not a K that power takes", "exact --toy easy --schedule power:0"},
		{"--schedule geometric:-1: -1 is not a RATIO", "exact --toy easy --schedule geometric:-1"},
		{"--schedule best-j:2: best-j takes no parameter", "exact --toy easy --schedule best-j:2"},
		{"--schedule curve:0:0.5: beta 2 is 0.5; the last is 1; betas from 0 to 1 that never fall, as in curve:0:0.2:1, " +
			"would do", "sweep --toy easy --schedule linear,curve:0:0.5 --out x"},
		{"--schedule friction: ", "exact --toy easy --schedule friction --kernel identity"},
		{"--bridge power: power needs its parameter; power:Q, as in power:0.5, would do",
			"exact --toy easy --bridge power"},
		{"--bridge power:inf: inf is not a Q", "exact --toy easy --bridge power:inf"},
		{"--bridge mixture:1: mixture takes no parameter", "exact --toy easy --bridge mixture:1"},
		{`--initial "unifrom" is unknown; the nearest known is uniform`, "exact --toy easy --initial unifrom"},
		{`--initial tempered:x: "x" is not a BETA`, "exact --toy easy --initial tempered:x"},
		{"--initial tempered:1e308: log f of cell [", "exact --toy easy --initial tempered:1e308"},
		{`--toy "rndom:3" is unknown; the nearest known is random:SIGMA`, "exact --toy rndom:3"},
		{"--toy random: random is called by its parameters; random:SIGMA, as in random:4, would do",
			"exact --toy random"},
		{`--toy random:-1: SIGMA is "-1"; a number from 0 to 1e+06 would do`, "exact --toy random:-1"},
		{"--toy ising:100x100:1: 100x100 are 10000 spins, or 2^10000 cells; up to 30 spins would do",
			"exact --toy ising:100x100:1"},
		{"--toy potts:3x3:20:1: 3x3 sites of 20 states are 20^9 cells; up to 1073741824", "exact --toy potts:3x3:20:1"},
		{"--toy barrier:3: barrier takes no parameter", "exact --toy barrier:3"},
		{`--format "jsn" is unknown; the nearest known is json`, "exact --toy easy --format jsn"},
		{`--format "yaml" is unknown`, "list --format yaml"},
		{`"esy" is unknown; the nearest known is easy (of easy, hard, random:SIGMA,`, "exact --toy esy -T 1"},
		{`--schedule "sig:4" is unknown; the nearest known is sigmoid:DELTA`, "exact --toy easy --schedule sig:4"},
		{`completion "tcsh" is unknown; the nearest known is`, "completion tcsh"},
		{"bash, zsh or fish would do, as in breadboard completion bash", "completion"},
		{"unexpected argument easy; a value follows its flag, as in --toy easy", "exact easy"},
		{"--toy has no value after it; one, as --help shows it, would do", "exact --toy"},
		{"--mc-seed has no value after it; one,", "sample --mc-seed --yes"},
		{"--levels has no value after it; one,", "exact -T"},
		{"--timeout has no value after it; one,", "aide --timeout -h"},
	})
}

// Models with parameters or data that are wrong, and what only a model has.
func TestBadModels(t *testing.T) {
	refuseAll(t, [][2]string{
		{"--bridge observations begins at the prior", "sample --toy lowrank:2:2:1 --bridge observations --initial uniform"},
		{"--bridge observations: easy is no model", "exact --toy easy --bridge observations"},
		{"--initial prior: easy has none, for it is no model; uniform would do", "exact --toy easy --initial prior"},
		{"wide.csv: row 1 has 3 columns; for clustering:1:2 1 row of 2 numbers would do",
			"exact --toy clustering:1:2 --data wide.csv"},
		{"--data wide.csv is given, but --toy easy is no model; leave it out", "certify --toy easy --data wide.csv"},
		{`--toy clustering:6:1: K is "1"; a whole number from 2 to 1000 would do`, "exact --toy clustering:6:1"},
		{"--toy lowrank:9:9:9: 9x9 numbers of rank 9 have 162 factors, or 3^162 cells", "exact --toy lowrank:9:9:9"},
	})
}

// Programs that there are not, with wrong parameters, or that the target has not what they
// need for; all faults come together.
func TestBadPrograms(t *testing.T) {
	refuseAll(t, [][2]string{
		{`--program "smd:3" is unknown; the nearest known is smc:P`, "exact --toy barrier --program smd:3"},
		{`--program sir:0: P is "0", and no whole number from 1 to 1000000; sir:P, as in`,
			"exact --toy barrier --program sir:0"},
		{`--program smc:1000000000: P is "1000000000"`, "exact --toy barrier --program ais,smc:1000000000"},
		{`--program sir: P is missing; sir:P, as in sir:16, would do`, "exact --toy barrier --program sir"},
		{`--program ais:3: "3" is no parameter of ais`, "exact --toy barrier --program ais:3"},
		{"--program: a name is empty; names such as ais,smc:8, separated by single commas, would do",
			"exact --toy barrier --program ais,"},
		{"; --program sir:x", "exact --toy barrier --kernel none --program sir:x"},
		{"--program smc-data:3: smc-data takes in a model's observations, from its prior on; a model from its prior would do",
			"exact --toy barrier --program smc-data:3"},
		{"--program takes the place of the annealing, which alone has steps and betas; leave --steps out",
			"exact --toy barrier --steps --program ais"},
		{"--tails has a table of its own, and no picture; leave --runs out", "exact --toy barrier --tails 1 --runs 2"},
		{`--tails "1,x": "x" is no number of nats`, "exact --toy barrier --tails 1,x"},
		{"--runs 1000001; from 1 to 1000000 would do", "exact --toy barrier --runs 1000001"},
		{"--runs 0; from 1 to 1000000 would do", "exact --toy barrier --runs 0"},
		{"--tails is empty; a value, as in --tails B,..., would do", "exact --toy barrier --tails="},
		{"unknown flag --program", "certify --toy barrier --program ais"},
	})
}

// Numbers out of their range, or that are no numbers.
func TestBadNumbers(t *testing.T) {
	refuseAll(t, [][2]string{
		{"--schedule best-b: -T 20001; a number of levels up to 20000", "exact --toy easy --schedule best-b -T 20001"},
		{"-T 1; a number of levels from 2", "exact --toy easy -T 1"},
		{"-T 0; a number of levels from 2", "exact --toy easy -T 10,0"},
		{"-T -3; a number of levels from 2", "exact --toy easy -T=-3"},
		{"-T -3; a number of levels from 2", "exact --toy easy --levels=-3"},
		{`-T "ten" is not a whole number`, "exact --toy easy -T 10,ten"},
		{`-T "10," has an empty entry`, "exact --toy easy -T 10,"},
		{`-T "99999999999999999999"`, "exact --toy easy -T 99999999999999999999"},
		{"--seed 4 is given, but --toy barrier has no randomness", "exact --toy barrier --seed 4"},
		{`--seed "x" is not a whole number from 0 to 18446744073709551615; one, or a range`,
			"exact --toy easy --seed x"},
		{`--seed "-1" is not a whole number from 0`, "exact --toy easy --seed=-1"},
		{`--seed "-1" is not a whole number from 0`, "exact --toy easy --seed -1"},
		{`--seed "1_0" is not a whole number from 0`, "sample --toy easy --seed 1_0"},
		{"--workers -1", "sample --toy easy --workers -1"},
		{`--chains: "1e5" is not such a number; a whole number would do`, "sample --toy easy --chains 1e5"},
		{"-T -3; a number of levels from 2", "exact --toy easy -T -3"},
		{"-T -3; a number of levels from 2", "exact --toy easy --levels -3"},
		{"-T is empty; a value, as in -T N,A..BxC,..., would do", "exact --toy easy -T "},
		{"--chains 1; from 2", "sample --toy easy --chains 1"},
		{"--chains -4; from 2", "sample --toy easy --chains=-4"},
		{"--chains", "sample --toy easy --chains many"},
		{"--workers -1", "sample --toy easy --workers=-1"},
	})
}

// Files that are missing, or hold something else.
func TestBadFiles(t *testing.T) {
	refuseAll(t, [][2]string{
		{"--pictures t.csv: ", "list --pictures t.csv"},
		{"--toy easy and --target t.csv are both given", "exact --toy easy --target t.csv"},
		{"--seed 4 is given, but nothing in --target t.csv is random", "sample --target t.csv --seed 4"},
		{`grouped.csv: row 2, column 1: "1_0" is not a number`, "exact --target grouped.csv"},
		{`hex.csv: row 1, column 2: "0x1p4" is not a number`, "exact --target hex.csv"},
		{`hex.txt: line 1: "0x1p-1" is not a number`, "exact --toy easy --schedule hex.txt"},
		{"ragged.csv: row 2 has 1 column", "exact --target ragged.csv"},
		{"empty.csv: empty", "exact --target empty.csv"},
		{`words.csv: row 2, column 2: "x" is not a number`, "exact --target words.csv"},
		{"nan.csv: row 1, column 2: found nan", "exact --target nan.csv"},
		{"inf.csv: row 1, column 2: found +inf", "exact --target inf.csv"},
		{"one.csv: row 1, column 1 is the only cell", "exact --target one.csv"},
		{"walls.csv: every cell is -inf", "exact --target walls.csv"},
		{"gap.csv: row 1, column 2: the field is empty", "exact --target gap.csv"},
		{"huge.csv: row 1, column 2", "exact --target huge.csv"},
		{"missing.csv: no such file", "exact --target missing.csv"},
		{".: is a directory", "exact --target ."},
		{"t.csv: 2x2 cells; the target has 7x7", "exact --toy easy --initial t.csv"},
		{"right.csv with left.csv: at beta = 0.5 no cell has any mass", "exact --target left.csv --initial right.csv"},
		{"falls.txt: beta 3 is 0.4, below beta 2", "exact --toy easy --schedule falls.txt"},
		{"short.txt: beta 2 is 0.5; the last is 1", "exact --toy easy --schedule short.txt"},
		{"late.txt: beta 1 is 0.1; the first is 0", "exact --toy easy --schedule file:late.txt"},
		{`word.txt: line 2: "half" is not a number`, "exact --toy easy --schedule word.txt"},
		{"--out t.csv: ", "reproduce --quick --out t.csv"},
		{"--out t.csv/sub: not a directory", "reproduce --quick --out t.csv/sub"},
		{"--out /proc/breadboard: ", "reproduce --quick --out /proc/breadboard"},
	})
}
