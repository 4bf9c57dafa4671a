package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"breadboard/experiments/journal"
	"breadboard/grid/must"
	"breadboard/grid/text/faulty"
)

// memoryNeeds are commands of every kind of work that takes memory: a list of jobs and programs in about a second,
// and, in the long form, runs of one annealing, many results at a time, chains, rows, moves that are written out, and
// looks, of up to 1.5 GiB or a minute.
var memoryNeeds = []string{
	"exact --toy ising:4x4:0.4 -T 3 --program smc:4",
	"sweep --toy easy --seed 1..20000 -T 2,3,4,5 --dry-run",
	"certify --toy ising:1x14:0.4 -T 2",
	"exact --toy ising:4x5:0.4 -T 3",
	"exact --toy barrier -T 2000000 --by-step --format csv",
	"exact --toy ising:3x6:0.4 -T 2,3,4,5,6,7,8,9 --format json",
	"exact --toy ising:3x4:0.4 -T 3 --pictures DIR/pictures",
	"exact --toy ising:2x5:0.4 --kernel stretch -T 5",
	"sample --toy barrier -T 2 --chains 6000000",
	"sample --toy ising:3x5:0.4 --kernel lifted -T 3 --chains 1000",
	"sample --toy barrier -T 2,3 --chains 3000000 --save DIR/runs.csv",
	"validate --toy ising:3x4:0.4 --kernel metropolis -T 2",
	"validate --toy ising:1x11:0.4 --kernel heat-bath --beta 1",
	"certify --toy ising:1x10:0.4 -T 2 --kernel king",
	"sweep --toy ising:4x4:0.4,ising:4x4:0.3 -T 3 --program ais,smc:10 --out DIR/programs",
	"sweep --toy ising:4x5:0.4 --bridge power:0.5 -T 3,4 --out DIR/power",
	"sweep --toy barrier -T 3,4 --chains 5000000 --out DIR/chains",
	"sweep --toy easy --seed 1..20000 -T 2,3,4 --out DIR/rows",
	"score --toy ising:3x4:0.4 --kernel king --function mean:1,var:1 -N 30",
	"aide --toy barrier -T 5 --runs 20000 --meta 20 --skip-exact --program smc:4",
}

// What is foretold is what is used, within a factor of two either way.
func TestForetoldIsUsed(t *testing.T) {
	for _, command := range memoryNeeds[:faulty.Times(2, len(memoryNeeds))] {
		args := strings.Fields(strings.ReplaceAll(command, "DIR", t.TempDir()))
		told := foretold(t, args)
		held := memoryOf(t, append(args, "--yes")...)
		ratio := told / float64(held)
		t.Logf("%q: %s foretold, %s held: %.2f", args, amount(told), amount(float64(held)), ratio)
		if !(ratio > 0.5 && ratio < 2) {
			t.Errorf("%q: foretold over held is %.2f, want from 0.5 to 2", args, ratio)
		}
	}
}

// memoryOf runs the program, and returns the most bytes that it held at once, as its status tells over and over.
func memoryOf(t *testing.T, args ...string) (held int) {
	t.Helper()
	cmd := exec.Command(binary, args...)
	r := finish(t, cmd, t.TempDir(), func() error {
		if err := cmd.Start(); err != nil {
			return err
		}
		over := make(chan error)
		go func() { over <- cmd.Wait() }()
		for {
			select {
			case err := <-over:
				return err
			case <-time.After(2 * time.Millisecond):
				status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", cmd.Process.Pid))
				if _, text, ok := strings.Cut(string(status), "VmHWM:"); ok {
					kib, _ := strconv.Atoi(strings.Fields(text)[0])
					held = max(held, kib<<10)
				}
			}
		}
	})
	if r.code != 0 {
		t.Fatalf("%q: exit code %d: %s", args, r.code, r.stderr)
	}
	return held
}

// shortage is the sentence of a program that has too little memory, with what it needs and has.
var shortage = regexp.MustCompile(`^breadboard: .* takes? ([0-9.]+) ([KMG])iB of memory, and [0-9.]+ [KMG]iB are ` +
	`free; ` +
	`[a-z, ]+ would do\n$`)

// foretold is the memory that a command says it needs, where it has some 50 MiB.
func foretold(t *testing.T, args []string) float64 {
	t.Helper()
	r := inShell(t, t.TempDir(), "ulimit -d 200000", args...)
	refused(t, r)
	said := shortage.FindStringSubmatch(r.stderr)
	if said == nil {
		t.Fatalf("%q: said %q, want %v", args, r.stderr, shortage)
	}
	number := must.Have(strconv.ParseFloat(said[1], 64))(t)
	units := map[string]float64{"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
	return number * units[said[2]]
}

// Under a limit what needs more is refused, and what needs less does its work. Nothing is killed, and the runtime never
// runs out of memory.
func TestRefusedUnderUlimit(t *testing.T) {
	for _, limit := range []string{"ulimit -d 360000", "ulimit -v 2250000"}[:faulty.Times(1, 2)] {
		for command, code := range map[string]int{
			"exact --toy barrier -T 2000000 --by-step":              2,
			"sample --toy barrier -T 2 --chains 20000000":           2,
			"validate --toy ising:3x4:0.4 --kernel metropolis -T 2": 2,
			"sample --toy barrier -T 2 --chains 1000000":            0,
		} {
			r := inShell(t, t.TempDir(), limit, strings.Fields(command)...)
			if r.code != code || code == 2 && !shortage.MatchString(r.stderr) {
				t.Errorf("%s: %s: exit code %d, said %q", limit, command, r.code, r.stderr)
			}
		}
	}
}

// What is accepted in a small control group ends well: the program's own file is no room for vectors, and the heap does
// not grow beyond the group.
func TestRefusedInControlGroup(t *testing.T) {
	ended := map[int]int{}
	for _, mib := range []int{48, 42, 60, 54}[:faulty.Times(1, 4)] {
		inGroup(t, mib<<20, func(enter string) {
			for _, command := range []string{"-T 10", "-T 50000", "-T 200000 --by-step --format csv"} {
				r := inShell(t, t.TempDir(), enter,
					append(strings.Fields("exact --toy barrier"), strings.Fields(command)...)...)
				if ended[r.code]++; r.code != 0 && !shortage.MatchString(r.stderr) {
					t.Errorf("%d MiB: %s: exit code %d, said %q", mib, command, r.code, r.stderr)
				}
			}
		})
	}
	if ended[0] == 0 || ended[2] == 0 {
		t.Errorf("exit codes %v, want some of 0 and some of 2", ended)
	}
}

// inGroup makes a control group with this limit, and runs what enters it by a line of a shell.
func inGroup(t *testing.T, most int, run func(enter string)) {
	t.Helper()
	name := fmt.Sprintf("breadboard-test-%d", os.Getpid())
	for _, h := range []struct{ root, limit string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}, {"/sys/fs/cgroup", "memory.max"},
	} {
		dir := filepath.Join(h.root, name)
		if os.Mkdir(dir, 0o755) != nil {
			continue
		}
		defer os.Remove(dir)
		if os.WriteFile(filepath.Join(dir, h.limit), []byte(strconv.Itoa(most)), 0o644) == nil {
			run(fmt.Sprintf("echo $$ >%s/cgroup.procs", dir))
			return
		}
		os.Remove(dir)
	}
	t.Skip("no control group with a limit can be made here")
}

// A folder of matrices is refused before one of them is read: to read it would already take what is not there.
func TestFolderTakesWhatIsForetold(t *testing.T) {
	const n, matrices = 1024, 8
	dir := t.TempDir()
	target := filepath.Join(dir, "flat.csv")
	write(t, target, strings.Repeat(strings.Repeat("0,", 31)+"0\n", n/32))
	row := strings.TrimSuffix(strings.Repeat("0.0009765625,", n), ",") + "\n"
	folder := filepath.Join(dir, "matrices")
	put(t, folder, "beta-0.csv", strings.Repeat(row, n))
	for i := 1; i < matrices; i++ {
		name := fmt.Sprintf("beta-%g.csv", float64(i)/(matrices-1))
		must.Do(t, os.Link(filepath.Join(folder, "beta-0.csv"), filepath.Join(folder, name)))
	}
	foretold(t, []string{"exact", "--target", target, "--matrix", folder})
}

// A merge is refused before it reads journals whose rows would not fit: they take four times the bytes of the files.
func TestMergeTakesWhatIsForetold(t *testing.T) {
	dir := t.TempDir()
	works(t, dir, strings.Fields("sweep --toy barrier -T 3 --out "+dir)...)
	must.Do(t, os.Truncate(filepath.Join(dir, journal.Shard{}.Journal()), 100<<20))
	if told := foretold(t, []string{"merge", dir}) / (1 << 20); !(told > 300 && told < 600) {
		t.Errorf("for 100 MiB of journals %v MiB are foretold", told)
	}
}

// Under a limit a run of many parts is refused before it makes a directory or a file, and a study before its
// first target; nothing is killed.
func TestRunsRefusedUnderUlimit(t *testing.T) {
	dir := t.TempDir()
	for _, command := range []string{
		"sweep --toy barrier -T 3,4 --chains 20000000 --out DIR/o",
		"sweep --toy ising:4x5:0.4,ising:4x5:0.3 -T 3,4 --out DIR/o --yes",
		"sweep --toy easy --seed 1..60000 -T 2,3,4 --out DIR/o",
		"score --toy ising:3x4:0.4 --kernel king,langevin:1.5 --yes",
		"aide --toy barrier -T 5 --runs 1000000 --skip-exact --program importance",
		"reproduce bread --out DIR/o",
		"certify --catalogue",
		"exact --toy ising:3x4:0.4 -T 3 --pictures DIR/o",
	} {
		foretold(t, strings.Fields(strings.ReplaceAll(command, "DIR", dir)))
	}
	if left := listing(t, dir); left != "" {
		t.Errorf("left %s", left)
	}
}
