package chains

import "math"

// lines are all lines along an axis.
type lines struct{ count, stride, length int }

// from is the first cell of the i-th line.
func (l lines) from(i int) int { return i/l.stride*l.stride*l.length + i%l.stride }

// of is the line that x is on, and x's place on it.
func (l lines) of(x int) (i, at int) {
	slab, in := x/(l.stride*l.length), x%(l.stride*l.length)
	return slab*l.stride + in%l.stride, in / l.stride
}

// conditional sets the first cells of room to the conditional of a line, to 0 where
// the line has no mass.
func (l *Level) conditional(of lines, i int, room []float64) []float64 {
	room = room[:of.length]
	from := of.from(i)
	if l.P != nil {
		for c := range room {
			room[c] = l.P[from+c*of.stride]
		}
	} else {
		top, logf := math.Inf(-1), l.LogF()
		for c := range room {
			top = max(top, logf[from+c*of.stride])
		}
		for c := range room {
			room[c] = 0
			if v := logf[from+c*of.stride]; !math.IsInf(v, -1) {
				room[c] = math.Exp(v - top)
			}
		}
	}
	if sum := total(room); sum > 0 {
		for c := range room {
			room[c] /= sum
		}
	}
	return room
}

func total(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum
}
