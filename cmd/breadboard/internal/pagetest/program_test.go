package pagetest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"breadboard/reports/explorer/browsertest"
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
	if out, err := exec.Command("go", "build", "-o", binary, "breadboard/cmd/breadboard").CombinedOutput(); err != nil {
		return 1, fmt.Errorf("go build: %w\n%s", err, out)
	}
	if err := look(filepath.Join("..", "..", "..", "..")); err != nil {
		return 1, err
	}
	return browsertest.Run(m), nil
}

// look looks at every file that the program is built from, so that go test knows that its result depends on them.
func look(root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != root {
			return fs.SkipDir
		}
		switch filepath.Ext(path) {
		case ".go", ".js", ".css", ".html", ".mod":
			_, err = os.Stat(path)
		}
		return err
	})
}

// run runs the program and returns what it prints.
func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	return finish(t, dir, exec.CommandContext(t.Context(), binary, args...))
}

// shell runs a command as a reader pastes it, with the program on the PATH.
func shell(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", command)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	return finish(t, dir, cmd)
}

func finish(t *testing.T, dir string, cmd *exec.Cmd) string {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%q: %v\n%s", cmd.Args, err, errs.String())
	}
	return out.String()
}

// A row is what breadboard exact --format json prints of one annealing.
type row struct {
	J, B  float64
	KLQP  float64 `json:"kl_q_p"`
	KLPQ  float64 `json:"kl_p_q"`
	Slack float64 `json:"b_minus_j"`
}

// rowOf reads the only row of what breadboard exact --format json printed.
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

// serve starts breadboard explore at an address; port 0 is any that is free.
func serve(t *testing.T, address string, args ...string) *serving {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"explore", "--addr", address}, args...)...)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	s := &serving{cmd: cmd}
	t.Cleanup(s.stop)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
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

// link is a link to the page.
func (s *serving) link(fragment string) string { return "http://" + s.address + "/#" + fragment }
