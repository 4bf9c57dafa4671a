package main

import (
	"bufio"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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
