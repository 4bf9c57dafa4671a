package aidepaper

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/experiments/studies/models/mixture"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
)

// TestNinePointsByTheirDefinition adds up the density of every partition from its clusters alone. Sums of
// 21,147 terms differ by 1e-12.
func TestNinePointsByTheirDefinition(t *testing.T) {
	e, s := nineAlone()
	var logf, counts []float64
	for x := range e.space.Size() {
		clusters := map[int]mixture.Cluster{}
		sizes := []int(nil)
		for i, label := range e.space.Labels(9, x) {
			clusters[label] = clusters[label].With(NinePoints[i])
		}
		v := 0.0
		for _, c := range clusters {
			v += NineHyper.LogLikelihood(c)
			sizes = append(sizes, c.N)
		}
		logf = append(logf, v+mixture.LogPartition(sizes, NineHyper.Alpha))
		counts = append(counts, float64(len(sizes)))
	}
	if want := floats.LogSumExp(logf); !(math.Abs(s.LogP-want) < 1e-11) {
		t.Errorf("log p(y) is %v, want %v", s.LogP, want)
	}
	if want := floats.Dot(chains.Normalized(logf), counts); !(math.Abs(s.Clusters.Mean-want) < 1e-11) {
		t.Errorf("the mean number of clusters is %v, want %v", s.Clusters.Mean, want)
	}
}

// nineAlone is the study without any row.
var nineAlone = sync.OnceValues(func() (e partitionRuns, s Partitions) {
	s = Partitions{Hyper: NineHyper}
	e = newPartitionRuns(NinePoints, s)
	s.LogP = chains.LogSum(e.joint)
	s.Clusters = e.clusters(chains.Normalized(e.joint))
	return e, s
})

// TestFewPointsAgree: sampled AIDE is where the walk along all paths of the dice says, and that is committed.
func TestFewPointsAgree(t *testing.T) {
	rows := must.Have(fewPoints(t.Context(), Partitions{Hyper: NineHyper, Draws: 2000}))(t)
	all := reporttest.Rows(t, reports, "partitions-few.json")
	if len(all) != len(rows) {
		t.Fatalf("%d rows are committed, want %d", len(all), len(rows))
	}
	for i, r := range rows {
		reporttest.Today(t, "J", r.J, all[i]["J"])
		reporttest.Today(t, "AIDE's expectation", r.Expected, all[i]["aide_expected"])
		if z := (r.One.Value - r.Expected) / r.One.Err; !(math.Abs(z) < 4) {
			t.Errorf("%s, %d particles: AIDE is %v standard errors off", r.Program, r.P, z)
		}
		if bias := r.Expected - r.J; (r.P == 1) != (math.Abs(bias) < 1e-9) || bias < -1e-9 {
			t.Errorf("%s, %d particles: the bias is %v", r.Program, r.P, bias)
		}
	}
}

// TestCommittedPartitionsAreUpToDate makes the exact numbers again.
func TestCommittedPartitionsAreUpToDate(t *testing.T) {
	e, s := nineAlone()
	posterior := reporttest.Rows(t, reports, "partitions-posterior.json")[0]
	reporttest.Today(t, "log p(y)", s.LogP, posterior["log_p_y"])
	reporttest.Today(t, "the posterior's clusters", s.Clusters.Mean, posterior["clusters"])
	exact := 0
	for _, row := range reporttest.Rows(t, reports, "partitions.json") {
		r := PartitionRow{Program: row["program"].(string), Budget: int(row["budget"].(float64))}
		what := fmt.Sprintf("%s, %d", r.Program, r.Budget)
		_, start := e.program(r)
		if start == nil {
			continue
		}
		exact++
		if r.Budget > 1 && !long {
			continue
		}
		must.Do(t, e.exactly(t.Context(), start, &r))
		reporttest.Today(t, what+": J", r.J, row["J"])
		reporttest.Today(t, what+": AIDE's expectation", r.Expected, row["aide_expected"])
		reporttest.Today(t, what+": clusters", r.Clusters.Mean, row["clusters"])
	}
	if want := 2 + 2*len(sweepCounts); exact != want {
		t.Errorf("%d committed rows are exact, want %d", exact, want)
	}
}
