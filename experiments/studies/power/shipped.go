package power

import (
	"breadboard/experiments/studies/shipped"
	"breadboard/reports/study"
	"breadboard/reports/table"
)

// addShipped adds the runs that find each shipped bug by each law half of the time.
func addShipped(all *study.Study, found []shipped.Broken) {
	people := table.Table{Title: "The least number of runs that find a shipped bug half of the time, at level 1e-4",
		Columns: []table.Column{{Key: "bug", Head: "bug"}}}
	for _, law := range shipped.Laws {
		people.Columns = append(people.Columns, table.Column{Key: law, Head: law})
	}
	data := table.Table{Columns: table.Keys("bug law at places runs")}
	for _, b := range found {
		row := []any{b.Bug}
		for _, c := range b.Laws {
			data.Add(b.Bug, c.Law, c.At, c.Places, c.Half(testLevel))
		}
		for _, law := range shipped.Laws {
			cell := ""
			if c, ok := b.By(law); ok {
				cell = table.Thousands(c.Half(testLevel))
			}
			row = append(row, cell)
		}
		people.Add(row...)
	}
	people.Note("An empty cell: the law holds, or the program has nothing that it is of, and no number of runs shows " +
		"the bug by it.")
	people.Note("A run is one forward or one reverse; a sweep of particle Gibbs is one too, and it is the one thing " +
		"here that is a kernel: Geweke's test, SBC and the invariance test see what a sweep changes, and nothing of " +
		"the weights.")
	all.People = append(all.People, people)
	all.Add("shipped", data)
	all.Others = append(all.Others, table.Page("shipped.md", people))
}
