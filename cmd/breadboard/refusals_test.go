package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"breadboard/grid/must"
)

// wrongFiles are files in the directory of refusals, most of them wrong.
var wrongFiles = map[string]string{
	"t.csv":        "0,1\n2,3\n",
	"left.csv":     "0,-inf\n-inf,-inf\n",
	"wide.csv":     "1,2,3\n",
	"large.csv":    strings.Repeat(strings.Repeat("0,", 64)+"0\n", 64),
	"moves.csv":    "0,77\n",
	"w.csv":        "log_w\n1\nnan\n",
	"d.csv":        "direction,log_w\nreverse,1\nreverse,2\n",
	"y.csv":        "1\n2\n4\n3\n",
	"mine.html":    "<p>mine</p>",
	"span.csv":     "-1e300,1e300\n",
	"weather.json": inputs["weather.json"],
}

// refusals have the sentence for a command beside the wrong files. An ellipsis stands for what is between its parts.
// The words of a command are apart by one blank.
var refusals = [][2]string{
	// Words that are no flags, and flags without values.
	{"unknown flag --toi", "exact --toi barrier"},
	{"exct", "exct"},
	{"unexpected argument easy; use --toy easy", "exact easy"},
	{"unexpected argument heat-bath; use --kernel heat-bath", "exact heat-bath"},
	{`--kernel "gibbs" is unknown; use heat-bath, the nearest in meaning; breadboard list kernels has all`,
		"exact --toy easy --kernel gibbs"},
	{"unexpected argument frob", "exact frob"},
	{"unexpected argument plot", "plot"},
	{`the catalogue "kernle" is unknown; use kernels, the nearest`, "list kernle"},
	{"--toy has no value after it; use one as --help shows", "exact --toy"},
	{"--mc-seed has no value after it; use one as --help shows", "sample --mc-seed --yes"},
	{"--levels has no value after it; use one as --help shows", "exact -T"},
	{`the command "exat" is unknown; use exact, the nearest`, "help exat"},
	{`--format "jsn" is unknown; use json, the nearest`, "exact --toy easy --format jsn"},
	// Names that no catalogue has, or whose parameters are wrong.
	{"no target: use --toy NAME", "exact"},
	{`--toy "barier" is unknown; use barrier, the nearest; breadboard list toys has all`, "exact --toy barier"},
	{`--kernel "metropolys" is unknown; use metropolis, the nearest; breadboard list kernels has all`,
		"exact --toy easy --kernel metropolys"},
	{"--schedule friction: ", "exact --toy easy --schedule friction --kernel identity"},
	{"--bridge power: power needs its parameter; power:Q, as in power:0.5, would do",
		"exact --toy easy --bridge power"},
	{"wide.csv: row 1 has 3 columns; for clustering:1:2 1 row of 2 numbers would do",
		"exact --toy clustering:1:2 --data wide.csv"},
	{"--data wide.csv is given, but --toy easy is no model; leave it out",
		"exact --certify --toy easy --data wide.csv"},
	{`--kernel "none" is unknown ... ; -T 1; a whole number ... ; --program sir:x`,
		"exact --toy barrier -T 1 --kernel none --program sir:x"},
	// Kinds of axes: wrong words, as many as no target has, and kernels without a form on them.
	{`--axes "rign" is unknown; use ring, the nearest`, "exact --toy barrier --axes rign"},
	{"--axes ring,any,any: 3 words; one for all axes of 7x7, or one for each, 2 in all, would do",
		"exact --certify --toy barrier --axes ring,any,any"},
	{"--axes line,any: 2 words; one for all axes of 3x3x3x3, or one for each, 4 in all, would do",
		"exact --toy potts:2x2:3:1 --axes line,any"},
	{"--axes ring,line: 2 words; one for all axes of 26, or one for each, 1 in all, would do",
		"score --zoo small --axes ring,line"},
	{"--kernel king has no form on the --axes any of 3x3: it goes back and forth along an axis, and",
		"exact --toy potts:1x2:3:1 --kernel king"},
	{"--kernel hamiltonian:1 has no form on the --axes line,any of 7x7",
		"validate --toy barrier --axes line,any --kernel hamiltonian:1"},
	{"--kernel hamiltonian:2 has no form on the --axes any",
		"exact --certify --toy potts:1x2:3:1 --kernel hamiltonian:2"},
	{"--kernel king has no form on the --axes any", "sweep --toy easy,potts:1x2:3:1 --kernel king -T 9 --out o"},
	{"--kernel king has no form on the --axes any", "score --toy potts:1x2:3:1 --kernel metropolis,king"},
	{"kernel king has no form on the axes any", "aide --toy potts:1x2:3:1 --program ais:kernel=king"},
	// Numbers out of their range, or that are no numbers.
	{"--schedule best-b: -T 20001; a number of levels up to 20000", "exact --toy easy --schedule best-b -T 20001"},
	{"-T 0; a whole number from 2", "exact --toy easy -T 10,0"},
	{"-T -3; a whole number from 2", "exact --toy easy -T=-3"},
	{"--levels has no value after it; use one as --help shows", "exact --toy easy --levels -3"},
	{"-T is empty; give it a value, or leave it out", "exact --toy easy -T "},
	{"--seed has no value after it; use one as --help shows", "exact --toy easy --seed -1"},
	{`--chains: expected a valid 64 bit int but got "1e-5"`, "sample --toy easy --chains 1e-5"},
	{"--repeat 0; a whole number from 1", "sweep -T 5 --toy barrier --repeat 0 --out on"},
	{"one from 1 to 1000 would do", "exact --toy barrier --repeat 0"},
	{"--chains -4; use a number from 2 to 100000000", "sample --toy easy --chains=-4"},
	// One value where several are given, or a seed where nothing is random.
	{"--toy barrier,easy are several; use one, or breadboard sweep", "sample --toy barrier,easy -T 3"},
	{`--repeat: expected a valid 64 bit int but got "1:1:8"`, "exact --toy barrier -T 3 --repeat 1:1:8"},
	{"--save-betas is of one target and one seed, and there are 2; use one",
		"exact --toy barrier,easy -T 3 --save-betas b"},
	{"--save-betas is of one target and one seed, and there are 2; use one",
		"exact --toy barrier,easy -T 3 --save-betas b.csv"},
	{"--pictures is of one target and one seed, and there are 2; use one",
		"exact --toy barrier,easy -T 3 --pictures p"},
	{"--seed 3 is given, but --toy barrier has no randomness", "exact --toy barrier,golf -T 3 --seed 3"},
	{"--data y.csv is given, but --toy barrier is no model", "exact --toy barrier,easy -T 3 --data y.csv"},
	{"kernel laplace:1..4: 1..4 is no SCALE that laplace takes", "exact --toy barrier -T 3 --kernel laplace:1..4"},
	{`--seed: expected a valid 64 bit uint but got "1..3"`, "aide --toy easy --seed 1..3"},
	{"-T 3,4; use one number of levels", "validate --toy easy --kernel king -T 3,4"},
	{"--save-betas is of one target and one seed, and there are 3; use one",
		"exact --toy easy --seed 1..3 -T 3 --save-betas b"},
	{"--save is of one target and one seed, and there are 2; use one",
		"sample --toy easy --seed 1,2 --save r.csv"},
	{"--seed 4 is given, but nothing in --target t.csv is random", "sample --target t.csv --seed 4"},
	{"--seed 1 is given, but --toy barrier has no randomness; leave it out; the seed of chains and draws is --mc-seed",
		"score --toy barrier --seed 1"},
	{"--seed 1 is given, but --toy barrier has no randomness; leave it out\n",
		"exact --certify --toy barrier --seed 1"},
	// Files that are missing, or hold something else; and names of no files.
	{"--toy easy and --target t.csv are both given", "sample --toy easy --target t.csv"},
	{"missing.csv: no such file", "exact --target missing.csv"},
	{"t.csv: 2x2 cells; the target has 7x7", "exact --toy easy --initial t.csv"},
	{"--save-betas b.csv with 3 numbers of levels; use one, as in -T 10", "exact --toy easy --save-betas b.csv"},
	{"--save-betas t.csv/b.csv: not a directory", "exact --toy easy -T 10 --save-betas t.csv/b.csv"},
	{"--save-betas /dev/null: not a file; another name or directory would do",
		"exact --toy easy -T 3 --save-betas /dev/null"},
	{"--save chains.dat: the runs are saved as CSV; use a name that ends in .csv",
		"sample --toy barrier --save chains.dat"},
	{"up to 4,096 can be told apart in a picture", "exact --toy ising:4x4:0.4 -T 3 --pictures p"},
	{"ising:4x4:0.4 has 65,536 cells; up to 4,096 can", "sample --toy ising:4x4:0.4 -T 3 --pictures p"},
	{"--out t.csv/sub: not a directory", "reproduce --quick --out t.csv/sub"},
	{`PAPER "surplus" is unknown`, "reproduce surplus"},
	// Matrices, and programs that make moves.
	{"-T 5, but --matrix k stands at 3 betas of its own; leave -T out", "exact --target wall.csv --matrix k -T 5"},
	{"stands at its own betas, so --schedule linear cannot be kept",
		"exact --target wall.csv --matrix k --schedule linear"},
	{"--matrix k and --kernel king are both given", "exact --target wall.csv --matrix k --kernel king"},
	{"k/beta-1.csv: not a directory; a folder of matrices would do", "exact --target wall.csv --matrix k/beta-1.csv"},
	{"--matrix off, beta = 0.5: pT = p: cell (0, 1) ... breadboard validate --matrix off",
		"exact --target wall.csv --matrix off"},
	{"--exec tells the rows of the kernel, at the betas of the schedule; leave --matrix, --kernel out",
		"exact --toy easy --exec true --kernel king --matrix k"},
	{"--schedule friction is found by the rows of the kernel at betas of its own, and --exec true is asked at those " +
		"of a schedule alone; one that no kernel has a part in, such as linear",
		"exact --toy easy --exec true --schedule friction"},
	{"--exec true: the target has 65,536 cells; one of up to 4,096", "exact --toy ising:4x4:0.4 --exec true"},
	{"--exec true: it ended (exit status 0) before the last question ... ; a program that only makes moves lacks the " +
		"rows that are asked for here; sample --exec, and validate --exec without --rows, take moves",
		"exact --toy easy --exec true"},
	{`--exec ./echo: it answered "{\"rows\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,2"...; use`,
		"exact --toy easy --exec ./echo"},
	{"--exec no-such-program: ", "exact --toy easy --exec no-such-program"},
	{"--timeout is given without --exec", "exact --toy easy --timeout 3s"},
	{"--schedule best-b is found for a kernel, and none is named", "sample --toy easy --schedule best-b --exec none"},
	{"--timeout 0s; use a time above 0, such as 30s", "sample --toy easy --exec none --timeout 0s"},
	{"--exec no-such-program: ", "sample --toy easy --exec no-such-program"},
	// aide.
	{"exec is the program of --exec, which is not given; use --exec COMMAND", "aide --toy easy --program exec"},
	{"--exec is given, but neither --gold nor --program is exec", "aide --toy easy --program ais --exec true"},
	{`--gold smd:3: program "smd:3" is unknown; use smc:P, the nearest; breadboard list programs has all`,
		"aide --toy barrier --gold smd:3"},
	{`--runs "1"; use a whole number from 2 on, or two separated by a comma; --meta "x"`,
		"aide --toy barrier --runs 1 --meta x"},
	{"--hmm has a model of its own; leave --toy, -T, --exec out", "aide --hmm weather.json --toy easy -T 4 --exec x"},
	{"--gold ais: ais is no program of a hidden Markov model ... ; --program smc-data: P is missing",
		"aide --hmm weather.json --gold ais --program smc-data"},
	{"span.csv: a log density spans 2e+300 nats; at most 1e+06 nats would do",
		"exact --certify --target span.csv -T 10"},
	// draws.
	{"no target: use --toy NAME", "validate --draws moves.csv"},
	{"moves.csv: no column x_1; cell, or x_1 and so on for each axis of 2x2x2x2, would do; the file has",
		"validate --draws moves.csv --toy ising:2x2:0.4"},
	{"y.csv: row 3, column cell is 4; a whole number from 0 to 3 would do, or --from 1 if they are",
		"validate --draws y.csv --target t.csv"},
	{"none.csv: no such file", "validate --draws none.csv --toy easy"},
	// explore.
	{"-T 0; use a number of levels from 2 to 10000", "explore -T 0"},
	{"--data y.csv: the page reads no data", "explore --data y.csv"},
	{"at most 4,096 would do", "explore --target large.csv"},
	{"--addr 8080: listen tcp: address 8080: missing port in address; use a host and a port, as in",
		"explore --addr 8080"},
	{"--addr 192.0.2.1:0: ", "explore --addr 192.0.2.1:0"},
	// sandwich.
	{"no runs; use --forward FILE, --reverse FILE, or both", "sandwich"},
	{"w.csv: row 2, column log_w is NaN, forward; a number, or -inf forward and inf in",
		"sandwich --forward w.csv --reverse w.csv"},
	{"d.csv: no forward runs; two or more would do", "sandwich --forward d.csv --reverse y.csv"},
	{"t.csv: 2 columns, and none is called log_w; one of that name, or one alone, would do",
		"sandwich --reverse t.csv"},
	{"none.csv: no such file or directory; a CSV or .npy file of log weights would do",
		"sandwich --forward none.csv"},
	// geweke and protocol.
	{"y.csv: 4 rows; for clustering:5:2 5 rows of 1 number would do",
		"protocol --data y.csv --toy clustering:5:2"},
	{"--out y.csv/x: not a directory", "protocol --out y.csv/x"},
	// temper.
	// score.
	{`the zoo has no density "barier"; the nearest is barrier`, "score --zoo barier"},
	{`--kernel "kng" is unknown; use king, the nearest; breadboard list kernels has all`,
		"score --toy easy --kernel kng"},
	{`-N "x" is not a whole number`, "score --toy easy -N 1,x"},
	{`--function "ks" is unknown`, "score --toy easy --function ks"},
	{"--start worst: the chains of --exec are drawn", "score --toy easy --start worst --exec true"},
	{"a matrix is of one density", "score --zoo small --matrix t.csv"},
	{"--exec makes the steps; leave --out out", "protocol --exec true --out there"},
	{"--evaluations: what a step costs a kernel from outside is not known",
		"score --toy easy --exec true --evaluations 9"},
	{"-N and --evaluations are both given", "score --toy easy -N 5 --evaluations 9"},
	{"--chains 1; use a number from 2 to 1000000", "score --toy easy --exec true --chains 1"},
	{"--chains is given without --exec; use both or none", "score --toy easy --chains 5"},
	{"--mc-seed is given without --exec; use both or none", "score --toy easy --mc-seed 5"},
	// sweep: all faults come together, those of a file with those of flags.
	{`--toy "esy" is unknown ... --seed 3..1 runs backwards ... -T 10..5x2 does not rise ... ` +
		`--chains 1 ... --shard "3/2" ... --shard is given without --out`,
		"sweep --toy esy --seed 3..1 -T 10..5x2 --chains 1 --shard 3/2"},
	{"no target: use --toy", "sweep --out o"},
	{"300 results without --out, where a stop would lose them all; use --out DIR for more than 200",
		"sweep --toy easy --seed 1..300 -T 3"},
	{"--seed 1 is given, but none of the targets is random", "sweep --toy barrier --seed 1 -T 10 --out o"},
	{"--mc-seed is given without --chains; use both or none", "sweep --toy barrier -T 10 --mc-seed 4 --out o"},
	{"--matrix k has betas of its own, and no other kernel takes", "sweep --target wall.csv --matrix k -T 5 --out o"},
	{"--exec true: how many evaluations of the density its step takes is not known; -T in place of --evaluations",
		"sweep --toy easy --exec true --evaluations 100 --out o"},
	{"--schedule best-j is found by the rows", "sweep --toy easy --exec true -T 5 --schedule linear,best-j --out o"},
	{"--program sir:3: --exec true tells the rows of an annealing alone",
		"sweep --toy easy --exec true -T 5 --program sir:3 --out o"},
	{"--timeout is given without --exec", "sweep --toy easy -T 5 --timeout 3s --out o"},
	{"--exec true: it ended (exit status 0)", "sweep --toy easy --exec true -T 5 --out o"},
	{"the target has 49 cells", "sweep --toy barrier --target wall.csv --matrix k --out o"},
	{"--merge needs a directory; use the --out of each shard, or the one that they share", "sweep --merge"},
	// validate.
	{"nothing to validate", "validate --target wall.csv"},
	{"leave -T and --schedule out", "validate --target wall.csv --matrix t.csv -T 4"},
	{"--matrix k is a folder, which has its own betas; leave --beta", "validate --target wall.csv --matrix k --beta 1"},
	{"--exec is empty; give it a value, or leave it out", "validate --target wall.csv --exec "},
	{"--rows is given without --exec", "validate --target wall.csv --kernel king --rows"},
	{"--tolerance 0.1 is of rows, and the errors of moves are those of chance; leave it out",
		"validate --target wall.csv --exec true --tolerance 0.1"},
	{"--exec true: it ended (exit status 0)", "validate --target wall.csv --exec true --rows"},
	{"heat-bath on ising:1x13:0.4 has 8,192 cells; use up to 4,096, whose matrices fit, or the moves of",
		"validate --toy ising:1x13:0.4 --kernel heat-bath"},
	{"--exec true --rows on 65,536 cells; use up to 4,096, whose rows fit",
		"validate --toy ising:4x4:0.4 --exec true --rows"},
	{"-T 20001; use a number of levels up to 20000", "validate --target wall.csv --kernel king -T 20001"},
}

// Bad input ends with the code 2 and one line on stderr that says all of what is wrong, by the rule
// of numbers for people. Nothing is printed or written.
func TestRefusals(t *testing.T) {
	dir := matrixFolder(t, "metropolis", nil)
	must.Do(t, os.CopyFS(filepath.Join(dir, "off"),
		os.DirFS(filepath.Join(matrixFolder(t, "metropolis", offBy1e6), "k"))))
	for name, text := range wrongFiles {
		put(t, dir, name, text)
	}
	const echo = "#!/bin/sh\nexec sed -un /rows/p\n" // what it is asked, and not what it is told before
	must.Do(t, os.WriteFile(filepath.Join(dir, "echo"), []byte(echo), 0o755))
	before := listing(t, dir)
	for _, c := range refusals {
		r := program(t, dir, strings.Split(c[1], " ")...)
		refused(t, r, strings.Split(c[0], " ... ")...)
		if now := listing(t, dir); now != before {
			t.Fatalf("%s: left %s", c[1], now)
		}
	}
}
