package score

import "slices"

// A Profile is how a kernel's share of solved problems grows with the budget, as COCO draws it for
// optimisers. A problem is a time average of a function on a density; it is solved if RESS is Enough.
type Profile struct {
	Kernel, Start string
	Budgets       []int
	Solved        []float64 // the share, for each budget
	Problems      int
}

// Profiles makes the profile of every kernel from every start.
func Profiles(rows []Row) (all []Profile) {
	for _, start := range distinct(rows, func(r Row) string { return r.Start }) {
		for _, kernel := range distinct(rows, func(r Row) string { return r.Kernel }) {
			p := Profile{Kernel: kernel, Start: start}
			solved, problems := map[int]int{}, map[int]int{}
			for _, r := range rows {
				if r.Kernel == kernel && r.Start == start && !r.Distance() {
					problems[r.Budget]++
					if r.Solved() {
						solved[r.Budget]++
					}
				}
			}
			for b, n := range problems {
				p.Budgets = append(p.Budgets, b)
				p.Problems = n
			}
			slices.Sort(p.Budgets)
			for _, b := range p.Budgets {
				p.Solved = append(p.Solved, float64(solved[b])/float64(problems[b]))
			}
			if len(p.Budgets) > 0 {
				all = append(all, p)
			}
		}
	}
	return all
}
