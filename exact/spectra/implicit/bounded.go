package implicit

// Bounded is a number that is known to lie between two bounds, by the analysis that it came
// with. Value is NaN if the bounds are all that is known.
type Bounded struct{ Value, Low, High float64 }

// exactly returns a number that is known.
func exactly(v float64) Bounded { return Bounded{v, v, v} }

// falling returns a decreasing function of the number.
func (b Bounded) falling(f func(float64) float64) Bounded {
	return Bounded{f(b.Value), f(b.High), f(b.Low)}
}

// Error returns how far the value may be off.
func (b Bounded) Error() float64 { return max(b.High-b.Value, b.Value-b.Low) }
