package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
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

// A port that is taken, and an address that is none, are refused in a sentence.
func TestExploreAddress(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	taken := l.Addr().String()
	for addr, says := range map[string]string{
		taken: "--addr " + taken + " is in use, perhaps by another breadboard explore; --addr 127.0.0.1:0, which takes a " +
			"free port, would do",
		"8080":            "--addr 8080 is no address; a host and a port",
		"127.0.0.1:http":  "--addr 127.0.0.1:http is no address",
		"127.0.0.1:65536": "--addr 127.0.0.1:65536 is no address",
		"127.0.0.1:-0":    "--addr 127.0.0.1:-0 is no address",
		"192.0.2.1:0":     "--addr 192.0.2.1:0: ",
	} {
		refused(t, program(t, t.TempDir(), "explore", "--addr", addr), says)
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

// What is wrong with the flags is said before anything is served.
func TestExploreRefuses(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "large.csv"), strings.Repeat(strings.Repeat("0,", 64)+"0\n", 64))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"--toy", "nix"}, `--toy "nix" is unknown`},
		{[]string{"--toy", "barrier", "--kernel", "nix"}, `--kernel "nix" is unknown`},
		{[]string{"-T", "0"}, "-T 0; a number of levels from 2 to 10000 would do"},
		{[]string{"-T", "ten"}, `"ten" is not such a number`},
		{[]string{"--schedule", "file:betas.csv"}, `--schedule "file:betas.csv" is unknown`},
		{[]string{"--data", "y.csv"}, "--data y.csv: the page reads no data"},
		{[]string{"--target", "none.csv"}, "none.csv: no such file"},
		{[]string{"--target", "large.csv"}, "at most 4096 would do"},
		{[]string{"--target", "large.csv", "--toy", "easy"}, "one of the two would do"},
		{[]string{"nonsense"}, "nonsense is no link of the page; #toy=easy&T=300"},
		{[]string{"#toy=nix"}, `--toy "nix" is unknown`},
		{[]string{"#toy=easy&b.T=1"}, "-T 1; a number of levels"},
		{[]string{"#toy=easy", "--toy", "hard"}, "--toy is given beside a link"},
		{[]string{"--export", "page.htm"}, "a name that ends in .html would do"},
		{[]string{"--export", "page.html", "--open"}, "leave --open out"},
		{[]string{"--force"}, "--force is given without --export"},
		{[]string{"--density", "p"}, "--density is given without --target"},
	} {
		refused(t, program(t, dir, append([]string{"explore"}, c.args...)...), c.says)
	}
}
