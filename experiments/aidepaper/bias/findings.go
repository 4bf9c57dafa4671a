package bias

import (
	"fmt"
	"math"

	"breadboard/experiments"
)

// Findings are the claims of Figure 2, and how far the authors' numbers bear them out.
func (s Study) Findings() []experiments.Finding {
	most := s.mostRuns()
	long, one, few := s.At(MH, 128, 1), s.At(MH, 1, 1), s.At(MH, 128, most)
	alone, many := s.At(SMC, 1, 1), s.last(SMC, 1)
	spread := 0.0
	for _, steps := range mhSteps {
		spread = max(spread, math.Abs(s.At(MH, steps, 1).AIDE-s.At(MH, 0, 1).J))
	}
	fixed, field := s.At(FixedVB, 0, 1), s.At(MeanField, 0, 1)
	far, all, squares := s.Recorded()
	return []experiments.Finding{
		{Claim: "With M = 1 AIDE of MH does not see the steps", Holds: spread < 1e-9*one.AIDE,
			Evidence: fmt.Sprintf(
				"%.4f nats for 0 to 128 steps, the J of the prior; J itself falls from %.3f with one step to %.1e",
				long.AIDE, one.J, long.J)},
		{Claim: fmt.Sprintf("More runs hardly make AIDE practical for MH: with M = %d the bias is above a nat", most),
			Holds: few.Bias() > 1,
			Evidence: fmt.Sprintf("after 128 steps %.2f nats with M = 1, %.2f with M = %d", long.Bias(), few.Bias(),
				most)},
		{Claim: "The bias for SMC is acceptable: below 0.1 nats with the most particles", Holds: many.AIDE < 0.1,
			Evidence: fmt.Sprintf(
				"%.2f nats with one particle and M = 1; at most %.4f with %d", alone.Bias(), many.AIDE, many.Size)},
		{Claim: "AIDE is unbiased for VB", Holds: math.Abs(fixed.Bias()) < 1e-9*fixed.J,
			Evidence: fmt.Sprintf(
				"J and AIDE are %.4f; the authors have %.3f ± %.3f", fixed.J, fixed.Theirs.AIDE, fixed.Theirs.Err)},
		{Claim: "That distance is the price of a mean field", Holds: field.J > fixed.J/10,
			Evidence: fmt.Sprintf(
				"a and b of the posterior are independent, and the best mean field has J = 0; %.3f is the price "+
					"of standard deviations fixed at 0.9", fixed.J)},
		{Claim: "The authors' numbers are right", Holds: float64(far) <= 0.1*float64(all),
			Evidence: fmt.Sprintf(
				"%d of %d are within two standard errors; the mean square of all is %.2f", all-far, all, squares)},
	}
}

// Recorded counts the authors' numbers that are more than two standard errors from the expectation,
// and all of them, and returns the mean square of the distances in standard errors.
func (s Study) Recorded() (far, all int, square float64) {
	for _, r := range s.Rows {
		if z := r.Apart(); !math.IsNaN(z) {
			all++
			square += z * z
			if math.Abs(z) > 2 {
				far++
			}
		}
	}
	return far, all, square / float64(all)
}

// At returns a row; the study has it.
func (s Study) At(program string, size, M int) Row {
	for _, r := range s.Rows {
		if r.Program == program && r.Size == size && r.M == M {
			return r
		}
	}
	panic(fmt.Sprintf("bias: no row of %s %d with M = %d", program, size, M))
}

// Of returns the rows of a program with M runs, by size.
func (s Study) Of(program string, M int) (some []Row) {
	for _, r := range s.Rows {
		if r.Program == program && r.M == M {
			some = append(some, r)
		}
	}
	return some
}

// last is the row of a program at its largest size.
func (s Study) last(program string, M int) Row {
	some := s.Of(program, M)
	return some[len(some)-1]
}

// Runs are the M of the study.
func (s Study) Runs() (all []int) {
	for _, r := range s.Rows {
		if r.Program == MH && r.Size == mhSteps[0] {
			all = append(all, r.M)
		}
	}
	return all
}

func (s Study) mostRuns() int { return s.Runs()[len(s.Runs())-1] }
