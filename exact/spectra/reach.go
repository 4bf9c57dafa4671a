package spectra

// Unreached returns the states of positive probability at which a chain that starts in the
// mode never arrives. The mode is the first state of the largest probability.
func (m *Matrix) Unreached(pi []float64) []int {
	mode := 0
	for x, v := range pi {
		if v > pi[mode] {
			mode = x
		}
	}
	ahead := func(x int, visit func(int)) {
		for y, p := range m.row(x) {
			if p > 0 {
				visit(y)
			}
		}
	}
	var never []int
	for x, ok := range reached(m.n, []int{mode}, ahead) {
		if !ok && pi[x] > 0 {
			never = append(never, x)
		}
	}
	return never
}

// mayMiss tells from which states the chain may never come to the target: from those that
// lead, not by way of the target, to a state from which there is no way to it.
func (m *Matrix) mayMiss(target []bool) []bool {
	back := func(stop []bool) func(int, func(int)) {
		return func(y int, visit func(int)) {
			for x := range m.n {
				if m.At(x, y) > 0 && !stop[x] {
					visit(x)
				}
			}
		}
	}
	var in, astray []int
	for x, t := range target {
		if t {
			in = append(in, x)
		}
	}
	for x, ok := range reached(m.n, in, back(make([]bool, m.n))) {
		if !ok {
			astray = append(astray, x)
		}
	}
	return reached(m.n, astray, back(target))
}

// reached marks those of n states that edges lead to in any number of steps from the
// given ones, which are included.
func reached(n int, from []int, edges func(x int, visit func(y int))) []bool {
	marked := make([]bool, n)
	var queue []int
	mark := func(x int) {
		if !marked[x] {
			marked[x] = true
			queue = append(queue, x)
		}
	}
	for _, x := range from {
		mark(x)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		edges(queue[0], mark)
	}
	return marked
}
