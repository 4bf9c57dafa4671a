package samplers

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/experiments"
	"breadboard/experiments/score"
	"breadboard/grid/must"
	"breadboard/toys"
	"breadboard/toys/zoo"
	"breadboard/toys/zoo/surrogates"
)

var update = flag.Bool("update", false, "write the table of reports/surrogates/fits.csv")

// A surrogate is a mixture fitted to a posterior, and how real ESS on it compare.
type fit struct {
	density, to string
	components  int
	kl          float64 // KL(posterior || surrogate) on the lattice
	quotient    float64 // the median over kernels and coordinates of RESS on the surrogate over RESS on the posterior
	least, most float64
	order       float64 // the share of pairs of kernels that the two order alike, by the mean of log RESS
}

// fits makes surrogates to chains of a posterior, and one to the posterior itself.
func fits(t *testing.T, z zoo.Density) (all []fit) {
	target := z.Make()
	target.Name = z.Name
	p, points := chains.Normalized(target.LogF), make([][]float64, target.Grid.Size())
	for x := range points {
		for _, c := range target.Grid.Coords(x) {
			points[x] = append(points[x], float64(c))
		}
	}
	start := must.Have(score.Starts(target, []string{"exact"}))(t)[0]
	truth := resses(t, target)
	for _, n := range []int{300, 10_000, 0} {
		f, m := fit{density: z.Name, to: "posterior"}, surrogates.Mixture{}
		if n == 0 {
			m = surrogates.Fit(points, p)
		} else {
			cells := make([]int32, n)
			nuts := score.NewSubject(target, "hamiltonian:3", must.Have(experiments.FindKernel("hamiltonian:3"))(t))
			nuts.Drawer(1).From(start)(cells, 0)
			f.to, m = fmt.Sprint(n), surrogates.HeldOut(points, shares(cells[:n*4/5], p), shares(cells[n*4/5:], p))
		}
		logs := m.LogDensity(points)
		norm := floats.LogSumExp(logs)
		for x, mass := range p {
			if mass > 0 {
				f.kl += mass * (math.Log(mass) - logs[x] + norm)
			}
		}
		f.components = len(m.Components)
		f.compare(truth, resses(t, toys.Target{Name: z.Name, Grid: target.Grid, LogF: logs}))
		all = append(all, f)
	}
	return all
}

// shares are those of cells among some steps.
func shares(cells []int32, p []float64) []float64 {
	all := make([]float64, len(p))
	for _, x := range cells {
		all[x] += 1 / float64(len(cells))
	}
	return all
}

// compared are the kernels whose scores are compared.
var compared = []string{"metropolis", "cauchy:1.5", "slice", "heat-bath", "langevin:1.5",
	"hamiltonian:3", "independence"}

// resses are the exact real ESS of the means of all coordinates after 1,000 steps from an exact draw, by kernel.
func resses(t *testing.T, target toys.Target) (all [][]float64) {
	functions, _, err := score.Functions(target, []string{"mean"})
	must.Do(t, err)
	starts := must.Have(score.Starts(target, []string{"exact"}))(t)
	for _, name := range compared {
		s := score.NewSubject(target, name, must.Have(experiments.FindKernel(name))(t))
		var own []float64
		for _, r := range must.Have(s.Measure(t.Context(), functions, starts, []int{1000}))(t) {
			own = append(own, r.RESS())
		}
		all = append(all, own)
	}
	return all
}

func (f *fit) compare(truth, fake [][]float64) {
	var quotients []float64
	mean := func(own []float64) (sum float64) {
		for _, v := range own {
			sum += math.Log(v)
		}
		return sum
	}
	alike, pairs := 0., 0.
	for i, own := range truth {
		for j, v := range own {
			quotients = append(quotients, fake[i][j]/v)
		}
		for j := range i {
			pairs++
			if (mean(truth[i]) > mean(truth[j])) == (mean(fake[i]) > mean(fake[j])) {
				alike++
			}
		}
	}
	f.quotient, f.order = score.Median(quotients), alike/pairs
	f.least, f.most = slices.Min(quotients), slices.Max(quotients)
}

// row is a line of fits.csv.
func (f fit) row() []string {
	line := []string{f.density, f.to, fmt.Sprint(f.components)}
	for _, v := range []float64{f.kl, f.quotient, f.least, f.most, f.order} {
		line = append(line, fmt.Sprintf("%.3g", v))
	}
	return line
}

// TestSurrogates measures phase 2 of the paper: how far real ESS on surrogates are from those on the posteriors that
// they stand for. reports/surrogates/fits.csv has the rows, and the page there the words. With BREADBOARD_LONG all
// rows are made again, and otherwise those of three posteriors.
func TestSurrogates(t *testing.T) {
	const page = "../../../reports/surrogates"
	few := []string{"challenger", "pelts", "nile"}
	made := [][]string{strings.Split("density,fitted to,components,KL,median,least,most,order", ",")}
	for _, z := range zoo.Catalogue() {
		if z.Group == "posteriors" && z.Make().Grid.Ordered() && (*update || os.Getenv("BREADBOARD_LONG") != "" ||
			slices.Contains(few, z.Name)) {
			for _, f := range fits(t, z) {
				made = append(made, f.row())
			}
		}
	}
	if *update {
		var text bytes.Buffer
		must.Do(t, csv.NewWriter(&text).WriteAll(made))
		must.Do(t, os.WriteFile(page+"/fits.csv", text.Bytes(), 0o666))
	}
	kept := must.Have(csv.NewReader(bytes.NewReader(must.Have(os.ReadFile(page + "/fits.csv"))(t))).ReadAll())(t)
	for _, row := range made {
		if !slices.ContainsFunc(kept, func(of []string) bool { return slices.Equal(of, row) }) {
			t.Errorf("%s/fits.csv has not %v; -update writes it again", page, row)
		}
	}
	picture := string(must.Have(os.ReadFile(page + "/flow.svg"))(t))
	words := string(must.Have(os.ReadFile(page + "/README.md"))(t))
	for _, to := range []string{"300", "10000", "posterior"} {
		of := slices.DeleteFunc(slices.Clone(kept[1:]), func(row []string) bool { return row[1] != to })
		column := func(i int) (all []float64) {
			for _, row := range of {
				all = append(all, must.Have(strconv.ParseFloat(row[i], 64))(t))
			}
			return all
		}
		within := 0
		for i, least := range column(5) {
			if least >= 0.8 && column(6)[i] <= 1.25 {
				within++
			}
		}
		row := fmt.Sprintf("| %s | %.2g | %.2f | %.2g | %.2g | %d of %d | %.0f%% |", to, score.Median(column(3)),
			score.Median(column(4)), slices.Min(column(5)), slices.Max(column(6)), within, len(of),
			100*floats.Sum(column(7))/float64(len(of)))
		if !strings.Contains(words, row) {
			t.Errorf("%s/README.md has not the row %s", page, row)
		}
		if said := fmt.Sprintf("%.2f times", score.Median(column(4))); to == "10000" &&
			!strings.Contains(picture, said) {
			t.Errorf("flow.svg has not %s", said)
		}
	}
	sets := must.Have(filepath.Glob("../../../toys/zoo/posteriors/data/*.csv"))(t)
	must.Say(t, picture, fmt.Sprintf("%d public data sets", len(sets)), fmt.Sprintf("%d mixtures", zoo.Surrogates))
}
