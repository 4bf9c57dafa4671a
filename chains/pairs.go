package chains

// A pairAdder can pull a pair as a part of something larger.
type pairAdder interface {
	// addPair sets dst to base + share (T-1) f, for both. dst may be base, and f may
	// be base.
	addPair(dst, base, f *[2][]float64, share float64)
}

// inPlace reports whether an operator's addPair also allows dst to be f.
func inPlace(op Operator) bool {
	o, ok := op.(interface{ inPlace() bool })
	return ok && o.inPlace()
}

// addPair is that of any operator.
func addPair(op Operator, dst, base, f *[2][]float64, share float64) {
	if a, ok := op.(pairAdder); ok {
		a.addPair(dst, base, f, share)
		return
	}
	addPulled(op, dst, base, f, share)
}

// addPulled does it by Pull.
func addPulled(op Operator, dst, base, f *[2][]float64, share float64) {
	pulled := make([]float64, len(f[0]))
	for k := range 2 {
		op.Pull(pulled, f[k])
		for x, v := range pulled {
			dst[k][x] = base[k][x] + share*(v-f[k][x])
		}
	}
}

// pullPair is PullPair of any operator.
func pullPair(op Operator, dst, f *[2][]float64) {
	if two, ok := op.(PairPuller); ok {
		two.PullPair(dst, f)
		return
	}
	for k := range 2 {
		op.Pull(dst[k], f[k])
	}
}
