package client

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

// startProgram starts a program in sh on the 2x3 grid, whose cell 5 has no mass.
func startProgram(t *testing.T, script string, wait time.Duration) (Program, error) {
	t.Helper()
	command := "sh -c \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(script) + "\""
	p, err := StartProgram(t.Context(), command, wait, 1, testGrid, make([]float64, 6), testLogF)
	if err == nil {
		t.Cleanup(func() { p.Close() })
	}
	return p, err
}

// A program is told the grid, a seed and both densities, and is asked for runs in batches of at
// most a hundred.
func TestProgram(t *testing.T) {
	const script = `read a; read b; read c; echo "$a$b$c" >&2
		while read q; do
			case $q in
			'{"forward":100}') yes '[3,-0.5]' | head -100 | paste -sd, | sed 's/.*/[&]/';;
			'{"forward":2}') echo '[[4,1.5],[5,null]]';;
			'{"reverse":[3,0,4]}') echo '[0.25,null,-2]';;
			esac
		done`
	p, err := startProgram(t, script, testWait)
	if err != nil {
		t.Fatal(err)
	}
	cells, logw := make([]int, 102), make([]float64, 102)
	if err := p.Forward(t.Context(), cells, logw); err != nil {
		t.Fatal(err)
	}
	if got, want := cells[98:], []int{3, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("the last cells are %v, want %v", got, want)
	}
	if got, want := logw[98:], []float64{-0.5, -0.5, 1.5, math.Inf(-1)}; !slices.Equal(got, want) {
		t.Errorf("the last log weights are %v, want %v", got, want)
	}
	if err := p.Reverse(t.Context(), logw[:3], []int{3, 0, 4}); err != nil {
		t.Fatal(err)
	}
	if want := []float64{0.25, math.Inf(1), -2}; !slices.Equal(logw[:3], want) {
		t.Errorf("in reverse the log weights are %v, want %v", logw[:3], want)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	const told = `{"seed":1,"grid":[2,3]}{"initial":[0,0,0,0,0,0]}{"target":[0,1.5,-0.5,0.25,1,null]}`
	if got := p.stderr.last(); got != told {
		t.Errorf("the program was told %s, want %s", got, told)
	}
}

// programFaults are what programs do wrong when they are asked for three forward runs and then
// for three in reverse.
var programFaults = []struct{ says, script string }{
	{"no answer within 300ms; a line for each line that asks for runs, flushed at once",
		three + "sleep 100"},
	{"it ended (exit status 3) before the last question", three + "read q; exit 3"},
	{`it answered "hello"; a line with a JSON array of pairs such as [3,-0.5], 3 of them`, three + "echo hello; cat"},
	{"it answered 2 runs to a question for 3", three + "echo '[[0,1],[1,1]]'; cat"},
	{`run 3 of 3 returned cell "6"; a whole number from 0 to 5 would do`, three + "echo '[[0,1],[1,1],[6,1]]'; cat"},
	{"run 2 of 3 returned cell 5, which has no mass under the target, with log w = 1.5; null",
		three + "echo '[[0,1],[5,1.5],[1,1]]'; cat"},
	{"JSON has no NaN", three + "echo '[[0,1],[5,NaN],[1,1]]'; cat"},
	{"it answered a line of more than 7424 bytes", three + "head -c 200000 /dev/zero | tr '\\0' 1; cat"},
	{`"more"`, three + "read q; echo '[[0,1],[1,1],[2,1]]'; sleep 0.1; echo more; cat >/dev/null"},
	{"it answered 4 runs to a question for 3", three +
		"echo '[[0,1],[1,1],[2,1]]'; read q; read q; echo '[1,2,3,4]'; cat"},
}

// Whatever a program does wrong is one line that says what, and it is gone.
func TestProgramFaults(t *testing.T) {
	for _, c := range programFaults {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			wait := testWait
			if strings.Contains(c.says, "300ms") {
				wait = 300 * time.Millisecond
			}
			p, err := startProgram(t, c.script, wait)
			if err == nil {
				err = p.Forward(t.Context(), make([]int, 3), make([]float64, 3))
			}
			if err == nil {
				err = p.Reverse(t.Context(), make([]float64, 3), []int{0, 1, 2})
			}
			checkFault(t, err, c.says)
			if p.client != nil && p.process.ProcessState == nil {
				t.Error("the program has not been waited for")
			}
		})
	}
}
