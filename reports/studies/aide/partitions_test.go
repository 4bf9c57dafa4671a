package aide

import (
	"fmt"
	"math"
	"testing"

	"breadboard/experiments/aidepaper"
)

// committedPartitions reads Figure 5 from its data.
func committedPartitions(t *testing.T) aidepaper.Partitions {
	t.Helper()
	s := aidepaper.Partitions{Points: aidepaper.NinePoints, Hyper: aidepaper.NineHyper}
	all := rowsOf(t, "partitions-posterior")[0]
	s.Cells, s.LogP = int(all.number("cells")), all.number("log_p_y")
	s.Runs, s.Draws = int(all.number("runs")), int(all.number("draws"))
	laws := map[string][]float64{}
	for _, r := range rowsOf(t, "partitions-clusters") {
		law := []float64{0}
		for k := range s.Points {
			law = append(law, r.number(fmt.Sprint("p_", k+1)))
		}
		laws[fmt.Sprint(r.text("program"), r["budget"])] = law
	}
	s.Clusters = aidepaper.Clusters{Mean: all.number("clusters"), Law: laws[fmt.Sprint(posteriorName, nil)]}
	for _, r := range rowsOf(t, "partitions") {
		s.Rows = append(s.Rows, aidepaper.PartitionRow{Program: r.text("program"), Budget: int(r.number("budget")),
			J: known(r, "J"), Expected: known(r, "aide_expected"), One: r.sampled("aide_1"), Many: r.sampled("aide_100"),
			Drop: r.sampled("drop"), Clusters: aidepaper.Clusters{Mean: r.number("clusters"),
				Err: r.number("clusters_stderr"), Law: laws[fmt.Sprint(r.text("program"), r["budget"])]}})
	}
	for _, r := range rowsOf(t, "partitions-few") {
		s.Few = append(s.Few, aidepaper.FewRow{Program: r.text("program"), P: int(r.number("P")), J: r.number("J"),
			Expected: r.number("aide_expected"), One: r.sampled("aide_1")})
	}
	return s
}

// known is NaN for null.
func known(r row, key string) float64 {
	if r[key] == nil {
		return math.NaN()
	}
	return r.number(key)
}

// sampled is a number with its standard error.
func (r row) sampled(key string) aidepaper.Sampled {
	return aidepaper.Sampled{Value: r.number(key), Err: r.number(key + "_stderr")}
}

// An estimate that changes is seen in the page, in the tables and in the figure.
func TestStalePartitionsAreSeen(t *testing.T) {
	s := committed(t)
	for i := range s.Partitions.Rows {
		s.Partitions.Rows[i].Many.Value *= 1.3
	}
	stale(t, s, "README.md", "rows.md", "partitions.csv", "partitions.svg", "partitions.png")
}
