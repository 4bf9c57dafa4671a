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
	"moves.csv":    "0,77\n",
	"w.csv":        "log_w\n1\nnan\n",
	"y.csv":        "1\n2\n4\n3\n",
	"weather.json": inputs["weather.json"],
}

// refusals have the sentence for a command beside the wrong files. An ellipsis stands for what is between its parts.
// The words of a command are apart by one blank.
var refusals = [][2]string{
	// Words that are no flags, and flags without values.
	{"unknown flag --toi", "exact --toi barrier"},
	{"unexpected argument heat-bath; use --kernel heat-bath", "exact heat-bath"},
	{`--kernel "gibbs" is unknown; use heat-bath, the nearest in meaning; breadboard list kernels has all`,
		"exact --toy easy --kernel gibbs"},
	{`the catalogue "kernle" is unknown; use kernels, the nearest`, "list kernle"},
	{"--toy has no value after it; use one as --help shows", "exact --toy"},
	{`--format "jsn" is unknown; use json, the nearest`, "exact --toy easy --format jsn"},
	// Names that no catalogue has, or whose parameters are wrong.
	{"no target: use --toy NAME", "exact"},
	{"--schedule friction: ", "exact --toy easy --schedule friction --kernel identity"},
	{`--kernel "none" is unknown ... ; -T 1; a whole number ... ; --program sir:x`,
		"exact --toy barrier -T 1 --kernel none --program sir:x"},
	// Kinds of axes: wrong words, as many as no target has, and kernels without a form on them.
	{`--axes "rign" is unknown; use ring, the nearest`, "exact --toy barrier --axes rign"},
	{"--axes ring,any,any: 3 words; one for all axes of 7x7, or one for each, 2 in all, would do",
		"exact --certify --toy barrier --axes ring,any,any"},
	{"--kernel king has no form on the --axes any of 3x3: it goes back and forth along an axis, and",
		"exact --toy potts:1x2:3:1 --kernel king"},
	// Numbers out of their range, or that are no numbers.
	{"--schedule best-b: -T 20001; a number of levels up to 20000", "exact --toy easy --schedule best-b -T 20001"},
	{"-T 0; a whole number from 2", "exact --toy easy -T 10,0"},
	{"-T is empty; give it a value, or leave it out", "exact --toy easy -T "},
	{`--chains: expected a valid 64 bit int but got "1e-5"`, "sample --toy easy --chains 1e-5"},
	{"--chains -4; use a number from 2 to 100000000", "sample --toy easy --chains=-4"},
	// One value where several are given, or a seed where nothing is random.
	{"-T 3,4; use one number of levels", "validate --toy easy --kernel king -T 3,4"},
	{"--save-betas is of one target and one seed, and there are 3; use one",
		"exact --toy easy --seed 1..3 -T 3 --save-betas b"},
	// Files that are missing, or hold something else; and names of no files.
	{"--toy easy and --target t.csv are both given", "sample --toy easy --target t.csv"},
	{"missing.csv: no such file", "exact --target missing.csv"},
	{"t.csv: 2x2 cells; the target has 7x7", "exact --toy easy --initial t.csv"},
	{"up to 4,096 can be told apart in a picture", "exact --toy ising:4x4:0.4 -T 3 --pictures p"},
	{`PAPER "surplus" is unknown`, "reproduce surplus"},
	// Matrices, and programs that make moves.
	{"-T 5, but --matrix k stands at 3 betas of its own; leave -T out", "exact --target wall.csv --matrix k -T 5"},
	{"k/beta-1.csv: not a directory; use a folder of matrices", "exact --target wall.csv --matrix k/beta-1.csv"},
	{"--matrix off, beta = 0.5: pT = p: cell ( ... breadboard validate --matrix off",
		"exact --target wall.csv --matrix off"},
	{"--exec tells the rows of the kernel, at the betas of the schedule; leave --matrix, --kernel out",
		"exact --toy easy --exec true --kernel king --matrix k"},
	{"--exec true: the target has 65,536 cells; one of up to 4,096", "exact --toy ising:4x4:0.4 --exec true"},
	{"--exec true: it ended (exit status 0) before the last question ... ; a program that only makes moves lacks the " +
		"rows that are asked for here; sample --exec, and validate --exec without --rows, take moves",
		"exact --toy easy --exec true"},
	{`--exec ./echo: it answered "{\"rows\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,2"...; use`,
		"exact --toy easy --exec ./echo"},
	{"--exec no-such-program: ", "sample --toy easy --exec no-such-program"},
	// aide.
	{"--exec is given, but neither --gold nor --program is exec", "aide --toy easy --program ais --exec true"},
	{`--runs "1"; use a whole number from 2 on, or two separated by a comma; --meta "x"`,
		"aide --toy barrier --runs 1 --meta x"},
	{"--hmm has a model of its own; leave --toy, -T, --exec out", "aide --hmm weather.json --toy easy -T 4 --exec x"},
	{"--gold ais: ais is no program of a hidden Markov model ... ; --program smc-data: P is missing",
		"aide --hmm weather.json --gold ais --program smc-data"},
	// draws.
	{"moves.csv: no column x_1; cell, or x_1 and so on for each axis of 2x2x2x2, would do; the file has",
		"validate --draws moves.csv --toy ising:2x2:0.4"},
	{"y.csv: row 3, column cell is 4; use a whole number from 0 to 3, or --from 1 if they are",
		"validate --draws y.csv --target t.csv"},
	// explore.
	{"--addr 8080: listen tcp: address 8080: missing port in address; use a host and a port, as in",
		"explore --addr 8080"},
	// sandwich.
	{"no runs; use --forward FILE, --reverse FILE, or both", "sandwich"},
	{"w.csv: row 2, column log_w is NaN, forward; use a number, or -inf forward and inf in",
		"sandwich --forward w.csv --reverse w.csv"},
	// protocol.
	{"y.csv: 4 rows; for clustering:5:2 use 5 rows of 1 number",
		"protocol --data y.csv --toy clustering:5:2"},
	// score.
	{`the zoo has no density "barier"; the nearest is barrier`, "score --zoo barier"},
	{"/dev/zero: a pipe or a device, and jobs read", "sweep --toy barrier --initial file:/dev/zero -T 3 --out o"},
	// sweep: all faults come together, those of a file with those of flags.
	{`--toy "esy" is unknown ... --seed 3..1 runs backwards ... -T 10..5x2 does not rise ... ` +
		`--chains 1 ... --shard "3/2" ... --shard is given without --out`,
		"sweep --toy esy --seed 3..1 -T 10..5x2 --chains 1 --shard 3/2"},
	{"300 results without --out, where a stop would lose them all; use --out DIR for more than 200",
		"sweep --toy easy --seed 1..300 -T 3"},
	{"--matrix k has betas of its own, and no other kernel takes", "sweep --target wall.csv --matrix k -T 5 --out o"},
	{"--exec true: how many evaluations of the density its step takes is not known; -T in place of --evaluations",
		"sweep --toy easy --exec true --evaluations 100 --out o"},
	{"the target has 49 cells", "sweep --toy barrier --target wall.csv --matrix k --out o"},
	{"--merge needs a directory; use the --out of each shard, or the one that they share", "sweep --merge"},
	// validate.
	{"nothing to validate", "validate --target wall.csv"},
	{"leave -T and --schedule out", "validate --target wall.csv --matrix t.csv -T 4"},
	{"--matrix k is a folder, which has its own betas; leave --beta", "validate --target wall.csv --matrix k --beta 1"},
	{"--exec is empty; give it a value, or leave it out", "validate --target wall.csv --exec "},
	{"--time 3s; use a time above 0, such as 30s, with --exec", "validate --target t.csv --kernel king --time 3s"},
	{"heat-bath on ising:1x13:0.4 has 8,192 cells; use up to 4,096, whose matrices fit, or the moves of",
		"validate --toy ising:1x13:0.4 --kernel heat-bath"},
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
