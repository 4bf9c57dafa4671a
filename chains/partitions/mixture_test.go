package partitions_test

import (
	"math"
	"math/bits"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains/partitions"
)

// irregular is a density of clusters without any pattern, in place of one of data.
func irregular(cluster uint) float64 {
	return -1.3*float64(bits.OnesCount(cluster)) + math.Sin(7*float64(cluster)) + 0.8*math.Cos(3*float64(cluster))
}

const alpha = 0.7

func irregularMixture(n int) partitions.Mixture {
	return partitions.NewMixture(partitions.New(n), alpha, irregular)
}

// ewens is the log prior by its closed form: alpha^k times the product of (m-1)! over clusters of m
// points, over alpha (alpha+1) .. (alpha+n-1). It does not depend on the order of the points.
func ewens(sizes []int) float64 {
	logp, n := 0.0, 0
	for _, m := range sizes {
		below, _ := math.Lgamma(float64(m))
		logp, n = logp+math.Log(alpha)+below, n+m
	}
	for i := range n {
		logp -= math.Log(alpha + float64(i))
	}
	return logp
}

// clustersOf lists the clusters of a string as bits, and their sizes.
func clustersOf(labels []int) (clusters []uint, sizes []int) {
	for i, label := range labels {
		if label == len(clusters) {
			clusters, sizes = append(clusters, 0), append(sizes, 0)
		}
		clusters[label] |= 1 << i
		sizes[label]++
	}
	return clusters, sizes
}

// TestMixtureByItsDefinition compares with Ewens' formula and the product over clusters. The sums of
// ten logarithms of size 10 differ by 1e-14.
func TestMixtureByItsDefinition(t *testing.T) {
	m := irregularMixture(6)
	for n := 1; n <= 6; n++ {
		for x := range m.SizeOf(n) {
			clusters, sizes := clustersOf(m.Labels(n, x))
			prior := ewens(sizes)
			if got := m.Prior[n][x]; math.Abs(got-prior) > 1e-13 {
				t.Errorf("log prior of %v is %v, want %v", m.Labels(n, x), got, prior)
			}
			joint := prior
			for _, c := range clusters {
				joint += irregular(c)
			}
			if got := m.Joint[n][x]; math.Abs(got-joint) > 1e-13 {
				t.Errorf("log joint density of %v is %v, want %v", m.Labels(n, x), got, joint)
			}
		}
	}
}

// TestPriorsSumToOne adds up to 21,147 terms, each the sum of nine logarithms.
func TestPriorsSumToOne(t *testing.T) {
	m := irregularMixture(9)
	for n, prior := range m.Prior {
		if sum := floats.LogSumExp(prior); math.Abs(sum) > 1e-12 {
			t.Errorf("the log of the sum of the priors of %d points is %v", n, sum)
		}
	}
}
