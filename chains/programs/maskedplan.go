package programs

import (
	"math"
	"strconv"
	"strings"
)

// A maskedPlan is what a spec says before the tokens are known.
type maskedPlan struct {
	steps int
	sizes []int // as they were given
	by    string
	clock string
	rest  string
	fault ScoreError
}

func readMasked(a *Args) Maker {
	var plan maskedPlan
	plan.steps, plan.sizes = readSizes(a)
	plan.by = a.WordOr("by", "share", "euler", "tau")
	plan.clock = a.WordOr("clock", "even", "cosine")
	plan.rest = a.WordOr("rest", "conditional", "uniform")
	plan.fault = readScoreError(a)
	switch {
	case plan.sizes != nil && (plan.by != "share" || plan.clock != "even"):
		a.fail("K lists how many tokens each step reveals, and by=%s or clock=%s says it otherwise; K=%d would do",
			plan.by, plan.clock, plan.steps)
	case plan.by == "share" && plan.rest != "conditional":
		a.fail("rest=%s fills what is masked at the end, and by=share leaves nothing masked; by=euler beside it would "+
			"do", plan.rest)
	}
	return func(p Problem) (Estimator, error) { return newMasked(p, plan) }
}

// readSizes reads K: a number of steps, or how many tokens each of them reveals, as 1+2+5.
func readSizes(a *Args) (steps int, sizes []int) {
	text, ok := a.named("K")
	if !ok {
		a.missing("K")
		return 1, nil
	}
	words := strings.Split(text, "+")
	if len(words) == 1 {
		return a.integer("K", text, 1, mostCalls), nil
	}
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 {
			a.fail("K is %q, and neither a number of steps nor numbers of tokens as in 1+2+5; %d would do", text,
				len(words))
			return 1, nil
		}
		sizes = append(sizes, n)
	}
	return len(sizes), sizes
}

// joinedSizes are sizes as a spec has them.
func joinedSizes(sizes []int) string {
	var words []string
	for _, n := range sizes {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, "+")
}

// maskedShare is the share of tokens that is masked after so many of all steps. The cosine begins slowly.
func maskedShare(step, steps int, clock string) float64 {
	at := float64(step) / float64(steps)
	if clock == "cosine" && step < steps {
		return math.Cos(math.Pi / 2 * at)
	}
	return 1 - at
}

// sharesOf divides tokens among steps, at least one to each, as the clock says.
func sharesOf(tokens, steps int, clock string) (sizes []int) {
	shown := 0
	for step := 1; step <= steps; step++ {
		const nudge = 1e-9 // for a share that is whole but for rounding
		target := int(float64(tokens)*(1-maskedShare(step, steps, clock)) + nudge)
		target = min(max(target, shown+1), tokens-(steps-step))
		sizes = append(sizes, target-shown)
		shown = target
	}
	return sizes
}

// leaps are the steps in which tokens are revealed by themselves.
func leaps(plan maskedPlan) (all []reveal) {
	for step := range plan.steps {
		from := maskedShare(step, plan.steps, plan.clock)
		to := maskedShare(step+1, plan.steps, plan.clock)
		r := reveal{byItself: true, before: from, after: to, noised: (from - to) / from}
		r.drawn = r.noised
		if plan.by == "tau" {
			r.drawn = -math.Expm1(-r.noised)
		}
		if step == plan.steps-1 {
			r.drawn = 1
			r.noised = 1
			r.blind = plan.rest == "uniform"
		}
		all = append(all, r)
	}
	return all
}
