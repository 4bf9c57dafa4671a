// Package adaptive_test asks whether the evidence of sequential Monte Carlo is biased if it chooses its betas as it
// goes, and by how much, against the number of particles. The numbers are in bias.csv, and what they say in README.md.
package adaptive_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/chains/sample"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/figure"
	"breadboard/reports/reporttest"
	"breadboard/reports/study"
	"breadboard/toys"
)

var update = flag.Bool("update", false, "compute bias.csv and draw the figure anew")

const share, most = 0.6, 100 // of the adaptive runs; the most levels

// targets are two cells, a cut through BARRIER's barrier, and two toys.
var targets = []struct {
	name string
	lens []int
	logf []float64
}{
	{"two cells", []int{2, 1}, []float64{0, 6}},
	{"cut", []int{5, 1}, []float64{0, 0, -4, 3, 3}},
	{"easy", []int{7, 7}, toys.Easy(1).LogF},
	{"barrier", []int{7, 7}, toys.Barrier().LogF},
}

func problem(lens []int, logf []float64) programs.Problem {
	return programs.Problem{Annealing: chains.Annealing{Grid: grid.New(lens...), Kernel: kernels.Metropolis{},
		Schedule: chains.Linear(most), Bridge: chains.Geometric{From: make([]float64, len(logf)), To: logf}}}
}

// exactly is the mean of R̂/R - 1, the root mean square of log R̂/R, and the mean number of steps, of P particles that
// are resampled multinomially: by recursion over all histories of multisets. It shares no code with the program but
// the rows of the kernel.
func exactly(p programs.Problem, logf []float64, P int) (bias, rmse, steps float64) {
	n := len(logf)
	logR := chains.LogSum(logf) - math.Log(float64(n))
	op, level := p.Kernel.On(p.Grid), p.NewLevel()
	var walk func(beta, prob, logw float64, step int, law []float64)
	walk = func(beta, prob, logw float64, step int, law []float64) {
		for counts, of := range multisets(P, law) {
			next, mean := 1.0, 0.0
			if logSize(counts, logf, 1-beta) < math.Log(share) {
				low, high := beta, 1.0 // between which the size falls to the share
				for range 60 {
					if next = (low + high) / 2; logSize(counts, logf, next-beta) > math.Log(share) {
						low = next
					} else {
						high = next
					}
				}
			}
			mixed := make([]float64, n)
			for x, c := range counts {
				w := float64(c) * math.Exp((next-beta)*logf[x]) / float64(P)
				mixed[x], mean = w, mean+w
			}
			w := logw + math.Log(mean)
			if next == 1 {
				bias += prob * of * math.Expm1(w-logR)
				rmse += prob * of * (w - logR) * (w - logR)
				steps += prob * of * float64(step)
				continue
			}
			level.Move(2, next)
			op.Aim(level)
			moved := make([]float64, n)
			for x, mass := range mixed {
				stay := 1.0
				op.Row(x, func(y int, p float64) { moved[y] += mass / mean * p; stay -= p })
				moved[x] += mass / mean * stay
			}
			walk(next, prob*of, w, step+1, moved)
		}
	}
	walk(0, 1, 0, 1, slices.Repeat([]float64{1 / float64(n)}, n))
	return bias, math.Sqrt(rmse), steps
}

// logSize is the log of the relative effective sample size of particles at a step of beta.
func logSize(counts []int, logf []float64, by float64) float64 {
	var sum, squares, P float64
	for x, c := range counts {
		w := math.Exp(by * logf[x])
		sum += float64(c) * w
		squares += float64(c) * w * w
		P += float64(c)
	}
	return 2*math.Log(sum) - math.Log(squares) - math.Log(P)
}

// multisets visits the counts of P independent draws from a law, with their probability.
func multisets(P int, law []float64) func(yield func([]int, float64) bool) {
	return func(yield func([]int, float64) bool) {
		counts := make([]int, len(law))
		var from func(x, left int, prob float64) bool
		from = func(x, left int, prob float64) bool {
			if x == len(law)-1 {
				counts[x] = left
				return yield(counts, prob*math.Pow(law[x], float64(left)))
			}
			choose := 1.0
			for c := range left + 1 {
				counts[x] = c
				if !from(x+1, left-c, prob*choose*math.Pow(law[x], float64(c))) {
					return false
				}
				choose *= float64(left-c) / float64(c+1)
			}
			return true
		}
		from(0, P, 1)
	}
}

func tempered(t *testing.T, p programs.Problem, spec string) programs.Tempered {
	m, _, err := programs.Read(spec)
	must.Do(t, err)
	return must.Have(m(p))(t).(programs.Tempered)
}

// The program's own code, along every path of its dice, has the numbers of the recursion.
func TestRecursionIsTheProgram(t *testing.T) {
	for _, c := range []struct {
		P    int
		lens []int
		logf []float64
	}{{2, []int{2}, []float64{0, 5}}, {3, []int{2}, []float64{0, 1.5}}, {2, []int{3}, []float64{0.4, -1, 1}}} {
		p := problem(c.lens, c.logf)
		e, logR := tempered(t, p, fmt.Sprintf("smc:%d:adaptive=%g", c.P,
			share)), chains.LogSum(c.logf)-math.Log(float64(len(c.logf)))
		bias := 0.0
		square := 0.0
		steps := 0.0
		logw := 0.0
		betas := []float64(nil)
		for prob := range enumerate.Every(func(d chains.Dice) { _, logw, betas = e.Run(d) }) {
			bias += prob * math.Expm1(logw-logR)
			square += prob * (logw - logR) * (logw - logR)
			steps += prob * float64(len(betas))
		}
		wantBias, wantRMSE, wantSteps := exactly(p, c.logf, c.P)
		must.Near(t, bias, wantBias, 1e-9, "bias of %v", c)
		must.Near(t, math.Sqrt(square), wantRMSE, 1e-9, "RMSE of %v", c)
		must.Near(t, steps, wantSteps, 1e-9, "steps of %v", c)
	}
}

// A row is a target, a program and a number of particles, with its numbers: bias, standard error, RMSE, and, if they
// are exact, steps.
type row struct {
	target, program string
	P               int
	exact           bool
	numbers         [4]float64
}

func (r row) cells() []string {
	how := "sampled"
	if r.exact {
		how = "exact"
	}
	line := []string{r.target, r.program, strconv.Itoa(r.P), how}
	for _, v := range r.numbers[:3] {
		line = append(line, fmt.Sprintf("%.4g", v))
	}
	return line
}

// rows are those of at most so many particles.
func rows(t *testing.T, upTo int) (all []row) {
	for _, g := range targets {
		p := problem(g.lens, g.logf)
		logR := chains.LogSum(g.logf) - math.Log(float64(len(g.logf)))
		for _, P := range []int{2, 3, 4, 8, 16, 64} {
			if P > upTo {
				continue
			}
			for _, way := range []string{"", ":resample=systematic", ":waste-free=2"} {
				r := row{target: g.name, program: "smc:P:adaptive=0.6" + way, P: P}
				if way == "" && (len(g.logf) == 2 && P <= 8 || len(g.logf) == 5 && P <= 4) {
					bias, rmse, steps := exactly(p, g.logf, P)
					r.exact, r.numbers = true, [4]float64{bias, 0, rmse, steps}
					all = append(all, r)
					continue
				}
				if P == 3 && way == ":waste-free=2" {
					continue
				}
				e := tempered(t, p, fmt.Sprintf("smc:%d:adaptive=%g%s", P, share, way))
				r.numbers = sampled(t, e, p, logR, min(1_000_000/len(g.logf), 800_000/P))
				all = append(all, r)
			}
		}
	}
	return all
}

func sampled(t *testing.T, e programs.Tempered, p programs.Problem, logR float64, runs int) [4]float64 {
	r := must.Have(sample.RunProgram(context.Background(), e, p, sample.Options{Chains: runs, Seed: 1}))(t)
	off, squares := make([]float64, runs), 0.0
	for i, logw := range r.Forward.LogW {
		logw += r.Rise - logR
		off[i] = math.Expm1(logw)
		squares += logw * logw
	}
	mean, deviation := stat.MeanStdDev(off, nil)
	return [4]float64{mean, deviation / math.Sqrt(float64(runs)), math.Sqrt(squares / float64(runs)), 0}
}

// TestAdaptive computes the exact rows anew, in the long form all, and holds the figure and the page to them.
func TestAdaptive(t *testing.T) {
	head := strings.Split("target,program,P,how,bias,stderr,rmse", ",")
	if *update {
		table := [][]string{head}
		for _, r := range rows(t, 64) {
			table = append(table, r.cells())
		}
		var text bytes.Buffer
		must.Do(t, csv.NewWriter(&text).WriteAll(table))
		must.Do(t, os.WriteFile("bias.csv", text.Bytes(), 0o644))
	}
	kept := must.Have(csv.NewReader(bytes.NewReader(must.Have(os.ReadFile("bias.csv"))(t))).ReadAll())(t)
	made := [][]string{}
	if os.Getenv("BREADBOARD_LONG") != "" {
		for _, r := range rows(t, 64) {
			made = append(made, r.cells())
		}
	} else {
		bias, rmse, steps := exactly(problem(targets[0].lens, targets[0].logf), targets[0].logf, 4)
		made = append(made, row{"two cells", "smc:P:adaptive=0.6", 4, true, [4]float64{bias, 0, rmse, steps}}.cells())
	}
	for _, r := range made {
		if !slices.ContainsFunc(kept, func(of []string) bool { return slices.Equal(of, r) }) {
			t.Errorf("bias.csv has not %v; -update writes it again", r)
		}
	}
	drawn(t, kept[1:])
	told(t, kept[1:])
}

func number(t *testing.T, s string) float64 { return must.Have(strconv.ParseFloat(s, 64))(t) }

// told holds the page to the rows: its table has the biases in percent, with their standard errors, and its first
// sentences those of multinomial resampling.
func told(t *testing.T, kept [][]string) {
	lines, percent := map[string]string{}, map[string]string{}
	for _, r := range kept {
		at, sign := r[0]+" | "+r[2], fmt.Sprintf("%.2f", 100*number(t, r[4]))
		if r[3] == "sampled" {
			sign += fmt.Sprintf(" ± %.2f", 100*number(t, r[5]))
		}
		if lines[at] == "" {
			lines[at], percent[at] = "| "+at+" |", sign
		}
		if r[2] == "3" && strings.HasSuffix(r[1], "systematic") {
			sign += " | "
		}
		lines[at] += " " + sign + " |"
	}
	words := []string{fmt.Sprintf("With 4 particles the mean of R̂ is %s%% off R on two cells, exactly, and %s%% on "+
		"EASY RANDOM",
		percent["two cells | 4"], percent["easy | 4"]),
		fmt.Sprintf("With 64 particles %s%% and %s%% are left", percent["two cells | 64"], percent["easy | 64"])}
	for _, line := range lines {
		words = append(words, line)
	}
	page := strings.ReplaceAll(string(must.Have(os.ReadFile("README.md"))(t)), "\n", " ")
	for _, w := range words {
		if !strings.Contains(page, w) {
			t.Errorf("README.md has not %q", w)
		}
	}
}

// drawn holds the figure to the rows.
func drawn(t *testing.T, kept [][]string) {
	write := func(w io.Writer, m figure.Medium) error {
		var plots [][]*plot.Plot
		legend := figure.Legend{}
		for at, column := range []int{4, 6} {
			var line []*plot.Plot
			for _, g := range targets {
				p := figure.NewPlot()
				figure.SetLog(&p.X, figure.LogTicks{Powers: 6, Evenly: 6})
				for k, way := range []string{"", ":resample=systematic", ":waste-free=2"} {
					var xy plotter.XYs
					style := figure.NthLine(k)
					off := &plotter.YErrorBars{LineStyle: draw.LineStyle{Color: style.Colour, Width: 0.8}, CapWidth: 4}
					for _, r := range kept {
						if r[0] == g.name && r[1] == "smc:P:adaptive=0.6"+way {
							xy = append(xy, plotter.XY{X: number(t, r[2]), Y: number(t, r[column])})
							off.XYs = append(off.XYs, xy[len(xy)-1])
							err := 2 * number(t, r[5])
							off.YErrors = append(off.YErrors, plotter.YErrors{{Low: err, High: err}}...)
						}
					}
					if p.Add(style.Line(xy), style.Dots(xy)); column == 4 {
						p.Add(off)
					}
					if name := []string{"multinomial", "systematic",
						"waste-free, chains of 2"}[k]; at == 0 && g.name == "cut" {
						legend.Entries = append(legend.Entries,
							figure.LegendEntry{Name: name, Style: style, Dots: true})
					}
				}
				p.Y.Min, p.Y.Max = min(p.Y.Min, 0), max(p.Y.Max, 0)
				line = append(line, p)
			}
			plots = append(plots, line)
		}
		return study.DrawPanels(w, m, 800, 420, figure.Panels{Plots: plots, Tiles: draw.Tiles{PadX: 16, PadY: 16},
			Names: []string{"E[w]/R - 1", "RMSE of log w"}, Heads: []string{"two cells", "cut", "easy", "barrier"},
			Feet: slices.Repeat([]string{"P"}, len(targets))}, legend)
	}
	reporttest.FiguresUpToDate(t, "", figure.Files("bias", []figure.Medium{figure.SVG}, write),
		"go test ./reports/adaptive -update draws it anew", *update)
}
