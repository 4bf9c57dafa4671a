package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/evidence"
	"breadboard/chains/kernels"
	"breadboard/chains/outside"
	"breadboard/experiments/following"
	"breadboard/grid"
	"breadboard/grid/must"
)

// testWait is long enough for a language that compiles as it starts.
const testWait = 30 * time.Second

var (
	testGrid = grid.New(2, 3).WithWalls(5) // the axes differ, so that a swap of them is seen
	testLogF = []float64{0, 1.5, -0.5, 0.25, 1, math.Inf(-1)}
	withMass = []int{0, 1, 2, 3, 4} // the cells with mass
)

// start starts a kernel on a 2x3 grid with a wall and aims it.
func start(t *testing.T, command string, wait time.Duration) Kernel {
	t.Helper()
	k := must.Have(StartKernel(t.Context(), command, wait, 1, testGrid))(t)
	t.Cleanup(func() { k.Close() })
	must.Do(t, k.Aim(t.Context(), 0.5, testLogF))
	return k
}

// startProgram starts an inference program on the same grid.
func startProgram(t *testing.T, command string, wait time.Duration) Program {
	t.Helper()
	p := must.Have(StartProgram(t.Context(), command, wait, 1, testGrid, make([]float64, 6), testLogF))(t)
	t.Cleanup(func() { p.Close() })
	return p
}

// inShell returns the command of a script.
func inShell(script string) string {
	return "sh -c \"" + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(script) + "\""
}

// TestClientLeavesNothing: nothing of a command is left if it hangs, is closed, or its context ends between questions:
// a pipe that its child holds ends, and its temporary files go.
func TestClientLeavesNothing(t *testing.T) {
	for name, script := range map[string]string{"hangs": "sleep 300", "idle": "sleep 300",
		"closed": three + "echo '[0]'; trap '' TERM; sleep 300"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fifo := filepath.Join(t.TempDir(), "alive")
			must.Do(t, exec.Command("mkfifo", fifo).Run())
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			wait := testWait
			if name == "hangs" {
				wait = 300 * time.Millisecond
			}
			begin := "exec 3>" + fifo + `; : > "${TMPDIR:?}/file"; echo "$TMPDIR" >&3; sleep 300 & `
			k := must.Have(StartKernel(ctx, inShell(begin+script), wait, 1, testGrid))(t)
			alive := must.Have(os.Open(fifo))(t) // the child has begun
			defer alive.Close()
			files := strings.TrimSpace(must.Have(bufio.NewReader(alive).ReadString('\n'))(t))
			must.Do(t, k.Aim(ctx, 1, testLogF))
			if name == "idle" {
				stop()
			} else if err := k.Move(ctx, make([]int, 1), []int{0}); (err == nil) != (name == "closed") {
				t.Errorf("error %v", err)
			}
			if name == "closed" {
				must.Do(t, k.Close())
			}
			_ = alive.SetReadDeadline(time.Now().Add(10 * time.Second))
			must.Refuse(alive.Read(make([]byte, 1)))(t, "EOF", "the child lives")
			for _, err := os.Stat(files); err == nil; _, err = os.Stat(files) { // they go soon after
				time.Sleep(time.Millisecond)
			}
		})
	}
}

// three begins a script that has read a kernel's first question, and four one that has read that of a program of runs.
const three, four = "read a; read b; read c; ", "read a; read b; read c; read d; "

const (
	late  = "no answer within 300ms; use a line for each line of states, flushed at once, or more time "
	empty = "(its stderr is empty)"
	at    = " at a line of states, beta = 0.5; mend what stopped it "
)

// faults holds what commands do wrong, with the words that say it. TestAnswers checks the content of answers.
var faults = []struct{ says, script string }{
	{late + "(its stderr ends: thinking)", three + "echo thinking >&2; sleep 100"},
	{"it ended (exit status 3)" + at + "(its stderr ends: one; two; three; four)", three + "for i in zero one two; " +
		"do echo $i >&2; done; echo >&2; echo three >&2; echo four >&2; exit 3"},
	{"it ended (signal: killed)" + at + empty, three + "kill -9 $$"},
	{"it closed its standard input or output before the last question; use a command that reads on until its " +
		"standard input ends " + empty, three + "exec >&-; sleep 100"},
	{"answer 2 of 3 is 6; use a cell number, a whole one from 0 to 5 " + empty, three + "echo '[0,6,1]'; cat"},
	{`it printed "more" after its last answer; use one line for each question ` + empty,
		three + "echo '[0,1,2]'; echo more; cat >/dev/null"},
	{late + empty, "sleep 100"},
	{"it ended (exit status 7)" + at + empty, three + "printf '[0,1,2'; exit 7"}, // no part of a line is an answer
	{"it ended (exit status 3)" + at + `(its stderr ends: \x1b]0;owned\aplain)`,
		three + "printf '\\033]0;owned\\007plain' >&2; exit 3"},
	{"it ended (exit status 1)" + at + "(its stderr ends: ..." + strings.Repeat("x", 400) + ")",
		three + "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1"},
}

// TestClientFaults: a fault of a command is one line without control characters: the command, the fault and the end of
// its stderr. It comes in about the time that the command has, and the command is gone. Close returns it once, and so
// does every question after it.
func TestClientFaults(t *testing.T) {
	three := []int{0, 1, 2}
	for _, c := range faults {
		t.Run(c.says, func(t *testing.T) {
			t.Parallel()
			wait := testWait
			if strings.Contains(c.says, "300ms") {
				wait = 300 * time.Millisecond
			}
			k := start(t, inShell(c.script), wait)
			err := k.Move(t.Context(), make([]int, 3), three)
			if err == nil {
				err = k.Close()
			}
			if !errors.As(err, new(*Fault)) {
				t.Fatalf("the error is %v, want a fault", err)
			}
			text := err.Error()
			_, says, _ := strings.Cut(text, `": `)
			if says != c.says || !strings.HasPrefix(text, "sh -c ") || strings.ContainsFunc(text, unicode.IsControl) {
				t.Errorf("the error is %q", text)
			}
			if k.process.ProcessState == nil {
				t.Error("the program has not been waited for")
			}
			must.Do(t, k.Close())
			if again := k.ask(t.Context(), question{}, nil); again != err {
				t.Errorf("after the fault a question has the error %v", again)
			}
		})
	}
}

// tells begins a script that tells a row, and has then read a line of states.
const tells = three + "echo '[[0,1,0,0,0,0]]'; read q; "

// TestNone: a command tells no rows, makes no runs, or makes no moves, if it answers null or why, or if it ends at its
// first question of the kind; however long it takes. A malformed answer is a fault, and so is a crash in a move.
func TestNone(t *testing.T) {
	const crash, odd = tells + "exit 3", three + "echo '[[[0]]]'; cat"
	for _, c := range [][2]string{
		{three + "echo null; cat", "it tells no rows (it answers null)"},
		{three + `echo '"gauss, which has ways without end"'; cat`,
			"your step cannot be followed: gauss, which has ways without end"},
		{three + "exit 3", "it tells no rows (it ended (exit status 3) at a line of cells whose rows are asked for, " +
			"beta = 0.5)"},
		{three + "printf 'a\\033b' >&2; exit 3", "it tells no rows (it ended (exit status 3) at a line of cells " +
			`whose rows are asked for, beta = 0.5; its stderr ends: a\x1bb)`},
		{tells + "echo null; cat", "it makes no moves (it answers null)"},
		{tells + "exit 0", "it makes no moves (it ended (exit status 0) at a line of states, beta = 0.5)"},
		{crash, ""},
		{tells + "echo '[1]'; cat", ""},
		{"sleep 2.1; " + tells + "echo '[1]'; cat", ""},
		{odd, ""},
	} {
		t.Run(c[0], func(t *testing.T) {
			t.Parallel()
			k := start(t, inShell(c[0]), testWait)
			_, _, err := k.Rows(t.Context(), []int{0})
			if err == nil {
				err = k.Move(t.Context(), make([]int, 1), []int{0})
			}
			none := outside.NotTold{}
			if errors.As(err, &none) != (c[1] != "") || none.Why != c[1] {
				t.Errorf("%v: none is %q, want %q", err, none.Why, c[1])
			}
			if isFault := errors.As(err, new(*Fault)); isFault != (c[1] != "" || c[0] == crash || c[0] == odd) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// TestCaller: a question to the caller is not cut short, as after a signal: it answers before it reads on.
func TestCaller(t *testing.T) {
	nowhere := must.Have(os.OpenFile(os.DevNull, os.O_WRONLY, 0))(t)
	defer nowhere.Close()
	c := &client{command: Caller, cells: 6, wait: testWait, in: nowhere, out: linesOf(strings.NewReader("[4]\n"))}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	must.Do(t, Kernel{client: c}.Move(ctx, make([]int, 1), []int{0}))
}

// TestClientDoesNotRead: a command that never reads is not waited for: its pipe holds less than the line.
func TestClientDoesNotRead(t *testing.T) {
	g := grid.New(200, 200)
	k := must.Have(StartKernel(t.Context(), "sleep 100", 200*time.Millisecond, 1, g))(t)
	must.Do(t, k.Aim(t.Context(), 1, make([]float64, g.Size())))
	must.Fail(t, k.Move(t.Context(), make([]int, 1), []int{0}), "it has not read 80", "it")
}

// TestProgram: a command is told the grid, a seed and both densities, and is asked for runs in batches of at most 100.
// One that does not answer, or answers twice, is refused as a kernel is.
func TestProgram(t *testing.T) {
	const script = `read a; read b; read c; echo "$a$b$c" >&2
		while read q; do
			case $q in
			'{"forward":100}') yes '[3,-0.5]' | head -100 | paste -sd, | sed 's/.*/[&]/';;
			'{"forward":2}') echo '[[4,1.5],[5,null]]';;
			'{"reverse":[3,0,4]}') echo '[0.25,null,-2]';;
			esac
		done`
	p := startProgram(t, inShell(script), testWait)
	cells := make([]int, 102)
	logw := make([]float64, 102)
	must.Do(t, p.Forward(t.Context(), cells, logw))
	must.Do(t, p.Reverse(t.Context(), logw[:3], []int{3, 0, 4}))
	got := fmt.Sprint(cells[98:], logw[98:], logw[:3])
	if want := "[3 3 4 5] [-0.5 -0.5 1.5 -Inf] [0.25 +Inf -2]"; got != want {
		t.Errorf("the last runs and those in reverse are %s, want %s", got, want)
	}
	must.Do(t, p.Close())
	const hello = `{"seed":1,"grid":[2,3]}{"initial":[0,0,0,0,0,0]}{"target":[0,1.5,-0.5,0.25,1,null]}`
	if got := p.stderr.last(); got != hello {
		t.Errorf("the program was told %s, want %s", got, hello)
	}
	hangs := startProgram(t, inShell("sleep 100"), 300*time.Millisecond)
	must.Fail(t, hangs.Forward(t.Context(), cells[:3], logw[:3]), "use a line for each line that asks for runs, "+
		"flushed", "it hangs")
	twice := startProgram(t, inShell(four+"echo '[[0,1]]'; sleep 0.1; echo more; cat >/dev/null"), testWait)
	must.Do(t, twice.Forward(t.Context(), cells[:1], logw[:1]))
	must.Fail(t, twice.Reverse(t.Context(), logw[:1], cells[:1]), `"more"`, "it answers twice")
}

// TestRuns: a command is asked for runs from their starts with the outcomes of their first choices, and answers
// choices, outcomes and ends: cells of a step, cells and log weights of a program. More is asked for in a line as
// answers come.
func TestRuns(t *testing.T) {
	k := start(t, inShell(three+`echo "$c" >&2; echo '[[[["<",0.25,0.75],[1,"@f 7"]],[1,0],4]]'
		read q; echo "$q" >&2; echo '[[[],[],2],[[[0.5,0,0.5]],[2],"an error"]]'; cat`), testWait)
	asked := []enumerate.Run[int]{{Start: 3, Outcomes: []int{7, 0}}, {Start: 2}, {Start: 0, Outcomes: []int{1}}}
	made := must.Have(k.Runs(t.Context(), asked, enumerate.Marked))(t)
	must.Do(t, k.Close())
	got := fmt.Sprintln(made, k.stderr.last())
	want := "[{3 [1 0] [{[0.25 0.75] true  0} {[1] false f 7 0}] 4 } {2 [] [] 2 } " +
		"{0 [2] [{[0.5 0 0.5] false  0}] 0 an error}] " +
		`{"again":false,"marks":true,"runs":[[3,7,0]]}; {"again":false,"marks":true,"runs":[[2],[0,1]]}` + "\n"
	if got != want {
		t.Errorf("the runs are\n%swant\n%s", got, want)
	}
	p := startProgram(t, inShell(four+`echo "$d" >&2; echo '[[[],[],[4,1.5]]]'
		read q; echo "$q" >&2; echo '[[[],[],[5,null]],[[[1]],[0],[3,null]]]'; cat`), testWait)
	ends := []enumerate.Run[outside.End]{{Start: outside.Forward, Outcomes: []int{2}},
		{Start: outside.Forward}, {Start: 3}}
	ways := must.Have(p.Runs(t.Context(), ends, enumerate.Again))(t)
	must.Do(t, p.Close())
	got = fmt.Sprintln(ways[0].End, ways[1].End, ways[2].End, p.stderr.last())
	want = `{4 1.5} {5 -Inf} {3 +Inf} {"again":true,"runs":[[null,2]]}; {"again":true,"runs":[[null],[3]]}` + "\n"
	if got != want {
		t.Errorf("the runs of a program are\n%swant\n%s", got, want)
	}
}

// otherSteps has, by the ending of a client, how its step begins, and lines that make another step there: from cell 0
// in two stages, from 1 by weights, from 2 until it fits, from 3 by pick(0), from 4 to no cell, and from 5 without a
// draw.
var otherSteps = map[string][2]string{
	".py": {"    axis, way", `    if x == 0: return 1 if flip(0.5) else 2 if flip(0.25) else x
    if x == 1: return [0, 9, 3, 4][draw([1, 0, 2, 1])]
    while x == 2 and not flip(0.5): pass
    if x == 2: return pick(2)
    if x == 3: return pick(0)
    if x == 4: return 6
    if x == 5: return 2
`},
	".R": {"  axis <-", `  if (x == 0) return(if (flip(0.5)) 1 else if (flip(0.25)) 2 else x)
  if (x == 1) return(c(0, 9, 3, 4)[draw(c(1, 0, 2, 1)) + 1])
  while (x == 2 && !flip(0.5)) 0
  if (x == 2) return(pick(2))
  if (x == 3) return(pick(0))
  if (x == 4) return(6)
  if (x == 5) return(2)
`},
	".c": {"\tint axis", `	if (x == 0) return flip(0.5) ? 1 : flip(0.25) ? 2 : x;
	if (x == 1) return (int[]){0, 9, 3, 4}[draw((double[]){1, 0, 2, 1}, 4)];
	while (x == 2 && !flip(0.5)) continue;
	if (x == 2) return pick(2);
	if (x > 2) return x == 3 ? pick(0) : x == 4 ? 6 : 2;
`},
}

// TestClients: each client is Metropolis. Its runs have the rows of the kernel, and its proposals, and its moves from
// every cell fit them. By chance P is below 1e-6 once in a million rows, and the seed is fixed. Another step has its
// rows, also where it draws until something fits. A client answers null to what it does not know.
func TestClients(t *testing.T) {
	a := chains.Annealing{Grid: testGrid, Bridge: chains.Geometric{From: make([]float64, 6), To: testLogF},
		Kernel: kernels.Metropolis{}}
	for ending, change := range otherSteps {
		t.Run(ending, func(t *testing.T) {
			t.Parallel()
			client := string(must.Have(os.ReadFile("../../clients/metropolis" + ending))(t))
			op, _ := a.Aimed(2, 1) // of this goroutine
			c := startClient(t, client, ending)
			if _, _, err := c.Rows(t.Context(), withMass); !errors.As(err, new(outside.NotTold)) {
				t.Errorf("rows are answered: %v", err)
			}
			s := following.NewStep(c, testGrid, enumerate.Limits{}, 1)
			rows, q, err := s.Rows(t.Context(), 1, testLogF, withMass)
			must.Do(t, err)
			for _, x := range withMass {
				row := make([]float64, 6)
				row[x] = 1
				op.Row(x, func(y int, p float64) {
					row[y] += p
					row[x] -= p
					must.Near(t, q[x*6+y], 0.25, 1e-15, "the proposal from %d to %d", x, y)
				})
				for y, p := range row {
					must.Near(t, rows[x*6+y], p, 1e-15, "from %d to %d", x, y)
				}
				const n = 4000
				next := make([]int, n)
				must.Do(t, c.Move(t.Context(), next, slices.Repeat([]int{x}, n)))
				counts := make([]int, 6)
				for _, y := range next {
					counts[y]++
				}
				if fit := evidence.ChiSquare(counts, row); fit.P < 1e-6 {
					t.Errorf("from %d: %v moves, want %v: P = %v", x, counts, row, fit.P)
				}
			}
			walls := slices.Clone(testLogF)
			walls[4] = math.Inf(-1)
			apart, _, err := s.Rows(t.Context(), 1, walls, []int{5})
			must.Do(t, err)
			if want := []float64{0, 0, 0.25, 0, 0, 0.75}; !slices.Equal(apart, want) {
				t.Errorf("from a wall beside a wall: %v, want %v", apart, want)
			}
			must.Do(t, c.Close())
			other := startClient(t, strings.Replace(client, change[0], change[1]+change[0], 1), ending)
			s = following.NewStep(other, testGrid, enumerate.Limits{}, 1)
			rows, q, err = s.Rows(t.Context(), 1, testLogF, []int{0, 1, 5})
			got := fmt.Sprint(rows, q, err)
			want := "[0.375 0.5 0.125 0 0 0 0.25 0 0 0.5 0.25 0 0 0 1 0 0 0] " +
				"[NaN NaN 0.5 0 0 0 NaN 0 0 NaN NaN 0 0 0 NaN 0 0 0] <nil>"
			if got != want {
				t.Errorf("another step has the rows %s, want %s", got, want)
			}
			rows, _, err = s.Rows(t.Context(), 1, testLogF, []int{2})
			must.Do(t, err)
			must.Each(t, rows, []float64{0.5, 0.5, 0, 0, 0, 0}, 1e-15, "a step that draws until it fits")
			err = other.Move(t.Context(), make([]int, 1), []int{3})
			must.Fail(t, err, "weights sum to 0; use a sum above 0", "pick(0)")
			other = startClient(t, strings.Replace(client, change[0], change[1]+change[0], 1), ending)
			if ending == ".py" { // whose numbers Breadboard checks
				_, err = other.Runs(t.Context(), []enumerate.Run[int]{{Start: 4}}, enumerate.Once)
			} else {
				err = other.Move(t.Context(), make([]int, 1), []int{4})
			}
			must.Fail(t, err, " 6; use a cell", "no cell")
		})
	}
}

// startClient starts a client of this text. It skips the test if its language is not here.
func startClient(t *testing.T, text, ending string) Kernel {
	t.Helper()
	path := must.File(t, "metropolis"+ending, text)
	languages := map[string]string{".py": "python3 ", ".R": "Rscript "}
	words := languages[ending] + path
	runs, _, _ := strings.Cut(words, " ")
	if ending == ".c" {
		words = path + ".out"
		runs = "cc"
	}
	if _, err := exec.LookPath(runs); err != nil {
		t.Skip(err)
	}
	if ending == ".c" {
		must.Do(t, exec.Command("cc", "-O2", "-Wall", "-Werror", "-o", words, path, "-lm").Run())
	}
	return start(t, words, testWait)
}

// TestWithin: a command that asks for a processor, and does not get one, has all its time left. One that waits for
// something else, or runs all the time, is late after 16 looks, and one that has a processor half of the time after 31.
func TestWithin(t *testing.T) {
	const wait = 16 * time.Millisecond
	for _, c := range []struct {
		asks  bool
		share time.Duration // of a look, that it has a processor
		looks int           // until it is late; 0 for never
	}{{false, 0, 16}, {true, time.Millisecond, 16}, {true, time.Millisecond / 2, 31}, {true, 0, 0}} {
		looks, end := 0, make(chan error, 1)
		err := within(t.Context(), wait, func() (time.Duration, bool) {
			if looks++; looks == 50 {
				end <- nil
			}
			return time.Duration(looks) * c.share, c.asks
		}, func() error { return <-end }, errGone)
		if c.looks == 0 {
			must.Do(t, err)
		} else if err != errGone || looks != c.looks {
			t.Errorf("%+v: error %v after %d looks", c, err, looks)
		}
	}
}

// TestLook: a command's time is that of its own processes, here of a shell and of one that has ended, and it asks for a
// processor while one of them runs.
func TestLook(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("Linux tells the time of others")
	}
	const works = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"
	k := start(t, inShell("("+works+"); "+three+"echo '[0]'; read a; while :; do :; done"), testWait)
	start(t, inShell("while :; do :; done"), testWait)
	must.Do(t, k.Move(t.Context(), make([]int, 1), []int{0}))
	until := func(want bool) (had time.Duration) { // it sleeps or runs soon
		for range 2000 {
			had, asks := k.look()
			if asks == want {
				return had
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Fatalf("it never asks as it should: %v", want)
		return 0
	}
	if had := until(false); had < 10*time.Millisecond {
		t.Errorf("it had %v", had)
	}
	must.Have(k.in.Write([]byte("\n")))(t)
	until(true)
}
