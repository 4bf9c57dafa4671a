package operators

import "breadboard/chains"

// An InPlacer is a PairPuller that may know more: that its PullPair reads all it needs
// of f before it writes there.
type InPlacer interface {
	// InPlace reports whether dst may be f in PullPair. A product then needs no
	// vectors to pass from one factor to the next.
	InPlace() bool
}

// inPlace reports whether an operator's PullPair allows dst to be f.
func inPlace(op chains.Operator) bool {
	o, ok := op.(InPlacer)
	return ok && o.InPlace()
}

// pullPair is PullPair of any operator.
func pullPair(op chains.Operator, dst, base, f *chains.Pair, share float64) {
	if fast, ok := op.(chains.PairPuller); ok {
		fast.PullPair(dst, base, f, share)
		return
	}
	pullSingly(op, dst, base, f, share)
}

// pullSingly is PullPair by two calls of Pull.
func pullSingly(op chains.Operator, dst, base, f *chains.Pair, share float64) {
	pulled := make([]float64, len(f[0]))
	for k := range 2 {
		op.Pull(pulled, f[k])
		addChange(dst[k], base[k], pulled, f[k], share)
	}
}

// addChange sets dst to base + share (pulled - f).
func addChange(dst, base, pulled, f []float64, share float64) {
	for x, v := range pulled {
		dst[x] = base[x] + share*(v-f[x])
	}
}
