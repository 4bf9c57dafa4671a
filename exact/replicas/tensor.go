package replicas

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/crew"
	"breadboard/chains/tempering"
)

// A space is all places of N walkers on n cells each: n^N numbers, the first walker's cell varying slowest. A measure
// on it is a tensor. No matrix of its size is ever made: one walker after another moves along its own axis, and pairs
// change places.
type space struct {
	n, walkers int
	at         []int       // the states of the cells
	laws, logs [][]float64 // p_k by walker and cell, and log p_k
	moves      []matrix    // by walker
	offers     []offer     // by pair
	even, odd  []int       // the pairs of either parity
	exchange   tempering.Exchange
	spare      []float64 // another tensor
	half       []float64 // and one more, for SEO
}

// size is the number of product states.
func (s *space) size() int { return power(s.n, s.walkers) }

// inner is the number of places of the walkers after walker k.
func (s *space) inner(k int) int { return power(s.n, s.walkers-1-k) }

// power is n^k.
func power(n, k int) int {
	product := 1
	for range k {
		product *= n
	}
	return product
}

// newSpace lists the moves of all walkers and the exchanges of all pairs, on the cells with mass.
func newSpace(l tempering.Ladder) *space {
	walkers := l.Aimed()
	at := support(walkers[0].LogF)
	place := make([]int, len(walkers[0].LogF))
	for x := range place {
		place[x] = -1
	}
	for i, x := range at {
		place[x] = i
	}
	s := &space{n: len(at), walkers: len(walkers), at: at, exchange: l.Exchange, even: l.Offered(0), odd: l.Offered(1)}
	for _, w := range walkers {
		s.laws = append(s.laws, chains.In(at, chains.Normalized(w.LogF)))
		s.logs = append(s.logs, logLaw(chains.In(at, w.LogF)))
		s.moves = append(s.moves, newMatrix(w.Operator, at, place))
	}
	for k := range l.Pairs() {
		s.offers = append(s.offers, newOffer(walkers[k].LogF, walkers[k+1].LogF, at))
	}
	return s
}

// logLaw is the logarithm of a log density, normalised.
func logLaw(logf []float64) []float64 {
	p := make([]float64, len(logf))
	logp := make([]float64, len(logf))
	chains.NormalizeLog(p, logp, logf)
	return logp
}

// support lists the states with mass, however little.
func support(logf []float64) (at []int) {
	for x, v := range logf {
		if !math.IsInf(v, -1) {
			at = append(at, x)
		}
	}
	return at
}

// A matrix is a walker's rows. If all are one law, as those of a draw, there is only that.
type matrix struct {
	from []int // where each row begins, and where the last one ends
	to   []int
	p    []float64
	law  []float64
}

func newMatrix(op chains.Operator, at, place []int) (m matrix) {
	m.from = []int{0}
	first := make([]float64, len(at))
	same := true
	for i, x := range at {
		row := make([]float64, len(at))
		op.Row(x, func(y int, p float64) {
			if p > 0 {
				row[place[y]] += p
			}
		})
		row[i] += chains.StayProbability(op, x)
		for j, p := range row {
			if p > 0 {
				m.to = append(m.to, j)
				m.p = append(m.p, p)
			}
		}
		m.from = append(m.from, len(m.to))
		if i == 0 {
			copy(first, row)
		}
		same = same && floats.Equal(first, row)
	}
	if same {
		m.law = first
	}
	return m
}

// push sets dst to the measure q after walker k has moved. Both are tensors, with outer places of the walkers before
// it and inner ones of those after it.
func (s *space) push(dst, q []float64, k int) {
	n, inner := s.n, s.inner(k)
	m := s.moves[k]
	block := n * inner
	crew.ParallelGroups(len(q)/block, block, func(from, to int) {
		for o := from; o < to; o++ {
			m.pushBlock(dst[o*block:][:block], q[o*block:][:block], inner)
		}
	})
}

// pushBlock moves the first index of a block.
func (m matrix) pushBlock(dst, q []float64, inner int) {
	clear(dst)
	n := len(m.from) - 1
	if m.law != nil {
		sum := make([]float64, inner)
		for x := range n {
			floats.Add(sum, q[x*inner:][:inner])
		}
		for y, p := range m.law {
			if p > 0 {
				floats.AddScaled(dst[y*inner:][:inner], p, sum)
			}
		}
		return
	}
	if inner == 1 {
		for x, mass := range q {
			if mass == 0 {
				continue
			}
			for e := m.from[x]; e < m.from[x+1]; e++ {
				dst[m.to[e]] += mass * m.p[e]
			}
		}
		return
	}
	for x := range n {
		for e := m.from[x]; e < m.from[x+1]; e++ {
			floats.AddScaled(dst[m.to[e]*inner:][:inner], m.p[e], q[x*inner:][:inner])
		}
	}
}

// An offer is the exchange of two neighbours: by x and y of the lower and the upper walker, the probability that they
// change places, and 1 less that.
type offer struct{ accept, reject []float64 }

func newOffer(low, high []float64, at []int) offer {
	n := len(at)
	o := offer{make([]float64, n*n), make([]float64, n*n)}
	for i, x := range at {
		for j, y := range at {
			o.accept[i*n+j], o.reject[i*n+j] = tempering.Accept(low, high, x, y)
		}
	}
	return o
}

// swap makes the exchange of pair k, in place.
func (s *space) swap(q []float64, k int) {
	n, inner := s.n, s.inner(k+1)
	of := s.offers[k]
	block := n * n * inner
	crew.ParallelGroups(len(q)/block, block, func(from, to int) {
		for o := from; o < to; o++ {
			of.swapBlock(q[o*block:][:block], n, inner)
		}
	})
}

// swapBlock changes the first two indices of a block.
func (o offer) swapBlock(q []float64, n, inner int) {
	for x := range n {
		for y := range x {
			there := x*n + y
			back := y*n + x
			u := q[there*inner:][:inner]
			v := q[back*inner:][:inner]
			a, b := o.accept[there], o.accept[back]
			stayA, stayB := o.reject[there], o.reject[back]
			for i, here := range u {
				other := v[i]
				u[i] = here*stayA + other*b
				v[i] = other*stayB + here*a
			}
		}
	}
}

// explore moves all walkers of q, in place.
func (s *space) explore(q []float64) {
	if s.spare == nil {
		s.spare = make([]float64, len(q))
	}
	now, next := q, s.spare
	for k := range s.walkers {
		s.push(next, now, k)
		now, next = next, now
	}
	if s.walkers%2 == 1 {
		copy(q, s.spare)
	}
}

// exchanges makes the exchanges of a scan, from 1, in place.
func (s *space) exchanges(q []float64, scan int) {
	if s.exchange == tempering.DEO {
		s.swapAll(q, s.turn(scan))
		return
	}
	if s.half == nil {
		s.half = make([]float64, len(q))
	}
	copy(s.half, q)
	s.swapAll(q, s.even)
	s.swapAll(s.half, s.odd)
	crew.Parallel(len(q), func(from, to int) {
		for x := from; x < to; x++ {
			q[x] = (q[x] + s.half[x]) / 2
		}
	})
}

// turn are the pairs of a scan of DEO.
func (s *space) turn(scan int) []int {
	if tempering.Parity(scan) == 0 {
		return s.even
	}
	return s.odd
}

func (s *space) swapAll(q []float64, pairs []int) {
	for _, k := range pairs {
		s.swap(q, k)
	}
}

// scan makes a scan, in place.
func (s *space) scan(q []float64, scan int) {
	s.explore(q)
	s.exchanges(q, scan)
}

// product is the measure of independent walkers.
func (s *space) product(laws [][]float64) []float64 {
	q := []float64{1}
	for _, law := range laws {
		next := make([]float64, 0, len(q)*s.n)
		for _, mass := range q {
			for _, p := range law {
				next = append(next, mass*p)
			}
		}
		q = next
	}
	return q
}

// law is the marginal of walker k.
func (s *space) law(q []float64, k int) []float64 {
	n, inner := s.n, s.inner(k)
	law := make([]float64, n)
	for o := 0; o < len(q); o += n * inner {
		for x := range law {
			law[x] += floats.Sum(q[o+x*inner:][:inner])
		}
	}
	return law
}

// rejections are those of all pairs.
func (s *space) rejections(q []float64) (all []float64) {
	for k := range s.offers {
		all = append(all, s.rejection(q, k))
	}
	return all
}

// rejection is the probability that pair k rejects an exchange, if it is offered one.
func (s *space) rejection(q []float64, k int) (sum float64) {
	n, inner := s.n, s.inner(k+1)
	of := s.offers[k].reject
	for o := 0; o < len(q); o += n * n * inner {
		for at, reject := range of {
			if reject > 0 {
				sum += reject * floats.Sum(q[o+at*inner:][:inner])
			}
		}
	}
	return sum
}
