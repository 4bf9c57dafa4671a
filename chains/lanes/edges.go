package lanes

// Edges are the moves of a kernel that proposes a move and its way back alike, at one level: between cell x and each
// cell y > x of To[From[x]:From[x+1]] it moves there with one probability, and back with another. What goes along an
// edge is one flow, so that it is computed once for both cells.
type Edges struct {
	From        []int
	To          []int32
	There, Back []float64
}

// Push sets dst to the measures q after a step, as Rows.Push does: the flow q(x) P(x,y) - q(y) P(y,x) leaves x for y.
func (e *Edges) Push(dst, q Block) {
	n := len(q)
	if n == 0 {
		return
	}
	dst = dst[:n]
	if all := e.From[n]; faster && all > 0 {
		_, _ = e.To[all-1], e.There[all-1]
		_ = e.Back[all-1]
		edgesAVX512(&dst[0], &q[0], e, n)
		return
	}
	e.plainPush(dst, q)
}

func (e *Edges) plainPush(dst, q Block) {
	copy(dst, q)
	for x := range q {
		here := &q[x]
		var left [8]float64
		for i := e.From[x]; i < e.From[x+1]; i++ {
			y := e.To[i]
			beyond := &q[y]
			there := &dst[y]
			for k, mass := range here {
				flow := float64(mass*e.There[i]) - float64(beyond[k]*e.Back[i])
				left[k] += flow
				there[k] += flow
			}
		}
		for k, mass := range left {
			dst[x][k] -= mass
		}
	}
}

// Accept sets both probabilities of the edges from the cells x, which are proposed with the probabilities each either
// way, by the rule of Metropolis: each min(1, f(y)/f(x)), where f has the masses of the cells. Of two cells one has no
// more mass than the other, so that an edge takes one division. A move to a cell without mass has none.
func (e *Edges) Accept(each []float64, x []int32, f []float64) {
	n := len(each)
	x = x[:n]
	at := 0
	if whole := n &^ (wide - 1); fast && whole > 0 {
		_, _ = e.There[whole-1], e.Back[whole-1]
		_ = e.To[whole-1]
		acceptEdgesAVX(e, &each[0], &x[0], &f[0], whole)
		at = whole
	}
	e.plainAccept(each, x, f, at)
}

func (e *Edges) plainAccept(each []float64, x []int32, f []float64, at int) {
	for i := at; i < len(each); i++ {
		here := f[x[i]]
		there := f[e.To[i]]
		less := each[i] * (min(here, there) / (max(here, there) + Least))
		e.There[i] = each[i]
		e.Back[i] = each[i]
		if there < here {
			e.There[i] = less
		}
		if here < there {
			e.Back[i] = less
		}
		if max(here, there) == 0 {
			e.There[i] = 0
			e.Back[i] = 0
		}
	}
}
