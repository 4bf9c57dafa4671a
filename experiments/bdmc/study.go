package bdmc

import (
	"cmp"
	"context"
	"slices"

	"breadboard/experiments"
)

// A Size says how finely to study.
type Size struct {
	Quick  bool // smaller models; the reports say so
	N      int  // observations in the data of each model
	Groups int  // combined estimates of programs that are sampled
	Nested int  // runs of nested sampling
	Starts int  // starts of variational Bayes
}

// Full is the whole study.
func Full() Size { return Size{N: 6, Groups: 8, Nested: 400, Starts: 200} }

// Quick is a look at smaller models, with few samples.
func Quick() Size { return Size{Quick: true, N: 4, Groups: 2, Nested: 50, Starts: 20} }

// A Study is the analogue of BDMC's Section 6.
type Study struct {
	Size
	Cases      []Case
	Rows       []Row // by case, then by estimator as in Legend, then by budget
	Fits       []Fit // Table 1, row by row
	Overshoots []Overshoot
	Findings   []experiments.Finding
	Times      []Time // nil unless they were taken
}

// Legend lists the estimators in the order of rows. In most of the paper's figures they lie in
// this order from above to below.
var Legend = []string{"HME", "rev AIS", "SHME", "SMC", "AIS", "NS", "VB+sym", "VB", "CMS", "LW", "BIC"}

// Reproduce runs everything. The error is ctx's.
func Reproduce(ctx context.Context, size Size, progress experiments.Progress) (Study, error) {
	s := Study{Size: size, Cases: Cases(size.N)}
	parts := s.parts()
	if err := run(ctx, parts, progress.Share(0, 95, 100)); err != nil {
		return s, err
	}
	for _, p := range parts {
		s.Rows, s.Overshoots = append(s.Rows, p.rows...), append(s.Overshoots, p.overshoots...)
	}
	s.sort()
	var err error
	if s.Fits, err = table1(ctx, s.Cases, progress.Share(95, 100, 100)); err != nil {
		return s, err
	}
	s.Findings = Decide(s)
	return s, nil
}

// A part is work that one core does, with what it found.
type part struct {
	cost       int // roughly, in any unit: the parts of highest cost begin first
	measure    func(ctx context.Context, p *part) error
	rows       []Row
	overshoots []Overshoot
}

// run does all parts.
func run(ctx context.Context, parts []*part, progress experiments.Progress) error {
	costs := make([]int, len(parts))
	for i, p := range parts {
		costs[i] = p.cost
	}
	order := experiments.Dearest(costs)
	return experiments.Each(ctx, len(parts), progress, func(ctx context.Context, i int) error {
		p := parts[order[i]]
		return p.measure(ctx, p)
	})
}

// parts are the estimators at their budgets on every case.
func (s Study) parts() (all []*part) {
	add := func(cost int, measure func(ctx context.Context, p *part) error) {
		all = append(all, &part{cost: cost, measure: measure})
	}
	for _, c := range s.Cases {
		for _, f := range families() {
			for _, budget := range f.budgets {
				add(budget*f.dear, func(ctx context.Context, p *part) (err error) {
					p.rows, err = f.measure(ctx, c, budget, s.Size)
					return err
				})
			}
		}
		add(1, func(ctx context.Context, p *part) (err error) {
			p.rows, err = variational(ctx, c, s.Size)
			return err
		})
		add(1, func(_ context.Context, p *part) error {
			row, err := criterion(c)
			p.rows = []Row{row}
			return err
		})
		add(5000, func(ctx context.Context, p *part) (err error) {
			p.overshoots, err = lowerBound(ctx, c, s.Size)
			return err
		})
		for _, steps := range nestedBudgets {
			add(10_000, func(ctx context.Context, p *part) (err error) {
				p.rows, p.overshoots, err = nested(ctx, c, steps, s.Size)
				return err
			})
		}
	}
	return all
}

// sort puts rows into their order.
func (s Study) sort() {
	place := func(r Row) (at int) {
		return slices.IndexFunc(s.Cases, func(c Case) bool { return c.Name == r.Case })
	}
	slices.SortStableFunc(s.Rows, func(a, b Row) int {
		return cmp.Or(cmp.Compare(place(a), place(b)),
			cmp.Compare(slices.Index(Legend, a.Estimator), slices.Index(Legend, b.Estimator)),
			cmp.Compare(a.Budget, b.Budget))
	})
}

// Of returns the rows of an estimator on a case, by budget.
func (s Study) Of(c Case, estimator string) (rows []Row) {
	for _, r := range s.Rows {
		if r.Case == c.Name && r.Estimator == estimator {
			rows = append(rows, r)
		}
	}
	return rows
}
