//go:build unix

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// speedCommands take their time in many ways. They write into an empty directory. DRAWS is a file of a
// million exact draws of barrier, and RUNS one of half a million log weights each way that fit together.
var speedCommands = []string{
	"version",
	"exact --toy barrier -T 100000",
	"sample --toy barrier -T 100 --chains 100000",
	"sweep --toy easy --seed 1..20 --schedule linear,sigmoid:4,fisher -T 10..1000x3 --out swept",
	"validate --toy barrier --kernel metropolis",
	"exact --toy barrier -T 100 --certify",
	"score --toy barrier",
	"validate --draws DRAWS --toy barrier",
	"sandwich --forward RUNS",
	"reproduce --quick --out paper",
}

// BenchmarkCommands runs every command as a process of its own, from its start to its exit, as whoever types it waits
// for it. The program is that of the tests, whose start is "version". Beside the time on the clock it reports the time
// of all processors and the most memory of any run.
func BenchmarkCommands(b *testing.B) {
	dir := b.TempDir()
	draws := filepath.Join(dir, "draws.csv")
	runs := filepath.Join(dir, "runs.csv")
	writeRows(b, draws, drawnRows(b))
	writeRows(b, runs, weightRows())
	b.Setenv("BREADBOARD_LONG", "1") // pictures as fine as those of the program
	for _, command := range speedCommands {
		name, _, _ := strings.Cut(command, " ")
		args := strings.Fields(strings.NewReplacer("DRAWS", draws, "RUNS", runs).Replace(command))
		b.Run(name, func(b *testing.B) {
			var cpu time.Duration
			var most int64 // KiB
			for b.Loop() {
				cmd := exec.Command(binary, args...)
				r := finish(b, cmd, b.TempDir(), cmd.Run)
				if r.code != 0 {
					b.Fatalf("%s: exit code %d: %s", command, r.code, r.stderr)
				}
				cpu += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
				if used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
					most = max(most, used.Maxrss)
				}
			}
			b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
			b.ReportMetric(float64(most)/1024, "MiB")
		})
	}
}

// writeRows writes a head and a million rows, as they come: a process takes over the peak of memory of the one that
// starts it.
func writeRows(b *testing.B, path string, rows func(w io.Writer, row int)) {
	f := must.Have(os.Create(path))(b)
	w := bufio.NewWriter(f)
	for row := range 1_000_000 {
		rows(w, row)
	}
	must.Do(b, errors.Join(w.Flush(), f.Close()))
}

// drawnRows are exact draws of barrier.
func drawnRows(b *testing.B) func(w io.Writer, row int) {
	chain := must.Have(experiments.Setting{Toy: "barrier"}.Chain())(b)
	p := chains.Normalized(chain.Target.LogF)
	dice := sample.Seeded(1)
	return func(w io.Writer, row int) {
		if row == 0 {
			fmt.Fprintln(w, "cell")
		}
		fmt.Fprintln(w, dice.Pick(p))
	}
}

// weightRows are log weights whose two laws fit together: normal ones of variance s², with the means -s²/2 forward and
// s²/2 in reverse, where log R is 0.
func weightRows() func(w io.Writer, row int) {
	const s = 1.5
	dice := rand.New(rand.NewPCG(1, 2))
	return func(w io.Writer, row int) {
		if row == 0 {
			fmt.Fprintln(w, "direction,log_w")
		}
		direction, mean := "forward", -s*s/2
		if row%2 == 1 {
			direction, mean = "reverse", s*s/2
		}
		fmt.Fprintf(w, "%s,%v\n", direction, mean+s*dice.NormFloat64())
	}
}
