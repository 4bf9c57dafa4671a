package laplace

import "math"

// An Integral over u is the sum of its values at all nodes, and at every other one.
type Integral struct{ all, even, size float64 }

// Add adds the value at a node.
func (i *Integral) Add(n Node, v float64) {
	i.all += v
	i.size += math.Abs(v)
	if n.even {
		i.even += v
	}
}

// Value is the integral.
func (i Integral) Value() float64 { return Step * i.all }

// Off bounds the error of the value, if the values at the nodes have so few roundings each.
func (i Integral) Off() float64 { return Step * (math.Abs(i.all-2*i.even) + roundings*i.size) }

// roundings bounds the relative error of a value at a node.
const roundings = 0x1p-51

// Size is the integral of the size of what is integrated.
func (i Integral) Size() float64 { return Step * i.size }

// Logs are the integrals that give E[log S] and E[log² S].
type Logs struct{ First, Second Integral }

// Add takes D at a node.
func (l *Logs) Add(n Node, above float64) {
	l.First.Add(n, -above)
	l.Second.Add(n, 2*(n.U+Euler)*above)
}
