// Package representations asks again which form of a matrix factorisation is better, collapsed or not (BREAD, Section
// 5.2.1 and Figure 2): with Hamiltonian Monte Carlo beside Metropolis, as BREAD has Stan beside WebPPL, and against
// time.
//
// The forms are compared by package experiments/protocol, on data simulated from the model. Its committed comparison
// has a matrix of 4 x 3 numbers; Hamiltonian rows are sums over all trajectories, and take a smaller one. The time of a
// run is that of its densities, each from scratch (density.go).
package representations

import (
	"context"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/protocol"
	"breadboard/experiments/studies/run"
	"breadboard/toys"
)

// Kernels are those that move both forms: WebPPL's, Stan's, and two more.
var Kernels = []string{"metropolis", "hamiltonian:3", "heat-bath", "slice"}

// A size says how much is compared.
type size struct {
	kernels []string
	ts      []int
	sets    int // of data, with the seeds from toys.ModelSeed on
}

func sized(quick bool) size {
	if quick {
		return size{[]string{"metropolis", "hamiltonian:1"}, []int{3, 30}, 2}
	}
	return size{Kernels, []int{3, 10, 30, 100}, 9}
}

// matrix is the model: 3 x 2 numbers of rank one, all standard deviations 1 as in BREAD. Its columns v stay, and its
// rows u are summed out.
func matrix() protocol.Forms {
	m := toys.NewLowRank(3, 2, 1)
	return protocol.Forms{Name: "matrix factorisation", Model: m.Model(), Stay: []int{0, 1}, Values: len(values)}
}

// A Row is a form at one T, by a kernel on a set of data.
type Row struct {
	Kernel    string  `column:"kernel"`
	Seed      int     `column:"seed"`
	Form      string  `column:"form"`
	T         int     `column:"T"`
	Stay      float64 `column:"j_stay"` // J of v, which both forms have
	J         float64 `column:"J"`
	B         float64 `column:"B"`
	Densities float64 `column:"densities"` // computed in a forward run
	Terms     int     `column:"terms_a_density"`
}

// A Study has the rows, and how long a density of each form takes.
type Study struct {
	Quick bool
	Rows  []Row // by kernel, then by seed, form and T
	Times []Time
}

// Reproduce compares the forms. The setting needs a clock. The error is ctx's, or that of the shelf.
func Reproduce(ctx context.Context, setting run.Setting) (Study, error) {
	z := sized(setting.Quick)
	s := Study{Quick: setting.Quick}
	sizes := slices.Repeat([]int{1}, len(z.kernels)*z.sets)
	for i := range sizes {
		if z.kernels[i/z.sets] == Kernels[1] {
			sizes[i] = 1000
		}
	}
	found, err := run.Each(ctx, setting.Shelf, "forms", sizes, setting.Tell,
		func(ctx context.Context, i int) ([]Row, error) {
			return compared(ctx, z.kernels[i/z.sets], setting.Seeded(toys.ModelSeed+uint64(i%z.sets)), z.ts)
		})
	if err != nil {
		return s, err
	}
	for _, rows := range found {
		s.Rows = append(s.Rows, rows...)
	}
	s.Times, err = run.Once(ctx, setting.Shelf, "times", func(ctx context.Context) ([]Time, error) {
		return timed(setting.Now), ctx.Err()
	})
	return s, err
}

// compared has both forms by a kernel on a set of data.
func compared(ctx context.Context, kernel string, seed uint64, ts []int) (rows []Row, err error) {
	c, err := protocol.Compare(ctx, matrix(), experiments.Setting{Kernel: kernel}, seed, ts, nil)
	if err != nil {
		return nil, err
	}
	for _, f := range c.Each {
		for _, r := range f.Runs {
			rows = append(rows, Row{Kernel: kernel, Seed: int(seed), Form: f.Name, T: r.T, Stay: r.Stay, J: r.J, B: r.B,
				Densities: r.Cost / float64(f.Terms), Terms: f.Terms})
		}
	}
	return rows, nil
}

// A price is what a run costs: its levels, the terms of its densities, or seconds.
type price struct {
	name string
	of   func(Row) float64
}

// prices are those of a study.
func (s Study) prices() []price {
	seconds := map[string]float64{}
	for _, t := range s.Times {
		seconds[t.Form] = t.Seconds
	}
	return []price{
		{"levels T", func(r Row) float64 { return float64(r.T) }},
		{"terms of the likelihood", func(r Row) float64 { return r.Densities * float64(r.Terms) }},
		{"seconds of all densities", func(r Row) float64 { return r.Densities * seconds[r.Form] }},
	}
}

// A measure is what forms are compared by.
type measure struct {
	name string
	of   func(Row) float64
}

var measures = []measure{{"J of v", func(r Row) float64 { return r.Stay }}, {"B", func(r Row) float64 { return r.B }}}

// better counts the sets of data on which each form is better by a kernel, at every price at which both have runs;
// under "" those on which the curves cross (protocol.Comparison).
func (s Study) better(kernel string, p price, m measure) map[string]int {
	wins := map[string]int{}
	for _, one := range experiments.GroupBy(s.of(kernel), func(r Row) int { return r.Seed }) {
		var c protocol.Comparison
		for k, form := range forms {
			c.Each[k].Name = form
			for _, r := range one {
				if r.Form == form {
					c.Each[k].Runs = append(c.Each[k].Runs, protocol.Formed{Cost: p.of(r), B: m.of(r)})
				}
			}
		}
		byPrice := func(f protocol.Formed) float64 { return f.Cost }
		byMeasure := func(f protocol.Formed) float64 { return f.B }
		wins[c.Better(byPrice, byMeasure)]++
	}
	return wins
}

// forms are the names of both.
var forms = []string{protocol.Uncollapsed, protocol.Collapsed}

// of are the rows of a kernel.
func (s Study) of(kernel string) (rows []Row) {
	for _, r := range s.Rows {
		if r.Kernel == kernel {
			rows = append(rows, r)
		}
	}
	return rows
}
