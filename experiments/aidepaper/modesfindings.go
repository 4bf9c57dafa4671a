package aidepaper

import (
	"fmt"
	"math"
)

// Findings are the claims of Figure 3. The broad proposal with four draws stands for a program that
// has both modes and too few draws.
func (s ModesStudy) Findings() []Finding {
	missed, broad, gold := s.At(Offset, mostModesDraws), s.At(Broad, 4), s.At(Broad, mostModesDraws)
	short, bias := s.LogP-missed.LogML, missed.Posterior.Expected-missed.Posterior.J
	between := math.Abs(missed.Gold.Expected - missed.Posterior.Expected)
	return []Finding{
		{"The offset proposal misses the larger mode, even with 1000 draws", missed.Left < s.Left/100,
			fmt.Sprintf("it holds %.1e of the output, and %.2f of the posterior", missed.Left, s.Left)},
		{"The log estimate of p(y) hardly tells: it is less than 2 nats too low", short < 2,
			fmt.Sprintf("%.3f nats too low; without the mode log p(y) would be %.3f lower", short, -math.Log(1-s.Left))},
		{"AIDE tells: it gives several times as many nats", missed.Gold.Expected > 3*short,
			fmt.Sprintf("%.3f nats from the authors' gold standard, %.3f from the posterior", missed.Gold.Expected,
				missed.Posterior.Expected)},
		{"Nearly all of this is distance, and not AIDE's bias", bias < missed.Posterior.J/20,
			fmt.Sprintf("J is %.3f and the bias is %.3f", missed.Posterior.J, bias)},
		{"The two rank programs differently", s.LogP-broad.LogML > short &&
			broad.Posterior.Expected < missed.Posterior.Expected,
			fmt.Sprintf("broad with 4 draws is %.2f nats too low, and AIDE gives it %.2f; offset with 1000 is %.2f too "+
				"low, and AIDE gives it %.2f", s.LogP-broad.LogML, broad.Posterior.Expected, short,
				missed.Posterior.Expected)},
		{"The approximate gold standard does as well as the posterior", between < missed.Posterior.Expected/100,
			fmt.Sprintf("they differ by %.3f nats; the gold standard is %.1e from the posterior", between,
				gold.Posterior.J)},
	}
}

// At returns a SIR; the study has it.
func (s ModesStudy) At(proposal string, draws int) SIR {
	for _, r := range s.SIRs {
		if r.Proposal == proposal && r.P == draws {
			return r
		}
	}
	panic(fmt.Sprintf("aidepaper: no SIR with %d draws from %s", draws, proposal))
}
