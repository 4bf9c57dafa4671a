package foreign

import (
	_ "embed"
	"math"
	"strconv"
	"strings"

	"breadboard/grid"
	"breadboard/toys"
)

//go:embed counts.csv
var countsText string

// counts are the data of the change point.
func counts() (all []float64) {
	for word := range strings.SplitSeq(strings.TrimSpace(countsText), ",") {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic("foreign: counts.csv: " + err.Error()) // it is compiled in
		}
		all = append(all, v)
	}
	return all
}

// change is the posterior of the change point, by place and rate:
//
//	f(place, rate) = (11 - rate) ∏_t mean_t^y_t exp(-mean_t)
//
// where mean_t is 2 up to t = 10 + place, and 3 + 0.6 rate after it, up to y_t!, which no cell changes.
func change() target {
	g := grid.New(10, 10)
	logF := make([]float64, g.Size())
	for x := range logF {
		at := g.Coords(x)
		place, rate := 1+at[0], 1+at[1]
		logF[x] = math.Log(float64(11 - rate))
		for i, y := range counts() {
			mean := 2.0
			if i+1 > 10+place {
				mean = 3 + 0.6*float64(rate)
			}
			logF[x] += y*math.Log(mean) - mean
		}
	}
	return target{grid: g, logF: logF, file: "counts.csv", text: countsText}
}

// ofToy is a toy on a plane, whose log f a script reads, a row of the grid a line.
func ofToy(toy toys.Target) target {
	var b strings.Builder
	last := toy.Grid.Lens()[1] - 1
	for x, v := range toy.LogF {
		b.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		if toy.Grid.Coord(x, 1) == last {
			b.WriteByte('\n')
		} else {
			b.WriteByte(',')
		}
	}
	return target{grid: toy.Grid, logF: toy.LogF, file: "g.csv", text: b.String()}
}
