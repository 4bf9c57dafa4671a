package diagnostics

// A series is a number along chains, as a function, its normal score or an event, with the moments that
// diagnostics share.
type series struct {
	chains           [][]float64
	means, variances []float64   // by chain
	firsts           [][]float64 // autocovariances of each chain up to some lag; nil until asked for
	all              []float64   // mean autocovariances at all lags; nil until asked for
}

func newSeries(chains [][]float64) *series {
	s := &series{chains: chains}
	for _, c := range chains {
		s.means, s.variances = append(s.means, mean(c)), append(s.variances, variance(c))
	}
	return s
}

// withinPooled returns W, the mean variance of the chains, and V = W (n-1)/n + the variance of
// their means, which is 0 for one chain.
func (s *series) withinPooled() (within, pooled float64) {
	n := float64(len(s.chains[0]))
	within = mean(s.variances)
	pooled = within * (n - 1) / n
	if len(s.chains) > 1 {
		pooled += variance(s.means)
	}
	return within, pooled
}

// summed adds a number of each chain, computed from its values and their variance.
func (s *series) summed(of func(chain []float64, variance float64) float64) (sum float64) {
	for i, c := range s.chains {
		sum += of(c, s.variances[i])
	}
	return sum
}

// first returns the autocovariances of one chain up to the highest lag of an autoregression.
func (s *series) first(chain int) []float64 {
	if s.firsts == nil {
		s.firsts = make([][]float64, len(s.chains))
	}
	if s.firsts[chain] == nil {
		s.firsts[chain] = firstAutocovariances(s.chains[chain])
	}
	return s.firsts[chain]
}

// gamma is the mean autocovariance of the chains at a lag below n. A sum that ends within the first lags,
// 30 of 1000, needs no transform.
func (s *series) gamma(lag int) (mean float64) {
	if lag > highestOrder(len(s.chains[0])) {
		if s.all == nil {
			s.all = autocovariances(s.chains)
		}
		return s.all[lag]
	}
	for i := range s.chains {
		mean += s.first(i)[lag] / float64(len(s.chains))
	}
	return mean
}
