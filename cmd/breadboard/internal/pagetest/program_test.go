package pagetest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"breadboard/grid/must"
)

// binary is the program, built for these tests.
var binary string

func TestMain(m *testing.M) {
	code, err := built(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// built builds the program and runs the tests.
func built(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "breadboard")
	if err != nil {
		return 1, err
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "breadboard")
	// go run keeps what it links, as go build does not: the program is linked once for all runs of these tests.
	build := exec.Command("go", "run", "-ldflags=-s -w", "-exec", "cp -t "+dir, "breadboard/cmd/breadboard")
	if out, err := build.CombinedOutput(); err != nil {
		return 1, fmt.Errorf("go run: %w\n%s", err, out)
	}
	return runTests(m), nil
}

// look looks at every file that the program is built from. So go test knows that its result depends on them: it watches
// what tests look at while they run.
func look(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if err == nil && slices.Contains([]string{".go", ".js", ".css", ".html", ".mod"}, filepath.Ext(path)) {
			_, err = os.Stat(path)
		}
		return err
	})
}

// run runs the program and returns what it prints.
func run(t *testing.T, args ...string) string {
	t.Helper()
	return finish(t, exec.CommandContext(t.Context(), binary, args...))
}

// finish runs a command, with the program on the PATH, and returns what it prints.
func finish(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var errs bytes.Buffer
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%q: %v\n%s", cmd.Args, err, errs.String())
	}
	return string(out)
}

// A row holds the numbers of an annealing, as breadboard exact --format json prints them.
type row struct {
	J, B float64
	KLQP float64 `json:"kl_q_p"`
	KLPQ float64 `json:"kl_p_q"`
	Gap  float64 `json:"b_minus_j"`
}

// rowOf reads the only row that breadboard exact --format json printed.
func rowOf(t *testing.T, printed string) row {
	t.Helper()
	var rows []row
	if err := json.Unmarshal([]byte(printed), &rows); err != nil || len(rows) != 1 {
		t.Fatalf("%d rows, %v: %s", len(rows), err, printed)
	}
	return rows[0]
}

// A serving is a running breadboard explore.
type serving struct {
	cmd     *exec.Cmd
	address string // host and port
}

// shared is the server of all tests that leave it as it is.
var shared *serving

// served returns the server of all tests, which the first of them starts.
func served(t *testing.T) *serving {
	t.Helper()
	if shared == nil {
		shared = started(t, anyPort)
	}
	return shared
}

// anyPort is an address with any free port.
const anyPort = "127.0.0.1:0"

// started starts breadboard explore at an address.
func started(t *testing.T, address string) *serving {
	t.Helper()
	cmd := exec.Command(binary, "explore", "--addr", address)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	must.Do(t, err)
	s := &serving{cmd: cmd}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.stop()
		t.Fatalf("explore printed %q: %v", line, err)
	}
	s.address, _, _ = strings.Cut(strings.TrimPrefix(line, "http://"), "/")
	return s
}

// stop ends the server as Ctrl-C does.
func (s *serving) stop() {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Signal(syscall.SIGINT)
		_ = s.cmd.Wait() // its exit code says that it was interrupted
	}
}

// link returns a link to the page.
func (s *serving) link(fragment string) string { return "http://" + s.address + "/#" + fragment }

// open opens the page of a server at a link, and waits until its numbers are there.
func open(t *testing.T, s screen, link string) *page {
	t.Helper()
	tab := openTab(t, s, link)
	settled(tab)
	return tab
}

// settled waits until all that is shown belongs to the question, and the fields are there. It presses a key that ends
// the play of a page that opens.
func settled(tab *page) {
	tab.t.Helper()
	tab.wait(`document.querySelector(".field-T") !== null`)
	value[bool](tab, `document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Shift"}))`)
	tab.wait(`document.querySelector("main").getAttribute("aria-busy") === "false"`,
		`!document.querySelector(".stale")`,
		`[...document.querySelectorAll("#digits td")].every((cell) => cell.title !== "")`,
		`document.querySelectorAll(".map.known").length === 3`)
}

// numbers returns J, both divergences, B and B - J of the page, with all of their digits.
func numbers(tab *page) row {
	tab.t.Helper()
	titles := value[[]float64](tab, `[...document.querySelectorAll("#digits td")].map((cell) => Number(cell.title))`)
	if len(titles) != 5 {
		return row{}
	}
	return row{J: titles[0], KLQP: titles[1], KLPQ: titles[2], B: titles[3], Gap: titles[4]}
}

// holds fails the test unless a row of the page has the numbers of a command. Both have the same sums, but a page may
// ask for J in another way, which rounds differently.
func (got row) holds(t *testing.T, want row) {
	t.Helper()
	for _, c := range []struct {
		name      string
		got, want float64
	}{{"J", got.J, want.J}, {"KL(q||p)", got.KLQP, want.KLQP}, {"KL(p||q)", got.KLPQ, want.KLPQ}, {"B", got.B, want.B},
		{"B - J", got.Gap, want.Gap}} {
		must.Near(t, c.got, c.want, 1e-9*math.Max(math.Abs(c.want), 1e-3), "on the page %s", c.name)
	}
}

// exactly runs breadboard exact, and returns the row that it prints.
func exactly(t *testing.T, args ...string) row {
	t.Helper()
	return rowOf(t, run(t, append(append([]string{"exact"}, args...), "--format", "json")...))
}

// rest waits until the link is written, which happens when the hand rests.
func rest(tab *page) { value[bool](tab, `new Promise((done) => setTimeout(() => done(true), 400))`) }

// agrees waits until the numbers are there, and fails the test unless the command that the page shows prints them.
func agrees(t *testing.T, tab *page) {
	t.Helper()
	settled(tab)
	numbers(tab).holds(t, prints(t, tab))
}

// prints runs the command that the page shows, as a reader pastes it, and returns the row that it prints.
func prints(t *testing.T, tab *page) row {
	t.Helper()
	tab.wait(`document.querySelector("#command").textContent.includes("breadboard")`)
	command := value[string](tab, `document.querySelector("#command").textContent`)
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", command+" --format json")
	cmd.Dir = t.TempDir()
	return rowOf(t, finish(t, cmd))
}
