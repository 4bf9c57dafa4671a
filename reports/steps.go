package reports

import (
	"cmp"
	"fmt"
	"slices"

	"breadboard/exact"
	"breadboard/experiments"
)

// fewSteps is how many steps people are shown one by one; of longer paths they
// see the largest and what each tenth adds up to.
const fewSteps = 20

// Steps are the tables of each step's share of B, for people after that of
// Exactly. For programs there is one, which replaces it: in JSON Exactly's with
// one more key, "steps", a list of every step; in CSV one row a step of each T.
func Steps(rows []experiments.Exact, f Format) []Table {
	switch f {
	case JSON:
		return []Table{everything(rows, true)}
	case CSV:
		t := Table{Columns: append([]Column{{Key: "T"}}, stepColumns...)}
		for _, r := range rows {
			for _, s := range r.Steps {
				t.Rows = append(t.Rows, append([]any{r.T}, stepRow(r, s)...))
			}
		}
		return []Table{t}
	}
	var all []Table
	for _, r := range rows {
		if r.Steps == nil { // a warning of Exactly says why
			continue
		}
		if len(r.Steps) > fewSteps {
			all = append(all, tenths(r), largest(r))
			continue
		}
		t := Table{Title: fmt.Sprintf("Each step of T = %d", r.T), Columns: stepColumns}
		for _, s := range r.Steps {
			t.Rows = append(t.Rows, stepRow(r, s))
		}
		all = append(all, t)
	}
	return all
}

var stepColumns = []Column{{"t", ""}, {"beta", ""}, {"path_kl_fwd", "KL(fwd‖rev)"},
	{"path_kl_rev", "KL(rev‖fwd)"}, {"share", "share of B"}}

func stepRow(r experiments.Exact, s exact.Step) []any {
	return []any{s.T, s.Beta, s.Part.Forward, s.Part.Reverse, share(r, s.Part)}
}

// share is a part of B over the whole; nil where B is 0 or infinite and there is
// none.
func share(r experiments.Exact, part exact.Divergence) any {
	if r.B() == 0 {
		return nil
	}
	return ratio(part.Jeffreys(), r.B())
}

// A stepCell is a step in JSON.
type stepCell struct {
	T     int    `json:"t"`
	Beta  number `json:"beta"`
	Fwd   number `json:"path_kl_fwd"`
	Rev   number `json:"path_kl_rev"`
	Share any    `json:"share"`
}

func stepCells(r experiments.Exact) []stepCell {
	cells := make([]stepCell, len(r.Steps))
	for i, s := range r.Steps {
		cells[i] = stepCell{s.T, number(s.Beta), number(s.Part.Forward), number(s.Part.Reverse), share(r, s.Part)}
	}
	return cells
}

// tenths sums the steps over ten stretches of the path as equal as can be.
func tenths(r experiments.Exact) Table {
	t := Table{Title: fmt.Sprintf("Tenths of the %d steps of T = %d", len(r.Steps), r.T),
		Columns: append([]Column{{"from_t", "t from"}, {"t", "to"}, {"beta", "to beta"}}, stepColumns[2:]...)}
	for i := range 10 {
		part := r.Steps[i*len(r.Steps)/10 : (i+1)*len(r.Steps)/10]
		var sum exact.Divergence
		for _, s := range part {
			sum.Forward += s.Part.Forward
			sum.Reverse += s.Part.Reverse
		}
		end := part[len(part)-1]
		t.Rows = append(t.Rows, []any{part[0].T, end.T, end.Beta, sum.Forward, sum.Reverse, share(r, sum)})
	}
	return t
}

// largest are the steps that add most to B, the largest first.
func largest(r experiments.Exact) Table {
	t := Table{Title: fmt.Sprintf("The %d largest of the %d steps of T = %d", fewSteps, len(r.Steps), r.T), Columns: stepColumns}
	steps := slices.Clone(r.Steps)
	slices.SortStableFunc(steps, func(a, b exact.Step) int { return cmp.Compare(b.Part.Jeffreys(), a.Part.Jeffreys()) })
	for _, s := range steps[:fewSteps] {
		t.Rows = append(t.Rows, stepRow(r, s))
	}
	return t
}
