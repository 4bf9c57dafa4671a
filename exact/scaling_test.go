package exact_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
	"time"

	"breadboard/chains"
	"breadboard/chains/kernels"
	"breadboard/exact"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/toys"
)

// The benchmarks below say how time and memory grow with cells and with T. Each
// J and B is computed in a process of its own, because memory is what the process
// has held at the most: by the name of the benchmark, which the process is handed,
// it knows what to run. reports/scaling is drawn from what they print:
//
//	go test -run '^$' -bench Scaling -benchtime 1x -count 3 -timeout 1h ./exact > reports/scaling/bench.txt
//	go test -run Scaling ./reports -update
//
// With -short there are few levels, and few cells of the slow kernels: it says that all of them run.

// BenchmarkScalingCells is few levels on ever more cells: of planes of random
// log f, and of Ising tori, an axis a spin.
func BenchmarkScalingCells(b *testing.B) {
	for _, side := range []int{7, 16, 32, 64, 128, 256, 512, 1024, 2048} {
		b.Run(fmt.Sprintf("plane=%dx%d", side, side), alone)
	}
	for _, spins := range []string{"2x3", "2x4", "2x5", "3x4", "2x7", "4x4", "3x6", "4x5", "2x11"} {
		b.Run("spins="+spins, alone)
	}
}

// BenchmarkScalingLevels is BARRIER at ever more levels.
func BenchmarkScalingLevels(b *testing.B) {
	for _, T := range []int{10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000} {
		b.Run(fmt.Sprintf("barrier=%d", T), alone)
	}
}

// BenchmarkScalingKernels is every kernel on a torus of 18 spins, or where it runs on
// more states than the torus has, or looks at thousands of moves from each, on a plane
// of random log f with which it has about as many states.
func BenchmarkScalingKernels(b *testing.B) {
	for _, e := range kernels.Catalogue {
		b.Run("kernel="+e.Name, alone)
	}
}

// side returns the side of a kernel's plane, and 0 for kernels that go on the torus; and how many times
// fewer levels a slow kernel has.
func side(k chains.Kernel) (n int, fewer float64) {
	switch k.(type) {
	case kernels.King:
		return 512, 1
	case kernels.Langevin: // exponentials for every move
		return 128, 20
	case kernels.Hamiltonian: // some thousand trajectories from a cell
		return 32, 500
	case kernels.Stretch: // two walkers
		return 23, 1
	}
	return 0, 1
}

// inside names the variable that says what a process of its own runs.
const inside = "BREADBOARD_SCALING"

// alone runs what the benchmark's name says in a process of its own.
func alone(b *testing.B) {
	_, name, _ := strings.Cut(b.Name(), "/")
	for b.Loop() {
		cmd := exec.CommandContext(b.Context(), os.Args[0], "-test.run", "^TestScaling$", "-test.v", "-test.cpu",
			strconv.Itoa(runtime.GOMAXPROCS(0)), fmt.Sprintf("-test.short=%v", testing.Short()))
		cmd.Env = append(os.Environ(), inside+"="+name)
		out, err := cmd.CombinedOutput()
		if err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		b.ReportMetric(0, "ns/op")
		for line := range strings.Lines(string(out)) {
			var v float64
			var unit string
			if n, _ := fmt.Sscanf(line, "metric %g %s", &v, &unit); n == 2 {
				b.ReportMetric(v, unit)
			}
		}
	}
}

// TestScaling runs in a process of its own for a benchmark, and elsewhere not at all.
func TestScaling(t *testing.T) {
	name := os.Getenv(inside)
	if name == "" {
		return
	}
	debug.SetGCPercent(5) // as the program does where memory matters
	a := annealingOf(name)
	took := time.Duration(math.MaxInt64)
	held := 0.0
	for began := time.Now(); held == 0 || time.Since(began) < 300*time.Millisecond; {
		start := time.Now()
		g := must.Have(exact.Measure(context.Background(), a))(t)
		if !(g.B() >= g.J() && g.J() >= 0 && g.B() > 0) { // J of the perfect kernel is 0
			t.Fatalf("J = %v, B = %v", g.J(), g.B())
		}
		took = min(took, time.Since(start))
		held = cmp.Or(held, peak(t))
	}
	n := float64(a.Grid.Size())
	steps := float64(a.T() - 1)
	for _, m := range []struct {
		unit  string
		value float64
	}{
		{"cells", n},
		{"moves", degree(a.Grid)},
		{"levels", float64(a.T())},
		{"ns/level", float64(took.Nanoseconds()) / steps},
		{"ns/cell/move/chain", float64(took.Nanoseconds()) / (steps * n * degree(a.Grid) * 2)},
		{"peak-B", held},
	} {
		fmt.Printf("metric %v %s\n", m.value, m.unit)
	}
}

// annealingOf returns the annealing that a name says, by metropolis or by another kernel: a T,
// or a space with as many levels as take a while, but few where that is long.
func annealingOf(name string) chains.Annealing {
	kind, size, _ := strings.Cut(name, "=")
	var rows, cols int
	fmt.Sscanf(size, "%dx%d", &rows, &cols)
	target := toys.Barrier()
	T := rows
	fewer := 1.
	var kernel chains.Kernel = kernels.Metropolis{}
	switch kind {
	case "plane":
		target = plane(name, rows, cols)
	case "spins":
		target = toys.Ising(rows, cols, 0.4)
	case "kernel":
		target = toys.Ising(3, 6, 0.4)
		for _, e := range kernels.Catalogue {
			if e.Name == size {
				kernel = e.Make
			}
		}
		var n int
		if n, fewer = side(kernel); n > 0 {
			n = brief(n, max(8, n/8))
			target = plane(name, n, n)
		}
	}
	a := annealing(target, kernel, chains.Linear(max(T, 2)))
	if kind != "barrier" {
		const least = 220
		work := float64(brief(1<<28, 1<<18))
		each := degree(a.Grid)
		T = 1 + int(min(max(work/(fewer*float64(a.Grid.Size())*each), least/each), 10_000))
	}
	a.Schedule = chains.Linear(T)
	return a
}

// brief is the shorter one with -short.
func brief(usual, shorter int) int {
	if testing.Short() {
		return shorter
	}
	return usual
}

// plane returns a target of random log f, the draws again and again, out of step with the
// rows.
func plane(name string, rows, cols int) toys.Target {
	target := toys.Random(name, 2, 1)
	draws := target.LogF
	target.Grid = grid.New(rows, cols)
	target.LogF = make([]float64, rows*cols)
	for x := range target.LogF {
		target.LogF[x] = draws[(x+x/47)%47]
	}
	return target
}

// degree returns how many neighbours a cell has, on average.
func degree(g grid.Grid) float64 {
	sum := 0.0
	for axis := range g.Axes() {
		sum += 2 * float64(g.Len(axis)-1) / float64(g.Len(axis))
	}
	return sum
}

// peak returns how many bytes the process has held at the most.
func peak(t *testing.T) float64 {
	status, _ := os.ReadFile("/proc/self/status")
	_, held, _ := strings.Cut(string(status), "VmHWM:")
	var kib float64
	if n, _ := fmt.Sscan(held, &kib); n != 1 {
		t.Fatal("the system does not say how much memory was held")
	}
	return kib * 1024
}

// BenchmarkBarrier100000 is J and B of BARRIER at T = 100,000 on one core.
func BenchmarkBarrier100000(b *testing.B) {
	a := annealing(toys.Barrier(), kernels.Metropolis{}, chains.Linear(100_000))
	for b.Loop() {
		if _, err := exact.Measure(b.Context(), a); err != nil {
			b.Fatal(err)
		}
	}
}
