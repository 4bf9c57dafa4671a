package adaptive

import (
	"math"
	"slices"

	"breadboard/chains"
	"breadboard/chains/programs"
)

// recursion is the mean of R̂/R - 1, the root mean square of log R̂/R, and the mean number of steps, of P particles
// that are resampled multinomially: by recursion over all histories of multisets. It shares no code with the program
// but the rows of the kernel.
func recursion(p programs.Problem, logf []float64, P int) (bias, rmse, steps float64) {
	n := len(logf)
	logR := chains.LogSum(logf) - math.Log(float64(n))
	op := p.Kernel.On(p.Grid)
	level := p.NewLevel()
	var walk func(beta, prob, logw float64, step int, law []float64)
	walk = func(beta, prob, logw float64, step int, law []float64) {
		for counts, of := range multisets(P, law) {
			next := nextBeta(counts, logf, beta)
			mean := 0.0
			mixed := make([]float64, n)
			for x, c := range counts {
				mixed[x] = float64(c) * math.Exp((next-beta)*logf[x]) / float64(P)
				mean += mixed[x]
			}
			w := logw + math.Log(mean)
			if next == 1 {
				bias += prob * of * math.Expm1(w-logR)
				rmse += prob * of * (w - logR) * (w - logR)
				steps += prob * of * float64(step)
				continue
			}
			level.Move(2, next)
			op.Aim(level)
			moved := make([]float64, n)
			for x, mass := range mixed {
				stay := 1.0
				op.Row(x, func(y int, p float64) { moved[y] += mass / mean * p; stay -= p })
				moved[x] += mass / mean * stay
			}
			walk(next, prob*of, w, step+1, moved)
		}
	}
	walk(0, 1, 0, 1, slices.Repeat([]float64{1 / float64(n)}, n))
	return bias, math.Sqrt(rmse), steps
}

// nextBeta is where the relative effective sample size of the particles falls to the share; 1 if it does not.
func nextBeta(counts []int, logf []float64, beta float64) float64 {
	if logSize(counts, logf, 1-beta) >= math.Log(share) {
		return 1
	}
	const halvings = 60 // more than a float64 has digits
	next := 1.0
	low, high := beta, 1.0
	for range halvings {
		next = (low + high) / 2
		if logSize(counts, logf, next-beta) > math.Log(share) {
			low = next
		} else {
			high = next
		}
	}
	return next
}

// logSize is the log of the relative effective sample size of particles at a step of beta.
func logSize(counts []int, logf []float64, by float64) float64 {
	var sum, squares, P float64
	for x, c := range counts {
		w := math.Exp(by * logf[x])
		sum += float64(c) * w
		squares += float64(c) * w * w
		P += float64(c)
	}
	return 2*math.Log(sum) - math.Log(squares) - math.Log(P)
}

// multisets visits the counts of P independent draws from a law, with their probability.
func multisets(P int, law []float64) func(yield func([]int, float64) bool) {
	return func(yield func([]int, float64) bool) {
		counts := make([]int, len(law))
		var from func(x, left int, prob float64) bool
		from = func(x, left int, prob float64) bool {
			if x == len(law)-1 {
				counts[x] = left
				return yield(counts, prob*math.Pow(law[x], float64(left)))
			}
			choose := 1.0
			for c := range left + 1 {
				counts[x] = c
				if !from(x+1, left-c, prob*choose*math.Pow(law[x], float64(c))) {
					return false
				}
				choose *= float64(left-c) / float64(c+1)
			}
			return true
		}
		from(0, P, 1)
	}
}
