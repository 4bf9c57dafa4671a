package mixture

import "math"

// near has numbers of [1, 2) by the first eight bits of their mantissas: 1 over the middle, and the log of the middle.
var near = func() (all [256]struct{ inverse, log float64 }) {
	for i := range all {
		middle := 1 + (float64(i)+0.5)/256
		all[i].inverse = 1 / middle
		all[i].log = -math.Log(1 / middle)
	}
	return all
}()

// log is the logarithm of a normal positive number, to 1e-15 of 1 and of itself. A sweep takes most of its time for
// logarithms, and this is twice as fast as math.Log: a table has the log of a number near by, and the quotient of the
// two is within 1/512 of 1, where five terms of a series are enough.
func log(x float64) float64 {
	bits := math.Float64bits(x)
	c := &near[bits>>44&255]
	r := math.Float64frombits(bits&(1<<52-1)|1023<<52)*c.inverse - 1
	return float64(int(bits>>52)-1023)*math.Ln2 + c.log + (r - r*r*(0.5-r*(1./3-r*(0.25-r*0.2))))
}
