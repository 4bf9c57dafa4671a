package chains

// inPlace reports whether an operator's PullPair also allows dst to be f.
func inPlace(op Operator) bool {
	o, ok := op.(interface{ inPlace() bool })
	return ok && o.inPlace()
}

// pullPair is PullPair of any operator.
func pullPair(op Operator, dst, base, f *Pair, share float64) {
	if fast, ok := op.(PairPuller); ok {
		fast.PullPair(dst, base, f, share)
		return
	}
	pullSingly(op, dst, base, f, share)
}

// pullSingly is PullPair by two calls of Pull.
func pullSingly(op Operator, dst, base, f *Pair, share float64) {
	pulled := make([]float64, len(f[0]))
	for k := range 2 {
		op.Pull(pulled, f[k])
		for x, v := range pulled {
			dst[k][x] = base[k][x] + share*(v-f[k][x])
		}
	}
}
