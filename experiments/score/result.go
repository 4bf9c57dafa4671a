package score

import (
	"context"
	"slices"

	"breadboard/experiments"
)

// A Result is what there is to tell of jobs that are done: which they were, and their rows.
type Result struct {
	Jobs        []Done
	Rows        []Row    // normalised
	Points      []Point  // of Figure 3, if the plan calibrates
	Evaluations bool     // the budgets count evaluations, and not steps
	Constant    []string // the functions left out, if there is one density
	Unsuited    []string // densities that no function, or no start, suits
	Verified    []string // which rows that others made were seen again
}

// A Done is a job that was looked at.
type Done struct {
	Job
	NoForm bool // the kernel has no form on the density's axes
}

// Run does all jobs of a plan that is prepared, on all cores.
func (p *Plan) Run(ctx context.Context, tell experiments.Progress) (Result, error) {
	jobs := p.Jobs()
	costs := make([]int, len(jobs))
	r := p.described()
	for i, j := range jobs {
		costs[i] = p.Cost(j)
		r.Jobs = append(r.Jobs, Done{Job: j, NoForm: p.noForm(j)})
	}
	rows := make([][]Row, len(jobs))
	points := make([][]Point, len(jobs))
	err := experiments.EachSized(ctx, costs, tell, func(ctx context.Context, i int) (err error) {
		rows[i], points[i], err = p.Do(ctx, jobs[i])
		return err
	})
	r.Rows = slices.Concat(rows...)
	r.Points = slices.Concat(points...)
	Normalize(r.Rows)
	return r, err
}

// described returns the result before any job is done.
func (p *Plan) described() Result {
	r := Result{Evaluations: p.Evaluations}
	for _, d := range p.Densities {
		here := p.scenes[d.Name]()
		if len(p.Densities) == 1 {
			r.Constant = here.constant
		}
		if len(here.functions) == 0 || len(here.starts) == 0 {
			r.Unsuited = append(r.Unsuited, d.Name)
		}
	}
	return r
}

// Unit returns the unit of a budget.
func (r Result) Unit() string {
	if r.Evaluations {
		return "evaluations"
	}
	return "steps"
}

// Densities counts the densities.
func (r Result) Densities() int {
	return len(experiments.Distinct(r.Jobs, func(j Done) string { return j.Density }))
}

// A LeftOut counts the densities on which a kernel has no rows: some, or those on whose axes it has no form.
type LeftOut struct {
	Kernel    string
	Densities int
	NoForm    bool
}

// LeftOut lists the kernels that have no rows on some densities, of those that functions suit.
func (r Result) LeftOut() (all []LeftOut) {
	done := map[Job]bool{}
	for _, row := range r.Rows {
		done[Job{row.Density, row.Kernel}] = true
	}
	for of, jobs := range experiments.GroupBy(r.Jobs, func(j Done) LeftOut { return LeftOut{j.Kernel, 0, j.NoForm} }) {
		left := slices.DeleteFunc(jobs, func(j Done) bool {
			return done[j.Job] || slices.Contains(r.Unsuited, j.Density)
		})
		if of.Densities = len(left); of.Densities > 0 {
			all = append(all, of)
		}
	}
	return all
}
