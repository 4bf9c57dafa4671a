package main

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/chains/outside"
	"breadboard/chains/sample"
	"breadboard/grid"
)

func TestSplitWords(t *testing.T) {
	for in, want := range map[string][]string{
		"python3 my.py":                     {"python3", "my.py"},
		"  a\t b\n":                         {"a", "b"},
		`'my kernel' --name "a b" c\ d`:     {"my kernel", "--name", "a b", "c d"},
		`a"b"'c'`:                           {"abc"},
		`"" ''`:                             {"", ""},
		`"a\"b\\c\d" '\'`:                   {`a"b\c\d`, `\`},
		`sh -c 'echo $HOME > x; cat | tee'`: {"sh", "-c", "echo $HOME > x; cat | tee"},
		`a\`:                                {`a\`},
		"käse ü":                            {"käse", "ü"},
	} {
		got, err := splitWords(in)
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", in, err, diff)
		}
	}
	for in, says := range map[string]string{"": "no program", " \t": "no program", "a 'b": "a quote does not end", `a "b\"`: "a quote does not end"} {
		if got, err := splitWords(in); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %q, %v", in, got, err)
		}
	}
}

// start starts a program on a 2x3 grid with a wall and aims it.
func start(t *testing.T, command string, wait time.Duration) (*client, error) {
	t.Helper()
	c, err := startClient(t.Context(), command, wait, 1, clientGrid)
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { c.Close() })
	return c, c.Aim(t.Context(), 0.5, clientLogF)
}

var (
	clientGrid = grid.New(2, 3).WithWalls(5)
	clientLogF = []float64{0, 1.5, -0.5, 0.25, 1, math.Inf(-1)}
)

// testKernels are the programs in clients that can be run here.
func testKernels(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	for name, ending := range map[string]string{"python3": "py", "Rscript": "R", "julia": "jl"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is not here: clients/metropolis.%s is not run", name, ending)
			continue
		}
		found[name] = name + " clients/metropolis." + ending
	}
	if cc, err := exec.LookPath("cc"); err == nil {
		path := filepath.Join(t.TempDir(), "metropolis")
		if out, err := exec.Command(cc, "-O2", "-Wall", "-Werror", "-o", path, "clients/metropolis.c", "-lm").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		found["cc"] = "'" + path + "'"
	}
	return found
}

// Each client is Metropolis: its moves from every cell fit the kernel's rows (by
// chance P is below 1e-6 once in a million rows, and the seed is fixed), none is
// impossible, and the grid has two axes of different lengths, lest they are mistaken.
func TestClients(t *testing.T) {
	l := chains.NewLevel(chains.Geometric{From: make([]float64, 6), To: clientLogF}, 6)
	l.Move(2, 1)
	op := kernels.Metropolis{}.On(clientGrid)
	op.Aim(l)
	for name, command := range testKernels(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, err := start(t, command, clientWait)
			if err != nil {
				t.Fatal(err)
			}
			for x := range 5 {
				const n = 4000
				next := make([]int, n)
				if err := c.Move(t.Context(), next, slices.Repeat([]int{x}, n)); err != nil {
					t.Fatal(err)
				}
				counts, row := make([]int, 6), make([]float64, 6)
				for _, y := range next {
					counts[y]++
				}
				row[x] = 1
				op.Row(x, func(y int, p float64) { row[y] += p; row[x] -= p })
				if fit := sample.ChiSquare(counts, row); fit.P < 1e-6 {
					t.Errorf("from %d: %v moves, want %v: P = %v", x, counts, row, fit.P)
				}
			}
			if err := c.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The clients have what the protocol asks for; those for which there is no
// interpreter here are held to what text can tell: the patterns by which they read a
// line find in it what they are to find, and their brackets balance.
func TestClientTexts(t *testing.T) {
	hello := strings.TrimSpace(string(outside.HelloLine(12, clientGrid)))
	aim := strings.TrimSpace(string(outside.AimLine(0.5, clientLogF)))
	ask := strings.TrimSpace(string(outside.AskLine([]int{3, 0, 12})))
	texts := map[string]string{}
	for _, name := range []string{"metropolis.py", "metropolis.R", "metropolis.jl", "metropolis.c"} {
		data, err := os.ReadFile(filepath.Join("clients", name))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		texts[name] = text
		for _, word := range []string{"put your own kernel here", "--exec", "grid", "seed", "logf", "flush", "README.md"} {
			if !strings.Contains(text, word) {
				t.Errorf("%s has no %q", name, word)
			}
		}
		if n := strings.Count(text, "\n"); n > 45 {
			t.Errorf("%s has %d lines", name, n)
		}
		code := regexp.MustCompile(`r?"[^"\n]*(\\"[^"\n]*)*"|'.'|#.*`).ReplaceAllString(text, "") // without texts and remarks
		for _, pair := range []string{"()", "[]", "{}"} {
			if open, shut := strings.Count(code, pair[:1]), strings.Count(code, pair[1:]); open != shut && name != "metropolis.py" {
				t.Errorf("%s: %d %c and %d %c", name, open, pair[0], shut, pair[1])
			}
		}
	}
	for _, c := range []struct{ file, pattern, line, want string }{
		{"metropolis.R", `.*[[]`, ask, "3,0,12]}"},
		{"metropolis.R", `].*`, "3,0,12]}", "3,0,12"},
		{"metropolis.R", `.*[[]`, aim, "0,1.5,-0.5,0.25,1,null]}"},
		{"metropolis.R", `.*seed":`, hello, `12,"grid":[2,3]}`},
		{"metropolis.R", `,.*`, `12,"grid":[2,3]}`, "12"},
		{"metropolis.jl", `.*\[(.*)\].*`, ask, "3,0,12"},
		{"metropolis.jl", `.*\[(.*)\].*`, hello, "2,3"},
		{"metropolis.jl", `.*seed":([0-9]+).*`, hello, "12"},
	} {
		if got := regexp.MustCompile(c.pattern).ReplaceAllString(c.line, "$1"); got != c.want {
			t.Errorf("%s in %s leaves %q, want %q", c.pattern, c.line, got, c.want)
		}
		inside := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(c.pattern, ".*"), ".*"), `"`, `\"`)
		if !strings.Contains(texts[c.file], inside) {
			t.Errorf("%s does not read by %s", c.file, inside)
		}
	}
}

// Whatever a program does wrong is one line that says what, with the end of its
// stderr, in about the time that it is given.
func TestClientFaults(t *testing.T) {
	const three = "read a; read b; read c; "
	for says, script := range map[string]string{
		"no answer within 300ms; a line for each line of states, flushed":              three + "echo thinking >&2; sleep 100",
		"(its stderr ends: one; two; three)":                                           three + "echo one >&2; echo two >&2; echo >&2; echo three >&2; exit 3",
		"it ended (exit status 3) before the last question":                            three + "echo one >&2; exit 3",
		"it ended (signal: killed)":                                                    three + "kill -9 $$",
		"it ended (exit status 0)":                                                     "exit 0",
		"it closed its standard input or output":                                       three + "exec >&-; sleep 100",
		`it answered "hello"; a line with a JSON array of 3 cell numbers`:              three + "echo hello; cat",
		"it answered 2 numbers to 3 states; one for each would do":                     three + "echo '[0,1]'; cat",
		"it answered 4 numbers to 3 states":                                            three + "echo '[0,1,2,3]'; cat",
		"answer 2 of 3 is 6; a cell number from 0 to 5 would do":                       three + "echo '[0,6,1]'; cat",
		"answer 1 of 3 is -1":                                                          three + "echo '[-1,6,1]'; cat",
		`answer 3 of 3 is "null"`:                                                      three + "echo '[0,1,null]'; cat",
		`printed "more"`:                                                               three + "echo '[0,1,2]'; echo more; cat >/dev/null",
		"it answered a line of more than 33024 bytes":                                  three + "head -c 200000 /dev/zero | tr '\\0' 1; cat",
		"it answered \"\"":                                                             three + "echo; cat",
		"(its stderr is empty)":                                                        three + "echo; cat",
		"...xxxxxxxx":                                                                  three + "head -c 1000000 /dev/zero | tr '\\0' x >&2; exit 1",
		`it printed "banner" before it was asked; one line for each line of states wo`: "echo banner; sleep 0.1; cat >/dev/null",
	} {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			wait := clientWait
			if strings.Contains(says, "300ms") {
				wait = 300 * time.Millisecond
			}
			c, err := start(t, "sh -c \""+strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(script)+"\"", wait)
			if err == nil {
				for i := 0; strings.Contains(script, "banner") && len(c.lines) == 0 && i < 1000; i++ {
					time.Sleep(10 * time.Millisecond) // until it has been printed
				}
				next := make([]int, 3)
				if err = c.Move(t.Context(), next, []int{0, 1, 2}); err == nil {
					err = c.Close()
				}
			}
			if err == nil || !strings.Contains(err.Error(), says) || !strings.HasPrefix(err.Error(), "--exec sh -c ") || strings.Contains(err.Error(), "\n") || !errors.As(err, new(badInput)) {
				t.Fatalf("%v, want %q", err, says)
			}
			if c != nil && (c.process.ProcessState == nil || c.Close() != nil || c.Aim(t.Context(), 1, clientLogF) != c.broken || c.broken == nil) {
				t.Error("it has not been waited for, or is told a second time, or goes on")
			}
		})
	}
}

func TestClientDoesNotStart(t *testing.T) {
	for command, says := range map[string]string{"/no/such/program": "no such file", "no-such-program-here a": "not found in $PATH", "": "there is no program", ".": "a program that can be started"} {
		if _, err := startClient(t.Context(), command, time.Second, 1, clientGrid); err == nil || !strings.Contains(err.Error(), says) || !errors.As(err, new(badInput)) {
			t.Errorf("%q: %v", command, err)
		}
	}
}

// A program that never reads is not waited for either: its pipe holds less than
// the line.
func TestClientDoesNotRead(t *testing.T) {
	g := grid.New(200, 200)
	c, err := startClient(t.Context(), "sleep 100", 200*time.Millisecond, 1, g)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Aim(t.Context(), 1, make([]float64, g.Size())); err == nil || !strings.Contains(err.Error(), "it has not read a line of 80") {
		t.Error(err)
	}
}

// living reports whether a process runs: one that nobody has waited for does not.
func living(t *testing.T, pid string) bool {
	t.Helper()
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return after[0] != 'Z' && after[0] != 'X'
}

// Nothing of a program is left, whether it fails, is interrupted or is closed: not
// the program, and not what it started; a process that lives shows that the test
// can see one.
func TestClientLeavesNothing(t *testing.T) {
	if !living(t, strconv.Itoa(os.Getpid())) {
		t.Skip("no /proc")
	}
	const child = "sleep 300 & echo $! >child; read a; read b; read c; "
	for name, c := range map[string]struct {
		script string
		end    func(*client, context.CancelFunc) error
	}{
		"hangs":       {child + "sleep 300", func(c *client, _ context.CancelFunc) error { return nil }},
		"ends":        {child + "exit 1", func(c *client, _ context.CancelFunc) error { return nil }},
		"answers":     {child + "echo '[0]'; cat", func(c *client, _ context.CancelFunc) error { return c.Close() }},
		"stays":       {child + "echo '[0]'; trap '' TERM; sleep 300", func(c *client, _ context.CancelFunc) error { return c.Close() }},
		"interrupted": {child + "sleep 300", func(c *client, stop context.CancelFunc) error { stop(); return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			wait := clientWait
			if name == "hangs" {
				wait = 400 * time.Millisecond
			}
			p, err := startClient(ctx, `sh -c "cd `+dir+`; `+c.script+`"`, wait, 1, clientGrid)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Aim(ctx, 1, clientLogF); err != nil {
				t.Fatal(err)
			}
			var pid string
			for range 300 { // until the child is there
				data, _ := os.ReadFile(filepath.Join(dir, "child"))
				if pid = strings.TrimSpace(string(data)); pid != "" {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if !living(t, pid) {
				t.Fatalf("no child %q", pid)
			}
			if name == "interrupted" {
				time.AfterFunc(50*time.Millisecond, stop)
			}
			err = p.Move(ctx, make([]int, 1), []int{0})
			if answers := strings.Contains(c.script, "echo '[0]'"); (err == nil) != answers {
				t.Errorf("error %v", err)
			}
			if name == "interrupted" && !errors.Is(err, context.Canceled) {
				t.Errorf("interrupted: %v", err)
			}
			if err := c.end(p, stop); err != nil {
				t.Error(err)
			}
			if p.process.ProcessState == nil {
				t.Error("the program has not been waited for")
			}
			for range 100 { // a signal takes a moment
				if !living(t, pid) {
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
			t.Errorf("the child %s lives", pid)
		})
	}
}
