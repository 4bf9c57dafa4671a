package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"breadboard/cmd/breadboard/internal/shell"
	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// A serving is the program while it serves the page.
type serving struct {
	link string // as it is printed
	cmd  *exec.Cmd
	errs *strings.Builder
}

// startExplore starts the program in dir, and waits for its link.
func startExplore(t *testing.T, dir string, args ...string) *serving {
	t.Helper()
	if !slices.Contains(args, "--addr") {
		args = append(args, "--addr", "127.0.0.1:0")
	}
	s := &serving{cmd: exec.Command(binary, append([]string{"explore"}, args...)...), errs: new(strings.Builder)}
	s.cmd.Dir, s.cmd.Stderr = dir, s.errs
	out := must.Have(s.cmd.StdoutPipe())(t)
	must.Do(t, s.cmd.Start())
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = s.cmd.Wait()
		t.Fatalf("%q prints no link: %v: %s", s.cmd.Args[1:], err, s.errs)
	}
	s.link = strings.TrimSuffix(line, "\n")
	return s
}

// stop interrupts the program, and returns its exit code.
func (s *serving) stop(t *testing.T) int {
	t.Helper()
	must.Do(t, s.cmd.Process.Signal(os.Interrupt))
	_ = s.cmd.Wait() // it fails with the exit code
	return s.cmd.ProcessState.ExitCode()
}

// The page starts at the setting of the flags, or of a file, and with the paper's BARRIER if there is none.
func TestExploreLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "g.csv"), "0,1.5\n2,-inf\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "#toy=barrier&kernel=metropolis&bridge=geometric&schedule=linear&T=100"},
		{[]string{"--target", "g.csv", "--axes", "ring,any", "--program", "smc:8"},
			"#target=0,1.5;2,w&axes=ring,any&kernel=metropolis&bridge=geometric&schedule=linear&program=smc:8&T=100"},
	} {
		s := startExplore(t, dir, c.args...)
		if code := s.stop(t); code != 130 {
			t.Errorf("%q: exit code %d after Ctrl-C, want 130: %s", c.args, code, s.errs)
		}
		if _, fragment, _ := strings.Cut(s.link, "/#"); "#"+fragment != c.want {
			t.Errorf("%q: the link is %s, want %s", c.args, s.link, c.want)
		}
		want := "breadboard: the page is at this link until Ctrl-C\nbreadboard: interrupted\n"
		if s.errs.String() != want {
			t.Errorf("%q: stderr is %q, want %q", c.args, s.errs, want)
		}
	}
}

// The page and its answers are there while the program runs. Ctrl-C ends it within half a second while it computes what
// takes half a minute.
func TestExploreServes(t *testing.T) {
	s := startExplore(t, t.TempDir())
	address, _, _ := strings.Cut(s.link, "#")
	for _, file := range []string{"", "main.js", "state/link.js"} {
		r := must.Have(http.Get(address + file))(t)
		r.Body.Close()
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s%s: %s", address, file, r.Status)
		}
	}
	gone := make(chan bool)
	go func() {
		defer close(gone)
		if r, err := http.Post(address+"api/exact", "application/json",
			strings.NewReader(`{"toy":"barrier","T":10000,"program":"smc:1000"}`)); err == nil {
			r.Body.Close()
		}
	}()
	time.Sleep(100 * time.Millisecond) // it computes then, and if not, the test is only weaker
	if code := s.stop(t); code != 130 || !strings.HasSuffix(s.errs.String(), "breadboard: interrupted\n") {
		t.Errorf("exit code %d after Ctrl-C, want 130: %s", code, s.errs)
	}
	<-gone
}

// TestPageCommands: the command of a question prints the numbers of the page, digit for digit, in a shell: of a painted
// target with a wall and numbers of all digits, and of a program.
func TestPageCommands(t *testing.T) {
	for _, q := range []explore.Question{
		{Target: "-0.1,1.5;0.30000000000000004,w;-12,3e-17", Axes: "ring,any", Kernel: "barker",
			Schedule: "curve:0:0.2:0.7:1", T: 12, SkipLast: true},
		{Toy: "barrier", Program: "sir:5", T: 5},
	} {
		e := must.Have(explore.Exactly(t.Context(), q))(t)
		command := must.Have(shell.Command(q))(t)
		cmd := exec.Command("sh", "-c", fmt.Sprintf("breadboard() { %q \"$@\" --format json; }\n%s", binary, command))
		r := finish(t, cmd, t.TempDir(), cmd.Run)
		ended(t, r, result{stdout: r.stdout})
		var all []float64
		for _, word := range regexp.MustCompile(`-?[0-9][0-9.]*(e[-+]?[0-9]+)?`).FindAllString(r.stdout, -1) {
			v, _ := strconv.ParseFloat(strings.TrimRight(word, "."), 64)
			all = append(all, v)
		}
		for _, v := range []explore.Number{e.J.Sum, e.B.Sum, e.J.QP, e.LogR} {
			if !math.IsNaN(float64(v)) && !slices.Contains(all, float64(v)) {
				t.Errorf("%s\ndoes not print %v:\n%s", command, v, r.stdout)
			}
		}
	}
}

// The folder has the page, and the engine that its page says it loads. The command writes nothing over
// files of others.
func TestExploreSite(t *testing.T) {
	dir := t.TempDir()
	site := filepath.Join(dir, "site")
	must.Do(t, os.Mkdir(site, 0o755))
	write(t, filepath.Join(site, "index.html"), "mine")
	refused(t, program(t, ".", "explore", "--site", site), "a new or an empty directory")
	must.Do(t, os.Remove(filepath.Join(site, "index.html")))
	made := program(t, ".", "explore", "--site", site, "--toy", "easy", "-T", "7")
	if made.code != 0 || !strings.Contains(made.stdout, "--directory "+site) ||
		!strings.Contains(made.stdout, "8000/#toy=easy") {
		t.Errorf("exit code %d, and it prints %s%s", made.code, made.stdout, made.stderr)
	}
	file := must.Have(os.Open(filepath.Join(site, "engine.wasm.gz")))(t)
	defer file.Close()
	plain := must.Have(io.ReadAll(must.Have(gzip.NewReader(file))(t)))(t)
	if !strings.HasPrefix(string(plain), "\x00asm") {
		t.Error("the engine is no WebAssembly")
	}
	const most = 6_000_000 // bytes that a reader waits for
	size := must.Have(file.Stat())(t).Size()
	index := read(t, filepath.Join(site, "index.html"))
	if !strings.Contains(index, fmt.Sprintf(`<meta id="engine" content="%d">`, size)) || size > most {
		t.Errorf("the page has another size than %d bytes, or these are more than %d", size, most)
	}
	must.Say(t, read(t, filepath.Join(site, "catalogue.json")), "commit c0ffee")
	must.Say(t, read(t, filepath.Join(site, "state/worker.js")), "wasm_exec.js")
}
