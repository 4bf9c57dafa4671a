package chains

// A ruled visits every y != x that one step from x can reach, once.
type ruled func(x int, visit func(y int, p float64))

// written is an operator whose rows are written out, once for each density, when
// they are first needed: pushing and pulling are then sums over a list.
type written struct {
	n     int
	rule  func(l *Level) ruled
	back  *written
	level *Level
	cold  bool // the list is not yet that of this level
	from  []int
	to    []int32
	p     []float64
}

// newWritten returns a reversible operator; for another its maker sets back.
func newWritten(n int, rule func(l *Level) ruled) *written {
	o := &written{n: n, rule: rule}
	o.back = o
	return o
}

func (o *written) Aim(l *Level) {
	o.level, o.cold = l, true
	o.back.level, o.back.cold = l, true
}

func (o *written) Reversal() Operator { return o.back }

// write makes the list, once a level.
func (o *written) write() {
	if !o.cold {
		return
	}
	o.cold = false
	if o.from == nil {
		o.from = make([]int, o.n+1)
	}
	o.to, o.p = o.to[:0], o.p[:0]
	row := o.rule(o.level)
	visit := func(y int, p float64) { o.to, o.p = append(o.to, int32(y)), append(o.p, p) }
	for x := range o.n {
		o.from[x] = len(o.to)
		row(x, visit)
	}
	o.from[o.n] = len(o.to)
}

// row is the list of one row.
func (o *written) row(x int) ([]int32, []float64) {
	a, b := o.from[x], o.from[x+1]
	return o.to[a:b], o.p[a:b]
}

func (o *written) Row(x int, visit func(y int, p float64)) {
	o.write()
	to, p := o.row(x)
	for i, y := range to {
		visit(int(y), p[i])
	}
}

// Push moves mass by single flows, so that none is made or lost.
func (o *written) Push(dst, q []float64) {
	o.write()
	copy(dst, q)
	for x, mass := range q {
		if mass == 0 {
			continue
		}
		to, p := o.row(x)
		left := 0.0
		for i, y := range to {
			flow := mass * p[i]
			left += flow
			dst[y] += flow
		}
		dst[x] -= left
	}
}

func (o *written) Pull(dst, f []float64) {
	o.write()
	for x, here := range f {
		to, p := o.row(x)
		gain := 0.0
		for i, y := range to {
			gain += p[i] * (f[y] - here)
		}
		dst[x] = here + gain
	}
}

func (o *written) PullPair(dst, base, f *Pair, share float64) {
	o.write()
	for x := range o.n {
		to, p := o.row(x)
		f0, f1, gain0, gain1 := f[0][x], f[1][x], 0.0, 0.0
		for i, y := range to {
			gain0 += p[i] * (f[0][y] - f0)
			gain1 += p[i] * (f[1][y] - f1)
		}
		dst[0][x], dst[1][x] = base[0][x]+share*gain0, base[1][x]+share*gain1
	}
}

// Step picks from the row.
func (o *written) Step(x int, d Dice) int {
	o.write()
	to, p := o.row(x)
	weights, stay := append(make([]float64, 0, len(p)+1), p...), 1.0
	for _, v := range p {
		stay -= v
	}
	if i := d.Pick(append(weights, max(stay, 0))); i < len(to) {
		return int(to[i])
	}
	return x
}
