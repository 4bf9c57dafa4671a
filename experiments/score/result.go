package score

import "slices"

// A Result is what there is to tell of tasks that are done: which they were, and their rows.
type Result struct {
	Listing
	Rows   []Row   // normalised
	Points []Point // of Figure 3, if the plan calibrates
}

// Result joins the rows of finished tasks.
func (l Listing) Result(all []Finished) Result {
	r := Result{Listing: l}
	for _, f := range all {
		r.Rows, r.Points = append(r.Rows, f.Rows...), append(r.Points, f.Points...)
	}
	Normalize(r.Rows)
	return r
}

// Equal is what the kernels have alike.
func (r Result) Equal() Equal { return r.Tasks[0].Equal }

// Densities is the number of densities.
func (r Result) Densities() int {
	return len(distinct(r.Tasks, func(t Task) string { return t.Density }))
}

// A LeftOut counts the densities on which a kernel has no rows.
type LeftOut struct {
	Kernel    string
	Densities int
}

// LeftOut lists the kernels that have no rows on some densities, of those that functions suit.
func (r Result) LeftOut() (all []LeftOut) {
	done, left := map[Job]bool{}, map[string]int{}
	for _, row := range r.Rows {
		done[Job{row.Density, row.Kernel}] = true
	}
	for _, t := range r.Tasks {
		if !done[t.Job] && !slices.Contains(r.Unsuited, t.Density) {
			left[t.Kernel]++
		}
	}
	for _, k := range distinct(r.Tasks, func(t Task) string { return t.Kernel }) {
		if left[k] > 0 {
			all = append(all, LeftOut{k, left[k]})
		}
	}
	return all
}
