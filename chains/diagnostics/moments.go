package diagnostics

// mean returns the mean of values. It is exact if all are equal: they are summed less the first.
func mean(x []float64) float64 {
	first, sum := x[0], 0.0
	for _, v := range x {
		sum += v - first
	}
	return first + sum/float64(len(x))
}

// variance returns the variance of values, divided by one fewer than there are. It is 0 exactly
// if all are equal.
func variance(x []float64) float64 {
	center, sum := mean(x), 0.0
	for _, v := range x {
		sum += (v - center) * (v - center)
	}
	return sum / float64(len(x)-1)
}

// covariance returns the covariance of pairs, divided by one fewer than there are.
func covariance(x, y []float64) float64 {
	a, b, sum := mean(x), mean(y), 0.0
	for i := range x {
		sum += (x[i] - a) * (y[i] - b)
	}
	return sum / float64(len(x)-1)
}

// halves returns the first and the second half of each chain. Of an odd number of values the
// middle one is left out.
func halves[T any](chains [][]T) (all [][]T) {
	for _, c := range chains {
		n := len(c) / 2
		all = append(all, c[:n], c[len(c)-n:])
	}
	return all
}

// draws returns how many independent draws have a mean as exact as that of n values, if they
// vary by s2 and their mean by spectrum/n. It is 0 for a chain that stands still, and +Inf if
// its mean does not vary at all, as that of -1, 1, -1, 1, ... over an even number of steps.
func draws(n int, s2, spectrum float64) float64 {
	if s2 == 0 {
		return 0
	}
	return float64(n) * s2 / spectrum
}
