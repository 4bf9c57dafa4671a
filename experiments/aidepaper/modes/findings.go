package modes

import (
	"fmt"
	"math"

	"breadboard/experiments"
)

// Findings are the claims of Figure 3. The broad proposal with four draws stands for a program that
// has both modes and too few draws.
func (s Study) Findings() []experiments.Finding {
	missed, broad, gold := s.At(Offset, mostModesDraws), s.At(Broad, 4), s.At(Broad, mostModesDraws)
	short, bias := s.LogP-missed.LogML, missed.Posterior.Expected-missed.Posterior.J
	between := math.Abs(missed.Gold.Expected - missed.Posterior.Expected)
	return []experiments.Finding{
		{Claim: "The offset proposal misses the larger mode, even with 1000 draws", Holds: missed.Left < s.Left/100,
			Evidence: fmt.Sprintf("it holds %.1e of the output, and %.2f of the posterior", missed.Left, s.Left)},
		{Claim: "The log estimate of p(y) hardly tells: it is less than 2 nats too low", Holds: short < 2,
			Evidence: fmt.Sprintf(
				"%.3f nats too low; without the mode log p(y) would be %.3f lower", short, -math.Log(1-s.Left))},
		{Claim: "AIDE tells: it gives several times as many nats", Holds: missed.Gold.Expected > 3*short,
			Evidence: fmt.Sprintf("%.3f nats from the authors' gold standard, %.3f from the posterior", missed.Gold.Expected,
				missed.Posterior.Expected)},
		{Claim: "Nearly all of this is distance, and not AIDE's bias", Holds: bias < missed.Posterior.J/20,
			Evidence: fmt.Sprintf("J is %.3f and the bias is %.3f", missed.Posterior.J, bias)},
		{Claim: "The two rank programs differently", Holds: s.LogP-broad.LogML > short &&
			broad.Posterior.Expected < missed.Posterior.Expected,
			Evidence: fmt.Sprintf(
				"broad with 4 draws is %.2f nats too low, and AIDE gives it %.2f; offset with 1000 is %.2f too "+
					"low, and AIDE gives it %.2f", s.LogP-broad.LogML, broad.Posterior.Expected, short,
				missed.Posterior.Expected)},
		{Claim: "The approximate gold standard does as well as the posterior", Holds: between < missed.Posterior.Expected/100,
			Evidence: fmt.Sprintf("they differ by %.3f nats; the gold standard is %.1e from the posterior", between,
				gold.Posterior.J)},
	}
}

// At returns a SIR; the study has it.
func (s Study) At(proposal string, draws int) SIR {
	for _, r := range s.SIRs {
		if r.Proposal == proposal && r.P == draws {
			return r
		}
	}
	panic(fmt.Sprintf("modes: no SIR with %d draws from %s", draws, proposal))
}
