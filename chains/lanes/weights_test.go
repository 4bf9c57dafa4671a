package lanes

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"breadboard/grid/must"
)

// sumsOf are the numbers of a struct of sums, so that they can be compared.
func (r Rising) sumsOf() []float64 { return []float64{r.Law, r.Size, r.Mean, r.Low, r.High} }
func (l Lift) sumsOf() []float64   { return []float64{l.Grow, l.More, l.Lag} }

// TestNormalize: masses are exponentials over their sum, and the plain loop's to the last bit.
func TestNormalize(t *testing.T) {
	dice := rand.New(rand.NewPCG(31, 32))
	for n := 8; n < 40; n += 8 {
		logs := make([]float64, n)
		for x := range logs {
			logs[x] = 100 * dice.NormFloat64()
			if x > 0 && dice.IntN(5) == 0 {
				logs[x] = math.Inf(-1)
			}
		}
		got := slices.Clone(logs)
		want := slices.Clone(logs)
		top, sum, thin := Normalize(got)
		plain := plainNormalize(want)
		same(t, "normalize", got, want)
		same(t, "normalize", []float64{top, sum}, []float64{plain.top, plain.sum})
		if thin || plain.thin != 0 {
			t.Fatalf("%d cells: %v are thin", n, logs)
		}
		all := 0.0
		for _, v := range logs {
			all += math.Exp(v - slices.Max(logs))
		}
		for x, v := range logs {
			mass := math.Exp(v-slices.Max(logs)) / all
			if !(math.Abs(got[x]-mass) <= 1e-14*mass) {
				t.Fatalf("%d cells: %v, and by the formula %v", n, got[x], mass)
			}
		}
		if top != slices.Max(logs) || !(math.Abs(sum-all) <= 1e-14*all) {
			t.Fatalf("%d cells: top %v, sum %v", n, top, sum)
		}
		for _, v := range []float64{top - 629, top - 631, top - 710, math.Inf(-1), math.NaN()} {
			logs[1+dice.IntN(n-1)] = v
			logs[0] = top
			got = slices.Clone(logs)
			_, _, thin := Normalize(got)
			found := plainNormalize(slices.Clone(logs)).thin != 0
			want := slices.ContainsFunc(logs, func(v float64) bool { return !(v-top >= -630) && !math.IsInf(v, -1) })
			if thin != want || found != want {
				t.Fatalf("%d cells: of %v something is thin, or nothing: %v and plainly %v", n, logs, thin, found)
			}
		}
	}
}

// TestWeigh: from one level to the next the measures are what their definitions say, summed plainly over a chain of a
// few values of log w in each cell; and the plain loops' to the last bit.
func TestWeigh(t *testing.T) {
	for _, widest := range []float64{1. / 4, nearSmall} {
		testWeigh(t, widest)
	}
}

func testWeigh(t *testing.T, widest float64) {
	dice := rand.New(rand.NewPCG(33, 34))
	for n := 8; n < 40; n += 8 {
		q := measuresOf(dice, n)
		p := make([]float64, n)
		rise := make([]float64, n)
		sum := 0.0
		for x := range p {
			if x == 0 || dice.IntN(5) > 0 {
				p[x] = dice.Float64()
			}
			rise[x] = 7 + dice.Float64()*widest
			sum += p[x]
		}
		for x := range p {
			p[x] /= sum
		}
		plain := q.clone()
		like := Survey(q.Of(OfLaw), rise, p)
		same(t, "survey", like.sumsOf(), plainSurvey(plain.Of(OfLaw), rise, p).sumsOf())
		must.Close(t, like.Low, slices.Min(rise), roundings, "low")
		must.Close(t, like.High, slices.Max(rise), roundings, "high")
		law, mean := 0.0, 0.0
		for x, v := range rise {
			law += q.Of(OfLaw)[x] * v
			mean += p[x] * v
		}
		must.Close(t, like.Law, law, roundings, "law")
		must.Close(t, like.Mean, mean, roundings, "mean")

		centered := slices.Clone(rise)
		grow := make([]float64, n)
		lift := Center(q.Of(OfDeviation), centered, grow, p, mean, widest)
		again := slices.Clone(rise)
		grown := make([]float64, n)
		same(t, "center", lift.sumsOf(), plainCenter(plain.Of(OfDeviation), again, grown, p, mean, widest).sumsOf())
		same(t, "center", centered, again)
		same(t, "center", grow, grown)
		want := Lift{}
		for x, v := range rise {
			if p[x] == 0 {
				v = mean
			}
			formula := math.Expm1(v - mean)
			if !(math.Abs(grow[x]-formula) <= 1e-15*math.Abs(formula)) {
				t.Fatalf("%d cells: a rise by %v grows %v, and by the formula %v", n, v-mean, grow[x], formula)
			}
			want.Grow += p[x] * grow[x]
			want.More += p[x] * (grow[x] - centered[x])
			want.Lag += q.Of(OfDeviation)[x] * (v - mean)
		}
		must.Close(t, lift.Grow, want.Grow, roundings, "sum of grow")
		must.Close(t, lift.More, want.More, roundings, "sum of more")
		must.Close(t, lift.Lag, want.Lag, roundings, "lag")

		before := q.clone()
		w := Weight{Grow: lift.Grow, Scale: 1 / (1 + lift.Grow), Shift: 0.3}
		next := make([]float64, n)
		plainly := make([]float64, n)
		largest := w.Weigh(q, centered, grow, p, next)
		same(t, "largest", []float64{largest}, []float64{w.plainWeigh(plain, centered, grow, p, plainly)})
		same(t, "next", next, plainly)
		same(t, "weigh", q.all, plain.all)
		for x := range p {
			y := centered[x] + 0.3
			by := (1 + grow[x]) * w.Scale
			was := func(k int) float64 { return before.Of(k)[x] }
			becomes := func(what string, k int, want float64) { must.Close(t, q.Of(k)[x], want, roundings, "%s", what) }
			becomes("first", ofFirst, was(ofFirst)+y*was(OfLaw))
			becomes("second", OfSecond, was(OfSecond)+2*y*was(ofFirst)+y*y*was(OfLaw))
			becomes("third", OfThird, was(OfThird)+3*y*was(OfSecond)+3*y*y*was(ofFirst)+y*y*y*was(OfLaw))
			becomes("weight", OfWeight, by*was(OfWeight))
			becomes("square", OfSquare, by*by*was(OfSquare))
			becomes("deviation", OfDeviation, was(OfDeviation)+p[x]-p[x]*by)
			must.Close(t, next[x], p[x]*by, roundings, "next")
		}
	}
}

// TestAverage: averages and rises are their formulas, also without mass, for every number of cells.
func TestAverage(t *testing.T) {
	dice := rand.New(rand.NewPCG(37, 38))
	for n := range 20 {
		from := make([]float64, n)
		to := make([]float64, n)
		for x := range from {
			from[x] = dice.NormFloat64()
			to[x] = dice.NormFloat64()
		}
		got := make([]float64, n)
		want := make([]float64, n)
		Average(got, from, to, 0.3)
		rises := slices.Clone(from)
		odd := Rise(rises, to)
		for x := range want {
			want[x] = float64((1-0.3)*from[x]) + float64(0.3*to[x])
			if rises[x] != to[x]-from[x] {
				t.Fatalf("%d cells: from %v to %v it rises %v", n, from[x], to[x], rises[x])
			}
		}
		same(t, "average", got, want)
		if odd != 0 {
			t.Fatalf("%d cells: %v where all is finite", n, odd)
		}
		for x := range from {
			was := slices.Clone(from)
			was[x] = math.Inf(-1)
			if odd := Rise(was, to); odd == odd {
				t.Fatalf("%d cells: cell %d rises from nothing, and %v", n, x, odd)
			}
		}
	}
}

// roundings are what two sums of order one may differ by.
const roundings = 1e-13
