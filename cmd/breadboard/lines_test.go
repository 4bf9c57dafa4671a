package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// lineFiles holds files in the directory of the command lines, most of them wrong.
var lineFiles = map[string]string{
	"t.csv":            "0,1\n2,3\n",
	"above.csv":        "0,-inf\n1,2\n",
	"below.csv":        "0,1\n1,-inf\n",
	"probable.csv":     "0.1,0.2\n0.3,0.4\n",
	"pairs.csv":        "0,1\n1,0\n2,x\n",
	"named.csv":        "0,1\n0.5,-1.25\n",
	"y.csv":            "1\n2\n4\n3\n",
	"uniform.csv":      "0.25,0.25,0.25,0.25\n0.25,0.25,0.25,0.25\n0.25,0.25,0.25,0.25\n0.25,0.25,0.25,0.25\n",
	"semicolons.csv":   "group;log_w\n0,5;-1,25\n1,5;-0,5\n2,5;0,75\n",
	"german.csv":       "1;0\n2;3\n",
	"mine.csv":         "T,B\n",
	"eta.csv":          strings.Repeat("1,2\n3,4\n", 8),
	"long.csv":         strings.Repeat("0,", 19_999) + "0\n" + strings.Repeat("0,", 19_999) + "1\n",
	"theirs/notes.txt": "mine",
	"prior.py":         "",
	"drift.py":         "import os\nfrom breadboard import validate\n",
}

const (
	probable = "probable.csv: the numbers look like probabilities, for they sum to 1, and are taken for log f"
	theirs   = "theirs: it has files, and no .breadboard that says that breadboard wrote them"
)

// commandLines holds commands, and what they say beside these files; an ellipsis stands for what is between its parts.
// One blank separates the words of a command. Most are refused. Where "works: " comes first a command prints the rest,
// on either stream.
var commandLines = [][2]string{
	// Words that are no flags, flags without values, and flags that change nothing.
	{"unknown flag --toi", "exact --toi barrier"},
	{"unexpected argument bridges; list has one catalogue at a time, or all", "list schedules bridges"},
	{"unexpected argument heat-bath; use --kernel heat-bath", "exact heat-bath"},
	{`--kernel "gibbs" is unknown; use heat-bath, the nearest in meaning; breadboard list kernels has all`,
		"exact --toy easy --kernel gibbs"},
	{`the catalogue "kernle" is unknown; use kernels, the nearest`, "list kernle"},
	{`the command "exat" is unknown; use exact, the nearest`, "help exat"},
	{"--toy has no value after it; use one as --help shows", "exact --toy"},
	{`--format "jsn" is unknown; use json, the nearest`, "exact --toy easy --format jsn"},
	{"--timeout is given without --exec; use both or none", "sample --toy easy --timeout 3s"},
	{"--timeout 0s; use a time above 0", "sample --toy easy --exec x --timeout 0s"},
	{"--draws are judged beside the target alone; leave --kernel, -T out",
		"validate --draws y.csv --target t.csv --kernel king -T 3"},
	{"--kernel and --exec put a kernel into BREAD's tables", "reproduce bdmc --kernel king"},
	{"use one, or breadboard sweep", "exact --toy easy --kernel king,slice"},
	// Names that no catalogue has, or whose parameters are wrong.
	{"--schedule friction is found for a kernel, and none is named", "sample --toy easy --exec x --schedule friction"},
	{`--kernel "none" is unknown ... ; -T 1; ... ; --program sir:x`,
		"exact --toy barrier -T 1 --kernel none --program sir:x"},
	{"--axes ring,any,any: 3 words; ", "exact --certify --toy barrier --axes ring,any,any"},
	{"--kernel king has no form on the --axes any of 3x3: it goes back and forth along an axis, and",
		"exact --toy potts:1x2:3:1 --kernel king"},
	// Numbers out of their range, or that are no numbers; and seeds where nothing is random.
	{"-T is empty; give it a value, or leave it out", "exact --toy easy -T "},
	{`--chains: "1e-5"; use a whole number`, "sample --toy easy --chains 1e-5"},
	{`--seed: "-1"; use a whole number from 0 to 18446744073709551615`, "validate --toy easy --kernel king --seed -1"},
	{"works: king on easy, seed 10 keeps", "validate --toy easy --kernel king --beta 1 --seed 010"},
	{"- is given twice, and the standard input is read once; use a file", "exact --target - --exec=-"},
	{"/dev/zero: longer than 64 MiB; use a CSV", "exact --target /dev/zero"},
	{"--chains -4; use 2 or more, which a standard error needs", "sample --toy easy --chains=-4"},
	{`--shard "-1/3"; use I/N with I from 1 to N, as 3/8`, "sweep --toy easy -T 3 --out o --shard -1/3"},
	{"-T -3; use a whole number from 2 ", "exact --toy easy -T -3"},
	{"-T 3,4; use one number of levels", "validate --toy easy --kernel king -T 3,4"},
	{"--save-betas is of one target and one seed, and there are 3; use one",
		"exact --toy easy --seed 1..3 -T 3 --save-betas b"},
	{"the seed of chains and draws is --mc-seed", "sample --toy barrier --seed 3"},
	// What needs more than 2 GiB is refused before anything is made.
	{"ising:5x6:0.4: 1,073,741,824 cells take 250 GiB of memory, and a command has 2 GiB; use up to 8,589,934",
		"exact --toy ising:5x6:0.4 --kernel mixture -T 3"},
	{"33,554,432 cells take 7.81 GiB of memory", "sample --toy ising:5x5:0.4 -T 3 --chains 2 --skip-exact"},
	{"33,554,432 cells take 7.81 GiB of memory", "sweep --toy ising:5x5:0.4 -T 3"},
	{"ising:5x5:0.4 has 33,554,432 cells; use up to 4,096", "validate --toy ising:5x5:0.4 --kernel king"},
	{"33,554,432 cells take 7.81 GiB of memory", "validate --toy ising:5x5:0.4 --exec true"},
	{"ising:5x5:0.4 has 33,554,432 cells; use at most 4,096", "explore --toy ising:5x5:0.4"},
	{"clustering:25:2: 33,554,432 cells take 20.3 GiB of memory",
		"aide --toy clustering:25:2 --bridge observations -T 26"},
	{"--meta 100000000: 100,000,000 reverse runs take ", "aide --toy easy --meta 100000000 --runs 10000"},
	{"--runs 100000000: 100,000,000 runs take 68.5 GiB of memory", "aide --toy easy --runs 100000000"},
	{"--chains 100000000: 100,000,000 chains take 2.42 GiB of memory, and a command has 2 GiB; use up to 82,595,524",
		"sample --toy easy --chains 100000000"},
	{"--chains 30000000: 30,000,000 chains take ", "sample --toy easy -T 3,4,5 --chains 30000000 --save s.csv"},
	{"stretch on ising:4x4:0.4: 65,536 cells take 0.977 TiB of memory, and a command has 2 GiB; use up to 2,930",
		"score --toy ising:4x4:0.4 -N 10 --kernel stretch"},
	{"50 results take 64.5 GiB of memory, and a command has 2 GiB; use up to 1",
		"exact --toy easy -T 4000000..8000000x50"},
	{"50 results take 64.8 GiB ... ; a table of cells on ising:4x4:0.4: 65,536 cells take 4.88 GiB of memory",
		"exact --toy ising:4x4:0.4 -T 4000000..8000000x50 --program ais --by-cell"},
	{"a proof on ising:4x5:0.4: 1,048,576 cells take 29 GiB of memory", "exact --toy ising:4x5:0.4 -T 3 --certify"},
	{"kernel cauchy:1.5 has no form ... 20,000 places of an axis take 3.13 GiB of memory, ",
		"exact --target long.csv -T 3 --kernel cauchy:1.5"},
	{"the sweep: 400,000 results take 3.06 GiB of memory",
		"sweep --toy easy --seed 1..4000 --schedule sigmoid:1..9x100 -T 3 --out o"},
	{"eta.csv on 589,824 cells: 1,000 sets take ", "protocol --toy clustering:16:2 --data eta.csv --sets 1000"},
	// Files that are missing, or hold something else; and names of no files.
	{"up to 4,096 can be told apart in a picture", "exact --toy ising:4x4:0.4 -T 3 --pictures p"},
	{`PAPER "surplus" is unknown`, "reproduce surplus"},
	// Matrices, and programs that make moves.
	{"-T 5, but --matrix k stands at 3 betas of its own; leave -T out", "exact --target wall.csv --matrix k -T 5"},
	{"k/beta-1.csv: not a directory; ", "exact --target wall.csv --matrix k/beta-1.csv"},
	{"works: the steps miss p: at beta = 0.5 they", "exact --target wall.csv --matrix off"},
	{"--matrix off: the steps miss p: at beta = 0.5 they ... cell ( ... use steps that breadboard validate accepts",
		"sample --target wall.csv --matrix off --chains 2"},
	{"--exec tells the rows of the kernel, at the betas of the schedule, unless ... ; leave --matrix, --kernel out",
		"exact --toy easy --exec true --kernel king --matrix k"},
	{"unless --program names it as exec; leave --program out", "exact --toy easy --exec true --program ais"},
	{"exec is the command of --exec, which is not given; use --exec COMMAND", "exact --toy easy --program exec"},
	{"--exec no-such-program: ", "exact --toy easy --program exec --exec no-such-program"},
	{"--program exec is the user's command, which exact and aide run by --exec COMMAND; use these, or another",
		"sample --toy easy --program exec"},
	{"--program exec is the user's command", "sample --toy easy --program exec --exec true"},
	{"--program exec is the user's command", "sweep --toy easy --program exec -T 3"},
	{"--exec true: the target has 65,536 cells; ", "exact --toy ising:4x4:0.4 --exec true"},
	{"--exec true: it ended (exit status 0) at a line of cells whose rows are asked for, beta = 0. ... ; use ... ; a " +
		"command that only makes moves answers null to it; validate --exec and sample --exec take moves",
		"exact --toy easy --exec true"},
	{`--exec ./echo: it answered "{\"rows\":[0]}"; use`, "exact --toy easy --exec ./echo"},
	{`--exec ./echo: it answered "{\"rows\":[0]}"; use`, "validate --toy easy --exec ./echo"}, // and never by moves
	{"--exec no-such-program: ", "sample --toy easy --exec no-such-program"},
	// aide.
	{"--exec is given, but neither --gold nor --program is exec", "aide --toy easy --program ais --exec true"},
	{`--runs "1"; use a whole number from 2 on, or two separated by a comma; --meta "x"`,
		"aide --toy barrier --runs 1 --meta x"},
	{"--hmm has a model of its own; leave --toy, -T, --exec out", "aide --hmm weather.json --toy easy -T 4 --exec x"},
	// draws, explore, sandwich, protocol and score.
	{"--addr 8080: listen tcp: address 8080: missing port in address; use a host and a port, as in",
		"explore --addr 8080"},
	{"no runs; use --forward FILE, --reverse FILE, or both", "sandwich"},
	{"y.csv: 4 rows; ", "protocol --data y.csv --toy clustering:5:2"},
	{`the zoo has no density "barier"; the nearest is barrier`, "score --zoo barier"},
	{"-N and --evaluations are both given; use one of the two", "score --toy easy -N 5 --evaluations 9"},
	{"does not leave t.csv invariant", "score --target t.csv --matrix uniform.csv"},
	// sweep: all faults come together, those of a file with those of flags.
	{`--toy "esy" is unknown ... --seed 3..1 runs backwards ... -T 10..5x2 does not rise ... ` +
		`--chains 1 ... --shard "3/2"`,
		"sweep --toy esy --seed 3..1 -T 10..5x2 --chains 1 --shard 3/2 --out o"},
	{"--shard is given without --out; use both or none", "sweep --toy easy -T 3 --shard 1/2"},
	{"300 results without --out, where a stop would lose them all; use --out DIR for more than 200",
		"sweep --toy easy --seed 1..300 -T 3"},
	{"--matrix k has betas of its own, and no other kernel takes", "sweep --target wall.csv --matrix k -T 5 --out o"},
	{"--exec true: how many evaluations of the density its step takes is not known; ",
		"sweep --toy easy --exec true --evaluations 100 --out o"},
	{"the target has 49 cells", "sweep --toy barrier --target wall.csv --matrix k --out o"},
	// validate.
	{"nothing to validate", "validate --target wall.csv"},
	{"wall.csv is given beside --matrix, --exec or --draws; use one of them", "validate wall.csv --matrix wall.csv"},
	{"wall.csv is given beside --matrix, --exec or --draws; use one of them", "validate wall.csv --exec true"},
	{"theirs/notes.txt; use --exec 'COMMAND theirs/notes.txt', a script", "validate theirs/notes.txt"},
	{"--timeout is of a command, and king is none; leave it out", "validate --toy easy --kernel king --timeout 2s"},
	{`pairs.csv: row 3, column to is "x"; use a whole number`, "validate --target t.csv pairs.csv"},
	{"--exec python3 prior.py: ", "validate --target t.csv prior.py --timeout 9s"}, // it prints nothing
	{"drift.py imports the package breadboard; if it calls that itself, use python3 drift.py; and if it is to answer " +
		"questions: --exec python3 drift.py: ", "validate --target t.csv drift.py"},
	{"--kernel prior.py is a file; use breadboard validate prior.py", "validate --target t.csv --kernel prior.py"},
	{"leave -T and --schedule out", "validate --target wall.csv --matrix t.csv -T 4"},
	{"--matrix k is a folder, which has its own betas; leave --beta", "validate --target wall.csv --matrix k --beta 1"},
	{"--time 3s; use a time above 0, such as 30s, with --exec", "validate --target t.csv --kernel king --time 3s"},
	{"heat-bath on ising:1x13:0.4 has 8,192 cells; use up to 4,096, whose matrices fit, or the moves of",
		"validate --toy ising:1x13:0.4 --kernel heat-bath"},
	{"-T 20001; use a number of levels up to 20000", "validate --target wall.csv --kernel king -T 20001"},
	{"--schedule binned: the divergence from beta = 0 to 0.1 is infinite",
		"validate --target above.csv --initial file:below.csv --kernel king -T 5 --schedule binned"},
	{"--schedule binned: the divergence from beta = 0 to 0.1 is infinite",
		"sample --target above.csv --initial file:below.csv -T 5 --schedule binned"},
	// Folders and files of other programs, by every command that writes.
	{theirs, "exact --toy barrier -T 3 --pictures theirs"},
	{theirs, "validate --toy barrier --kernel metropolis -T 3 --pictures theirs"},
	{theirs, "sweep --toy barrier -T 3,4 --out theirs"},
	{theirs, "score --toy barrier --kernel metropolis --out theirs"},
	{theirs, "protocol --out theirs"},
	{theirs, "reproduce --quick --out theirs"},
	{theirs, "explore --site theirs"},
	{"mine.csv: it is there already", "sample --toy barrier -T 3 --chains 10 --save mine.csv"},
	{"mine.csv: it is there already", "exact --toy barrier -T 3 --save-betas mine.csv"},
	// What is doubtful about a target is said by every command that reads it, and in the warnings that programs see.
	{"works: " + probable, "exact -T 5 --target probable.csv"},
	{"works: named.csv: row 1 looks like the names of columns, 0, 1 and so on", "exact -T 5 --target named.csv"},
	{"works: " + probable, "exact --certify -T 3 --target probable.csv"},
	{"works: " + probable, "sample -T 5 --chains 2 --target probable.csv"},
	{"works: " + probable, "aide -T 3 --runs 10 --target probable.csv"},
	{"works: " + probable, "validate --kernel metropolis --target probable.csv"},
	{"works: " + probable, "score --kernel metropolis -N 5 --target probable.csv"},
	{"works: " + probable, "sweep -T 3 --target probable.csv"},
	{`works: "warnings": [" ... ` + probable, "sample -T 5 --chains 2 --target probable.csv --format json"},
	// What no golden file has.
	{"works: semicolons.csv: read with semicolons between columns and commas in numbers ... log R is above -2.8432",
		"sandwich --forward semicolons.csv"},
	{"works: german.csv: read with semicolons between columns", "exact --target german.csv -T 3"},
	{"works: 2.65063049133146", "exact --certify --toy barrier -T 3"},
	{"works: 3 targets; kernel metropolis; bridge geometric; schedule linear ... │ target │ seed │ T │",
		"exact -T 3 --toy easy,barrier --target t.csv"},
	{"works: , seed 3", "sweep --toy hard --seed 3 --kernel metropolis -T 3"},
	{"works: kernel k; ... schedule of the matrices",
		"exact --target wall.csv --matrix k"},
	{"works: stars-scale ... potts:2x2:3:1.5", "list zoo"},
	{"works: kernel,metropolis,", "list kernels --format csv"},
	{"works: at the most: metropolis ... 1, barker 1, heat-bath 6, cycle 12", "list kernels"},
	{"works: smc:P ... also ess=SHARE, ... ns:P[:S]", "list programs --format csv"},
}

// TestCommandLines: bad input ends with the code 2 and one line on stderr with all faults, and writes nothing.
func TestCommandLines(t *testing.T) {
	dir := matrixFolder(t)
	put(t, dir, "off/beta-0.5.csv", matrixCSV(0.5, 1e-6))
	put(t, dir, "off/beta-1.csv", matrixCSV(1, 0))
	for name, text := range lineFiles {
		put(t, dir, name, text)
	}
	const echo = "#!/bin/sh\nexec sed -un /rows/p\n" // prints questions for rows, and no other line
	must.Do(t, os.WriteFile(filepath.Join(dir, "echo"), []byte(echo), 0o755))
	before := listing(t, dir) + listing(t, filepath.Join(dir, "theirs"))
	for _, c := range commandLines {
		r := program(t, dir, strings.Split(c[1], " ")...)
		if says, works := strings.CutPrefix(c[0], "works: "); works {
			checkEnd(t, r, result{stdout: r.stdout, stderr: r.stderr})
			holds(t, r.stderr+r.stdout, strings.Split(says, " ... ")...)
		} else {
			refused(t, r, strings.Split(c[0], " ... ")...)
		}
		if now := listing(t, dir) + listing(t, filepath.Join(dir, "theirs")); now != before {
			t.Fatalf("%s: left %s", c[1], now)
		}
	}
}

// TestStdin: the standard input, as -, has the answer of a file.
func TestStdin(t *testing.T) {
	dir := files(t, map[string]string{"g.csv": "0.5,1,2\n3,0.5,1\n", "x.csv": "3\n3\n2\n1\n"})
	for _, c := range [][2]string{
		{"exact -T 3 --format csv --target", "g.csv"},
		{"validate --target g.csv --format csv --draws", "x.csv"},
		{"validate --target g.csv --format csv", "x.csv"},
		{"sandwich --format csv --forward", "x.csv"},
	} {
		words := strings.Fields(c[0])
		want := works(t, dir, append(words, c[1])...)
		run := exec.Command(binary, append(words, "-")...)
		run.Stdin = strings.NewReader(textOf(t, dir, c[1])) // a pipe
		r := finish(t, run, dir, run.Run)
		checkEnd(t, r, result{stdout: strings.ReplaceAll(want, c[1], "/dev/stdin")})
	}
}
