package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/explore"
	"breadboard/grid/text"
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
	s := &serving{cmd: exec.Command(binary, append([]string{"explore", "--addr", "127.0.0.1:0"}, args...)...),
		errs: new(strings.Builder)}
	s.cmd.Dir, s.cmd.Stderr = dir, s.errs
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
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
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait() // it fails with the exit code
	return s.cmd.ProcessState.ExitCode()
}

// The page starts at the setting of the flags, of a file or of a link, and with the paper's BARRIER if there is none.
func TestExploreLinks(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "g.csv"), "0,1.5\n2,-inf\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "#toy=barrier&kernel=metropolis&bridge=geometric&schedule=linear&T=100"},
		{[]string{"--toy", "easy", "--seed", "7", "--kernel", "MH", "--schedule", "sigmoid:4", "-T", "50", "--skip-last-kernel"},
			"#toy=easy&seed=7&kernel=metropolis&bridge=geometric&schedule=sigmoid:4&skip_last=true&T=50"},
		{[]string{"--target", "g.csv", "--program", "smc:8"},
			"#target=0,1.5;2,w&kernel=metropolis&bridge=geometric&schedule=linear&program=smc:8&T=100"},
		{[]string{"http://127.0.0.1:1/#toy=hard&T=7&b.toy=easy&view=levels"}, "#toy=hard&kernel=metropolis&bridge=geometric&" +
			"schedule=linear&T=7&b.toy=easy&b.kernel=metropolis&b.bridge=geometric&b.schedule=linear&b.T=100&view=levels"},
	} {
		s := startExplore(t, dir, c.args...)
		if code := s.stop(t); code != 130 {
			t.Errorf("%q: exit code %d after Ctrl-C, want 130: %s", c.args, code, s.errs)
		}
		if _, fragment, _ := strings.Cut(s.link, "/#"); "#"+fragment != c.want {
			t.Errorf("%q: the link is %s, want %s", c.args, s.link, c.want)
		}
		if want := "breadboard: the page is at this link until Ctrl-C\nbreadboard: interrupted\n"; s.errs.String() != want {
			t.Errorf("%q: stderr is %q, want %q", c.args, s.errs, want)
		}
	}
}

// The page and its answers are there while the program runs, and J is the one that breadboard exact prints.
func TestExploreServes(t *testing.T) {
	s := startExplore(t, t.TempDir())
	address, _, _ := strings.Cut(s.link, "#")
	for _, file := range []string{"", "main.js", "charts/charts.js"} {
		r, err := http.Get(address + file)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s%s: %s", address, file, r.Status)
		}
	}
	r, err := http.Post(address+"api/measure", "application/json", strings.NewReader(`{"toy":"barrier","T":100}`))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var answer struct{ J, B struct{ Sum float64 } }
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	var rows []struct{ J, B float64 }
	worksJSON(t, &rows, t.TempDir(), "exact", "--toy", "barrier", "-T", "100")
	if rows[0].J != answer.J.Sum || rows[0].B != answer.B.Sum {
		t.Errorf("the page has J %v and B %v, breadboard exact %v and %v", answer.J.Sum, answer.B.Sum, rows[0].J, rows[0].B)
	}
	if code := s.stop(t); code != 130 {
		t.Errorf("exit code %d after Ctrl-C, want 130", code)
	}
}

// Ctrl-C ends the program within half a second while it computes what takes half a minute.
func TestExploreStops(t *testing.T) {
	s := startExplore(t, t.TempDir())
	address, _, _ := strings.Cut(s.link, "#")
	c, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(address, "http:"), "/"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	body := `{"toy":"barrier","T":10000,"program":"smc:1000"}`
	_, err = io.WriteString(c, "POST /api/exact HTTP/1.1\r\nHost: "+c.RemoteAddr().String()+
		"\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body)
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // it computes then, and if not, the test is only weaker
	if code := s.stop(t); code != 130 {
		t.Errorf("exit code %d after Ctrl-C, want 130: %s", code, s.errs)
	}
	if errs := s.errs.String(); !strings.HasSuffix(errs, "breadboard: interrupted\n") {
		t.Errorf("stderr is %q", errs)
	}
}

// A server that other machines reach says so.
func TestExploreElsewhere(t *testing.T) {
	cmd := exec.Command(binary, "explore", "--addr", "0.0.0.0:0")
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(errs).ReadString('\n')
	if err != nil {
		t.Error(err)
	}
	if want := "breadboard: --addr 0.0.0.0:0 lets other machines in"; !strings.HasPrefix(line, want) {
		t.Errorf("it says %q, want %q", line, want)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

// A saved page is one file with its link and the answers in it. The same command again does no harm, and another one
// needs --force.
func TestExploreExport(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "g.csv"), "0,1.5\n2,-inf\n")
	works(t, dir, "explore", "--target", "g.csv", "-T", "5", "--export", "page.html")
	page := read(t, filepath.Join(dir, "page.html"))
	for _, part := range []string{"<!doctype html>", `"link":"#target=0,1.5;2,w`, `"measure":{`, `"curve":{`, "commit c0ffee"} {
		if !strings.Contains(strings.ToLower(page), strings.ToLower(part)) {
			t.Errorf("the page has no %s", part)
		}
	}
	for _, address := range []string{`src="http`, `href="http`, `src="main.js"`} {
		if strings.Contains(page, address) {
			t.Errorf("the page needs more than itself: it has %s", address)
		}
	}
	works(t, dir, "explore", "--target", "g.csv", "-T", "5", "--export", "page.html")
	other := []string{"explore", "#target=0,1;2,3&T=4&b.target=0,1&b.T=3", "--export", "page.html"}
	refused(t, program(t, dir, other...), "or --force, which replaces what is there")
	works(t, dir, append(other, "--force")...)
	if page := read(t, filepath.Join(dir, "page.html")); !strings.Contains(page, `"b":{`) {
		t.Error("the page of two settings has no second one")
	}
}

// A link names no files: whoever saves the page of a stranger's link puts nothing of this machine into it.
func TestExploreExportOfStranger(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.csv")
	write(t, secret, "0,1\n0.5,1\n")
	for _, key := range []string{"b.target", "initial", "schedule", "toy", "kernel", "b.schedule"}[:times(2, 6)] {
		link := "#toy=flat&T=4&" + key + "=" + url.QueryEscape("file:"+secret)
		if r := program(t, dir, "explore", "--export", "page.html", link); r.code != 2 {
			t.Errorf("the page of %s is saved", link)
		}
	}
	works(t, dir, "explore", "--export", "page.html", "#target=0,1&T=4&target.csv=1&data="+secret+"&curves="+secret+
		"&view=</script><script>alert(1)</script>")
	if page := read(t, filepath.Join(dir, "page.html")); strings.Contains(page, "0.5,1\n") ||
		strings.Contains(page, "<script>alert") {
		t.Error("the page has the file, or a script, of a link")
	}
}

// The page of the explorer tells the limits of a question as the code has them.
func TestExplorePageLimits(t *testing.T) {
	page, mib := read(t, "doc/explore.md"), func(n int) string { return fmt.Sprintf("%d MiB", n>>20) }
	waiting := constantOf(t, "internal/server", "mostWaiting")
	for row, want := range map[string]string{
		"a question, or a file to open":   mib(explore.MostBytes),
		"cells of a target":               text.Thousands(explore.MostCells),
		"states that a kernel runs on":    text.Thousands(explore.MostStates),
		"levels T":                        text.Thousands(explore.MostLevels),
		"cells times levels of an answer": text.Thousands(explore.MostWork),
		"states, for eigenvalues":         text.Thousands(explore.MostSpectra),
		"states, for the schedules `friction`, `best-b` and `best-j`": text.Thousands(explore.MostChosen),
		"points of a schedule that is dragged":                        text.Thousands(explore.MostPoints),
		"chains in each direction":                                    text.Thousands(explore.MostChains),
		"particles, or another size of a program":                     text.Thousands(explore.MostParticles),
		"memory of an answer":                                         mib(explore.MostMemory),
		"an answer":                                                   fmt.Sprintf("%.0f seconds", explore.MostTime.Seconds()),
		"questions that wait for their turn":                          text.Thousands(waiting),
	} {
		if line := "\n| " + row + " | " + want + " |\n"; !strings.Contains(page, line) {
			t.Errorf("doc/explore.md has no row %q", strings.TrimSpace(line))
		}
	}
}

// What README.md and the page of the explorer say of BARRIER at T = 100 is what the explorer shows.
func TestExplorePageNumbers(t *testing.T) {
	q := explore.Question{Toy: "barrier", T: 100}
	along, err := explore.Along(t.Context(), q, q.T)
	if err != nil {
		t.Fatal(err)
	}
	half, off := along.Frames[49], 0.0
	for x, p := range half.P {
		off += math.Abs(float64(half.Forward[x]-p)) / 2
	}
	speed, err := explore.SpectrumOf(t.Context(), q, 2)
	if err != nil {
		t.Fatal(err)
	}
	slow := int(math.Round(float64(speed.At[1].Relaxation)/1000)) * 1000
	for page, words := range map[string][]string{
		"../../README.md": {fmt.Sprintf("%.0f%% of their probability", 100*off)},
		"doc/explore.md": {fmt.Sprintf("At beta = %.3f, %.0f%% of the forward law", half.Beta, 100*off),
			text.Thousands(slow) + " moves"},
	} {
		for _, w := range words {
			if !strings.Contains(read(t, page), w) {
				t.Errorf("%s does not say %q", page, w)
			}
		}
	}
}
