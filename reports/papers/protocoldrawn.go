package papers

import (
	"fmt"

	"breadboard/experiments/protocol"
	"breadboard/reports/table"
)

// DrawnProtocol is the table of the protocol as a user carries it out, by a kernel of which only moves are seen. Curves
// on the real data and on the simulated are shifted by their largest forward median each, as in the paper, because
// nobody knows log p(y).
func DrawnProtocol(d protocol.Drawn) table.Table {
	t := table.Table{Title: fmt.Sprintf("%s: %s; %s; 100 runs each, by --exec", d.Name, d.About,
		d.Setting.TargetName()),
		Columns: table.Columns("T", "runs", "sweeps", "q1", "median", "q3", "apart")}
	for i, T := range d.Ts {
		real, first := d.Sets[0], d.Sets[1]
		t.Add(T, "forward, real data", nil, real.Forward[i].Q1-real.Shift(), real.Forward[i].Median-real.Shift(),
			real.Forward[i].Q3-real.Shift(), fmt.Sprintf("%d of %d", d.Apart(i), len(d.Sets)-1))
		t.Add(T, "forward, simulated", nil, first.Forward[i].Q1-first.Shift(), first.Forward[i].Median-first.Shift(),
			first.Forward[i].Q3-first.Shift(), nil)
		for k, q := range first.Reverse[i] {
			t.Add(T, "reverse, simulated", d.Sweeps[k], q.Q1-first.Shift(), q.Median-first.Shift(),
				q.Q3-first.Shift(), nil)
		}
	}
	t.Note("log w less the largest forward median on the same data. The first simulated set is shown; apart: on how " +
		"many of all the quartiles do not overlap those on the real data. Reverse runs begin at the fitted values, " +
		"after so many sweeps; they are BREAD's if the kernel keeps detailed balance. Their height above the forward " +
		"ones estimates B.")
	return t
}
