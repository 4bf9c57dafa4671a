package reports

import (
	"cmp"
	"fmt"
	"slices"

	"breadboard/exact"
	"breadboard/experiments"
	"breadboard/reports/table"
)

// fewSteps is the number of steps up to which people see each. On longer paths they see
// the largest steps, and the sum of each tenth of the path.
const fewSteps = 20

// Steps are tables of each step's share of B. People see them after the table of
// Exactly. Programs get one table instead of Exactly's: in JSON it is Exactly's with
// one more key, "steps", a list of all steps; in CSV it has one row for each step and
// T.
func Steps(rows []experiments.Exact, f table.Format) []table.Table {
	switch f {
	case table.JSON:
		return []table.Table{exactData(rows, true)}
	case table.CSV:
		t := table.Table{Columns: append(table.Columns("seed", "T"), stepColumns...)}
		for _, r := range rows {
			for _, s := range r.Steps {
				t.Add(append([]any{table.Pointed(r.Chain.Seed), r.T}, stepRow(r, s)...)...)
			}
		}
		return []table.Table{t}
	}
	var all []table.Table
	for _, r := range rows {
		switch {
		case r.Steps == nil: // a warning in Exactly says why
		case len(r.Steps) > fewSteps:
			all = append(all, tenths(r), largestSteps(r))
		default:
			all = append(all, stepTable(fmt.Sprintf("Each step of T = %d%s", r.T, ofSeed(r.Chain.Seed)), r, r.Steps))
		}
	}
	return all
}

var stepColumns = table.Columns("t", "beta", "path_kl_fwd=KL(fwd‖rev)", "path_kl_rev=KL(rev‖fwd)", "share=share of B")

func stepTable(title string, r experiments.Exact, steps []exact.Step) table.Table {
	t := table.Table{Title: title, Columns: stepColumns}
	for _, s := range steps {
		t.Add(stepRow(r, s)...)
	}
	return t
}

func stepRow(r experiments.Exact, s exact.Step) []any {
	return []any{s.T, s.Beta, s.Part.Forward, s.Part.Reverse, share(r, s.Part)}
}

// share returns a part of B over the whole. There is none if B is 0 or infinite.
func share(r experiments.Exact, part exact.Divergence) any {
	if r.B() == 0 {
		return nil
	}
	return table.Known(part.Jeffreys() / r.B())
}

// stepCells are the steps in JSON.
func stepCells(r experiments.Exact) table.Objects {
	return func(yield func(table.Object) bool) {
		for _, s := range r.Steps {
			if !yield(table.ObjectOf(stepColumns, stepRow(r, s))) {
				return
			}
		}
	}
}

// tenths sums the steps over ten stretches of the path, as equal as they can be.
func tenths(r experiments.Exact) table.Table {
	t := table.Table{Title: fmt.Sprintf("Tenths of the %d steps of T = %d%s", len(r.Steps), r.T, ofSeed(r.Chain.Seed)),
		Columns: append(table.Columns("from_t=t from", "t=to", "beta=to beta"), stepColumns[2:]...)}
	for i := range 10 {
		part := r.Steps[i*len(r.Steps)/10 : (i+1)*len(r.Steps)/10]
		var sum exact.Divergence
		for _, s := range part {
			sum.Forward += s.Part.Forward
			sum.Reverse += s.Part.Reverse
		}
		end := part[len(part)-1]
		t.Add(part[0].T, end.T, end.Beta, sum.Forward, sum.Reverse, share(r, sum))
	}
	return t
}

// largestSteps are the steps that add most to B, the largest first.
func largestSteps(r experiments.Exact) table.Table {
	steps := slices.Clone(r.Steps)
	slices.SortStableFunc(steps, func(a, b exact.Step) int { return cmp.Compare(b.Part.Jeffreys(), a.Part.Jeffreys()) })
	return stepTable(fmt.Sprintf("The %d largest of the %d steps of T = %d%s", fewSteps, len(r.Steps), r.T,
		ofSeed(r.Chain.Seed)), r,
		steps[:fewSteps])
}
