package aidepaper

import (
	"math"
	"slices"

	"breadboard/experiments"
)

// Findings say whether the number of clusters sees what AIDE sees.
func (s Partitions) Findings() []experiments.Finding {
	prior, optimal, five, swept := s.At(SMCPrior, 1), s.At(SMCOptimal, 1), s.At(SMCPrior, 5), s.At(GibbsPrior, 1)
	off := func(r PartitionRow) float64 { return math.Abs(r.Clusters.Mean - s.Clusters.Mean) }
	first, last := s.ends(GibbsPrior)
	_, settled := s.ends(GibbsOptimal)
	_, many := s.ends(SMCPrior)
	furthest := 0.
	for _, r := range s.Rows {
		if math.IsNaN(r.J) {
			r.J = r.Many.Value // which bounds it
		}
		furthest = max(furthest, r.J)
	}
	z := s.errors()
	within := len(where(z, func(v float64) bool { return v <= 2 }))
	rises := func(r PartitionRow) bool { return r.Drop.Value < -2*r.Drop.Err }
	return []experiments.Finding{
		experiments.Find("One particle of the prior proposal passes the probe, and is further from the posterior than any other "+
			"program", off(prior) < 0.01 && furthest == prior.J,
			"its mean number of clusters is %.4f, and the posterior's %.4f; J is %.2f nats", prior.Clusters.Mean,
			s.Clusters.Mean, prior.J),
		experiments.Find("The whole law of the number of clusters would tell little more",
			prior.Clusters.J(s.Clusters) < prior.J/5,
			"that of one particle of the prior proposal is %.2f nats from the posterior's, of the %.2f between the laws of "+
				"the partitions", prior.Clusters.J(s.Clusters), prior.J),
		experiments.Find("The probe ranks the two proposals the wrong way round, with one particle",
			off(prior) < off(optimal) && prior.J > optimal.J,
			"the prior proposal is %.3f clusters off and has J = %.2f; the optimal one is %.3f off and has J = %.3f",
			off(prior), prior.J, off(optimal), optimal.J),
		experiments.Find("With more particles of the prior proposal the probe gets worse, while the program gets better",
			off(five)-off(prior) > 2*five.Clusters.Err && five.Many.Value+2*five.Many.Err < prior.J,
			"from 1 to 5 particles it goes from %.3f to %.3f clusters off, and the divergence from %.2f to at most "+
				"%.2f ± %.2f", off(prior), off(five), prior.J, five.Many.Value, five.Many.Err),
		experiments.Find("After one sweep of Gibbs from the prior the probe is nearly right, and the law of partitions is not",
			off(swept) < 0.05 && swept.J > 1, "%.3f clusters off, and J is %.2f", off(swept), swept.J),
		experiments.Find("At M = 1 AIDE does not see that Gibbs sweeps help: its expectation stays, while J vanishes",
			math.Abs(last.Expected/first.Expected-1) < 1e-9 && last.J < first.J/1e3,
			"from the prior it expects %.4f after %d sweep and %.4f after %d; J falls from %.2f to %.1e", first.Expected,
			first.Budget, last.Expected, last.Budget, first.J, last.J),
		experiments.Find("A hundred reverse runs do not mend this for Gibbs from the prior", last.Many.Value-2*last.Many.Err > 1,
			"after %d sweeps AIDE is still %.2f ± %.2f, all of it bias", last.Budget, last.Many.Value, last.Many.Err),
		experiments.Find("They do where Gibbs starts near the posterior",
			settled.Many.Value+2*settled.Many.Err < settled.Expected/4,
			"from one optimal particle, after %d sweeps: %.3f ± %.3f instead of %.3f at M = 1", settled.Budget,
			settled.Many.Value, settled.Many.Err, settled.Expected),
		experiments.Find("More reverse runs never raise AIDE (Theorem 1)", !slices.ContainsFunc(s.Rows, rises),
			"in %d rows no rise from M = 1 to M = %d is above two standard errors", len(s.Rows), ManyRuns),
		experiments.Find("AIDE of SMC vanishes as particles are added", many.Many.Value-2*many.Many.Err < 0.01,
			"the prior proposal with %d particles has %.3f ± %.3f; one optimal particle has J = %.3f", many.Budget,
			many.Many.Value, many.Many.Err, optimal.J),
		experiments.Find("Sampled estimates are where exact expectations say", slices.Max(z) < 4,
			"%d of %d are within two standard errors, and the furthest is %.1f off", within, len(z), slices.Max(z)),
	}
}

// ends are the rows of a program with the least and the largest budget.
func (s Partitions) ends(program string) (first, last PartitionRow) {
	rows := s.Of(program)
	return rows[0], rows[len(rows)-1]
}

// errors are the distances of the estimates at M = 1 from their expectations, where these are known, in
// standard errors.
func (s Partitions) errors() (z []float64) {
	see := func(one Sampled, expected float64) {
		if !math.IsNaN(expected) {
			z = append(z, math.Abs(one.z(Sampled{Value: expected})))
		}
	}
	for _, r := range s.Rows {
		see(r.One, r.Expected)
	}
	for _, r := range s.Few {
		see(r.One, r.Expected)
	}
	return z
}

// Of returns the rows of a program, by budget.
func (s Partitions) Of(program string) []PartitionRow {
	return where(s.Rows, func(r PartitionRow) bool { return r.Program == program })
}

// At returns a row; the study has it.
func (s Partitions) At(program string, budget int) PartitionRow {
	return the(s.Of(program), func(r PartitionRow) bool { return r.Budget == budget })
}
