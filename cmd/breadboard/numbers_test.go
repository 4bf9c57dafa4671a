package main

import (
	little "encoding/binary"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/grid/must"
	"breadboard/grid/npy"
)

// readers holds files with @ in place of a number, and what is said of them: commands with FILE in place of the file.
// One that begins with a shape is an array of NumPy.
var readers = []struct{ text, commands string }{
	{"0,@,1\n2,1,0\n", `exact --target FILE -T 3; exact --target FILE -T 3 --certify
		sample --target FILE -T 3 --chains 20; exact --target FILE -T 3 --program smc:2
		exact --target FILE -T 3 --bridge moments:mean
		exact --target FILE -T 3 --schedule best-j; sweep --target FILE -T 3,4; aide --target FILE -T 3 --runs 10
		score --target FILE --kernel metropolis -N 5; validate --target FILE --kernel cycle --full
		validate --target FILE --matrix k.csv --full; validate --target FILE moves.csv --full
		validate --target FILE --draws states.csv; exact --target t.csv --initial file:FILE -T 3
		sample --target t.csv --initial file:FILE -T 3 --chains 20
		score --target t.csv --function file:FILE --kernel metropolis -N 5`},
	{"(2,3) 0 @ 1 2 1 0", "exact --target FILE -T 3; validate --target FILE --matrix k.csv"},
	{"1\n@\n3\n", `exact --toy clustering:3:2 --data FILE -T 3; protocol --toy clustering:3:2 --data FILE --sets 1 -T 3
		validate --toy clustering:3:2 --data FILE --kernel king --full`},
	{"from,to\n0,1\n1,@\n", "validate --target t.csv FILE"},
	{"state\n0\n1\n@\n2\n", "validate --target t.csv FILE; validate --target t.csv --draws FILE"},
	{"chain,state\n0,1\n@,2\n", "validate --target t.csv FILE; validate --target t.csv --draws FILE"},
	{"draw,state\n0,1\n@,2\n", "validate --target t.csv FILE; validate --target t.csv --draws FILE"},
	{"(2,2) 0 1 @ 2", "validate --target t.csv FILE; validate --target t.csv --draws FILE"},
	{"log_w\n@\n" + lower, `sandwich --forward FILE; sandwich --reverse FILE
		sandwich --forward FILE --reverse upper.csv; sandwich --forward upper.csv --reverse FILE
		sandwich --forward FILE --reverse FILE`},
	{"(4,) 0 1 @ 2", "sandwich --forward FILE; sandwich --forward FILE --reverse upper.csv"},
	{"T,log_w\n3,1\n@,2\n3,1.5\n", "sandwich --forward FILE; sandwich --forward FILE --reverse FILE"},
	{"0 @ 1\n", "exact --target t.csv --schedule file:FILE"},
	{strings.Replace(kernel, "1", "@", 1), "validate --target t.csv --matrix FILE --full"},
	{`{"initial": [@, 0.4], "transition": [[1, 0], [0, 1]], "emission": [[1, 0], [0, 1]], "observations": [1, 2]}`,
		"aide --hmm FILE --program smc-data:2 --runs 10"},
	{`{"initial": [1, 0], "transition": [[1, 0], [0, 1]], "emission": [[1, 0], [0, 1]], "observations": [1, @]}`,
		"aide --hmm FILE --program smc-data:2 --runs 10"},
}

const (
	kernel = "1,0,0,0,0,0\n0,.5,0,0,.5,0\n0,0,1,0,0,0\n0,0,0,1,0,0\n0,.5,0,0,.5,0\n0,0,0,0,0,1\n"
	lower  = "-1\n0.5\n0.2\n-1\n0.5\n0.2\n-1\n0.5\n0.2\n0.1\n"
)

// TestExtremeNumbers: numbers that are infinite, none, as large as floats are or below any, in every kind of file, end
// in an answer without NaN or in a refusal that names the file and, if the number alone is wrong, the place. NaN of a
// matrix may be told.
func TestExtremeNumbers(t *testing.T) {
	dir := files(t, map[string]string{"t.csv": "0,1,1\n2,1,0\n", "moves.csv": "from,to\n0,1\n1,2\n2,5\n",
		"k.csv": kernel, "states.csv": "0\n1\n2\n3\n3\n", "upper.csv": "log_w\n" + lower[3:] + "2.2\n1\n"})
	nan := regexp.MustCompile(`(?i)\bnan\b`)
	place := regexp.MustCompile(`x\.(csv|npy): .*\b(row|column|entry|line|cell|beta|initial|observation)`)
	numbers := strings.Split("nan,inf,-inf,1.7e308,-1.7e308,1e309,1e155,5e-324,1e19,,x", ",")
	for _, r := range readers {
		for _, number := range numbers {
			v, err := strconv.ParseFloat(number, 64)
			name, content := "x.csv", strings.Replace(r.text, "@", number, 1)
			if shape, values, isArray := strings.Cut(content, ") "); isArray && strings.HasPrefix(shape, "(") {
				if err != nil {
					continue
				}
				name, content = "x.npy", array(t, shape+")", values)
			}
			put(t, dir, name, content)
			for line := range strings.SplitSeq(strings.ReplaceAll(r.commands, "\n", ";"), ";") {
				got := program(t, dir, strings.Fields(strings.ReplaceAll(line, "FILE", name))...)
				isOwn := strings.Contains(line, "--matrix FILE") && (math.IsNaN(v) || math.IsInf(v, 0))
				if got.code > 2 || nan.MatchString(got.stdout) && !isOwn {
					t.Errorf("%q: %#v", number, got)
				}
				isAlone := err != nil || math.IsNaN(v) || math.Abs(v) > 1e300
				says := regexp.MustCompile(name)
				if isAlone {
					says = place
				}
				if got.code == 2 && !says.MatchString(got.stderr) {
					t.Errorf("%q: %s: %s", number, got.line, got.stderr)
				}
			}
		}
	}
}

// array returns numbers as NumPy writes them.
func array(t *testing.T, shape, values string) string {
	t.Helper()
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }\n", shape)
	data := append([]byte(npy.Magic+"\x01\x00"), byte(len(header)), 0)
	data = append(data, header...)
	for _, v := range strings.Fields(values) {
		data = little.LittleEndian.AppendUint64(data, math.Float64bits(must.Have(strconv.ParseFloat(v, 64))(t)))
	}
	return string(data)
}
