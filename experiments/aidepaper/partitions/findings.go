package partitions

import (
	"fmt"
	"math"
	"slices"

	"breadboard/experiments"
	"breadboard/experiments/aidepaper/terms"
)

// Findings say whether the number of clusters sees what AIDE sees.
func (s Study) Findings() []experiments.Finding { return append(s.ofTheProbe(), s.ofAIDE()...) }

// probeOff is how far the mean number of clusters is from the posterior's.
func (s Study) probeOff(r Row) float64 {
	return math.Abs(r.Clusters.Mean - s.Clusters.Mean)
}

// ofTheProbe are the findings about the number of clusters.
func (s Study) ofTheProbe() []experiments.Finding {
	prior, optimal := s.At(SMCPrior, 1), s.At(SMCOptimal, 1)
	five, swept := s.At(SMCPrior, 5), s.At(GibbsPrior, 1)
	off := s.probeOff
	return []experiments.Finding{
		{
			Claim: "One particle of the prior proposal passes the probe, and is further from the posterior than any " +
				"other program",
			Holds: off(prior) < 0.01 && s.furthest() == prior.J,
			Evidence: fmt.Sprintf("its mean number of clusters is %.4f, and the posterior's %.4f; J is %.2f nats",
				prior.Clusters.Mean, s.Clusters.Mean, prior.J)},
		{Claim: "The whole law of the number of clusters would tell little more",
			Holds: prior.Clusters.J(s.Clusters) < prior.J/5,
			Evidence: fmt.Sprintf(
				"that of one particle of the prior proposal is %.2f nats from the posterior's, of the %.2f between "+
					"the laws of the partitions", prior.Clusters.J(s.Clusters), prior.J)},
		{Claim: "The probe ranks the two proposals the wrong way round, with one particle",
			Holds: off(prior) < off(optimal) && prior.J > optimal.J,
			Evidence: fmt.Sprintf(
				"the prior proposal is %.3f clusters off and has J = %.2f; the optimal one is %.3f off and has "+
					"J = %.3f", off(prior), prior.J, off(optimal), optimal.J)},
		{Claim: "With more particles of the prior proposal the probe gets worse, while the program gets better",
			Holds: off(five)-off(prior) > 2*five.Clusters.Err && five.Many.Value+2*five.Many.Err < prior.J,
			Evidence: fmt.Sprintf(
				"from 1 to 5 particles it goes from %.3f to %.3f clusters off, and the divergence from %.2f to "+
					"at most %.2f ± %.2f", off(prior), off(five), prior.J, five.Many.Value, five.Many.Err)},
		{Claim: "After one sweep of Gibbs from the prior the probe is nearly right, and the law of partitions is not",
			Holds:    off(swept) < 0.05 && swept.J > 1,
			Evidence: fmt.Sprintf("%.3f clusters off, and J is %.2f", off(swept), swept.J)},
	}
}

// furthest is the largest J, or bound of it, among all rows.
func (s Study) furthest() (most float64) {
	for _, r := range s.Rows {
		if !math.IsNaN(r.J) {
			most = max(most, r.J)
		} else {
			most = max(most, r.Many.Value)
		}
	}
	return most
}

// ofAIDE are the findings about AIDE.
func (s Study) ofAIDE() []experiments.Finding {
	first, last := s.ends(GibbsPrior)
	_, settled := s.ends(GibbsOptimal)
	_, many := s.ends(SMCPrior)
	one := s.At(SMCOptimal, 1)
	z := s.errors()
	within := 0
	for _, v := range z {
		if v <= 2 {
			within++
		}
	}
	return []experiments.Finding{
		{Claim: "At M = 1 AIDE does not see that Gibbs sweeps help: its expectation stays, while J vanishes",
			Holds: math.Abs(last.Expected/first.Expected-1) < 1e-9 && last.J < first.J/1e3,
			Evidence: fmt.Sprintf("from the prior it expects %.4f after %d sweep and %.4f after %d; J falls from %.2f to %.1e",
				first.Expected, first.Budget, last.Expected, last.Budget, first.J, last.J)},
		{Claim: "A hundred reverse runs do not mend this for Gibbs from the prior",
			Holds: last.Many.Value-2*last.Many.Err > 1,
			Evidence: fmt.Sprintf("after %d sweeps AIDE is still %.2f ± %.2f, all of it bias", last.Budget, last.Many.Value,
				last.Many.Err)},
		{Claim: "They do where Gibbs starts near the posterior",
			Holds: settled.Many.Value+2*settled.Many.Err < settled.Expected/4,
			Evidence: fmt.Sprintf("from one optimal particle, after %d sweeps: %.3f ± %.3f instead of %.3f at M = 1",
				settled.Budget, settled.Many.Value, settled.Many.Err, settled.Expected)},
		{Claim: "More reverse runs never raise AIDE (Theorem 1)", Holds: s.falls(),
			Evidence: fmt.Sprintf("in %d rows no rise from M = 1 to M = %d is above two standard errors", len(s.Rows), M)},
		{Claim: "AIDE of SMC vanishes as particles are added", Holds: many.Many.Value-2*many.Many.Err < 0.01,
			Evidence: fmt.Sprintf("the prior proposal with %d particles has %.3f ± %.3f; one optimal particle has J = %.3f",
				many.Budget, many.Many.Value, many.Many.Err, one.J)},
		{Claim: "Sampled estimates are where exact expectations say", Holds: slices.Max(z) < 4,
			Evidence: fmt.Sprintf("%d of %d are within two standard errors, and the furthest is %.1f off", within, len(z),
				slices.Max(z))},
	}
}

// ends are the rows of a program with the least and the largest budget.
func (s Study) ends(program string) (first, last Row) {
	rows := s.Of(program)
	return rows[0], rows[len(rows)-1]
}

// falls reports whether AIDE falls with M in every row, as far as errors tell.
func (s Study) falls() bool {
	for _, r := range s.Rows {
		if r.Drop.Value < -2*r.Drop.Err {
			return false
		}
	}
	return true
}

// errors are the distances of the estimates at M = 1 from their expectations, where these are known, in
// standard errors.
func (s Study) errors() (z []float64) {
	see := func(one terms.Sampled, expected float64) {
		if !math.IsNaN(expected) {
			z = append(z, math.Abs(one.Value-expected)/one.Err)
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
func (s Study) Of(program string) (some []Row) {
	for _, r := range s.Rows {
		if r.Program == program {
			some = append(some, r)
		}
	}
	return some
}

// At returns a row; the study has it.
func (s Study) At(program string, budget int) Row {
	for _, r := range s.Rows {
		if r.Program == program && r.Budget == budget {
			return r
		}
	}
	panic(fmt.Sprintf("partitions: no %s with budget %d", program, budget))
}
