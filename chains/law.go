package chains

// A LawPusher is an operator that pushes a law without subtracting.
type LawPusher interface {
	// PushLaw is Push of a measure that is nowhere negative. Every cell of dst is a
	// sum of terms that are not negative, so that each keeps its own digits.
	PushLaw(dst, q []float64)
}

// PushLaw is Push of a measure that is nowhere negative, every cell to its own last
// digit. Push moves mass by flows: of a cell that everything leaves it keeps what
// rounding left, 1e-17 of what was there, and cannot tell that from 0. PushLaw adds up
// what stays and what comes. From ParallelFrom cells on it is Push.
func PushLaw(op Operator, dst, q []float64) {
	if len(q) >= ParallelFrom {
		op.Push(dst, q)
		return
	}
	if o, ok := op.(LawPusher); ok {
		o.PushLaw(dst, q)
		return
	}
	clear(dst)
	for x, mass := range q {
		if mass > 0 {
			op.Row(x, func(y int, p float64) { dst[y] += mass * p })
			dst[x] += mass * Stay(op, x)
		}
	}
}

// Stay is the probability that one step of op from x leads to x. If op is no Stayer, it is
// what the row leaves of 1, and 0 if rounding alone explains that.
func Stay(op Operator, x int) float64 {
	if s, ok := op.(Stayer); ok {
		return s.Stay(x)
	}
	const unit = 0x1p-52
	stay, entries := 1.0, 1.0
	op.Row(x, func(_ int, p float64) { stay, entries = stay-p, entries+1 })
	if stay < entries*unit {
		return 0
	}
	return stay
}
