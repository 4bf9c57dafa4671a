package sandwich

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"breadboard/grid/must"
)

// normal returns n forward and m reverse runs of a sampler whose log w is normal: forward with mean logR - v/2 and
// variance v, and so in reverse with mean logR + v/2, by Crooks' law.
func normal(gen *rand.Rand, n, m int, logR, v float64) Set {
	var s Set
	for side, size := range []int{n, m} {
		for range size {
			s.Sides[side].LogW = append(s.Sides[side].LogW, logR+float64(2*side-1)*v/2+math.Sqrt(v)*gen.NormFloat64())
		}
	}
	return s
}

// TestJudgeByHand: numbers by hand: forward 0, 2, 4 and reverse 5, 9.
func TestJudgeByHand(t *testing.T) {
	s := Set{Sides: [2]Side{{LogW: []float64{0, 2, 4}}, {LogW: []float64{5, 9}}}}
	r := judge(s, Level)
	must.Near(t, r.Means[0].Value, 2, 1e-12, "E_fwd")
	must.Near(t, r.Means[0].StdErr, 2/math.Sqrt(3), 1e-12, "its error")
	must.Near(t, r.Means[1].Value, 7, 1e-12, "E_rev")
	must.Near(t, r.Means[1].StdErr, 2, 1e-12, "its error")
	must.Near(t, r.B.Value, 5, 1e-12, "B")
	must.Near(t, r.B.StdErr, math.Sqrt(4.0/3+4), 1e-12, "its error")
	// Student's with 2 degrees of freedom
	must.Near(t, r.Ends[0], 2-4.302652729749464*2/math.Sqrt(3), 1e-9, "the lower end")
	must.Near(t, r.Ends[1], 7+12.706204736174694*2, 1e-9, "the upper end")
	if r.Verdict != CannotTell {
		t.Errorf("the verdict is %s", r.Verdict)
	}
	// groups {0, 2} and {4} forward: their sums are -2 and 2 about the mean, times 1/3
	s.Sides[0].Group = []string{"a", "a", "b"}
	must.Near(t, judge(s, Level).Means[0].StdErr, math.Sqrt(2*(4.0/9+4.0/9)), 1e-12, "the error of two groups")
}

// TestRepeatedRuns: runs that stand seven times, as a group, say what they say once.
func TestRepeatedRuns(t *testing.T) {
	once := normal(rand.New(rand.NewPCG(21, 22)), 300, 400, 1, 1)
	var often Set
	for side, runs := range once.Sides {
		for i, logw := range runs.LogW {
			often.Sides[side].LogW = append(often.Sides[side].LogW, slices.Repeat([]float64{logw}, 7)...)
			often.Sides[side].Group = append(often.Sides[side].Group, slices.Repeat([]string{strconv.Itoa(i)}, 7)...)
		}
	}
	want := judge(once, Level)
	got := judge(often, Level)
	for side := range 2 {
		must.Near(t, got.Means[side].StdErr, want.Means[side].StdErr, 1e-12, "the error of a mean")
		must.Near(t, got.LogMeans[side].StdErr, want.LogMeans[side].StdErr, 1e-12, "the error of log of a mean")
		must.Near(t, got.Ends[side], want.Ends[side], 1e-3, "an end") // of the skewness of other numbers of runs
	}
	must.Near(t, got.Bar.StdErr, want.Bar.StdErr, 0.01, "its error")
	must.Near(t, got.P, want.P, 1e-12, "p")
	a, b := Judgement{Results: []Result{want}, Alpha: Level}, Judgement{Results: []Result{got}, Alpha: Level}
	must.Near(t, b.Reach(0), a.Reach(0), 1e-9, "the reach")
}

// TestCopies: copies of runs, one after the other or all at once, say what the runs say once, and are told. Weights of
// few values that chance has often are no copies.
func TestCopies(t *testing.T) {
	gen := rand.New(rand.NewPCG(25, 26))
	for _, right := range []bool{true, false} {
		once := normal(gen, 300, 400, 1, 1)
		if !right {
			once = once.changed(1, 1, 1)
		}
		want := judge(once, Level)
		copied := once
		copied.Sides[0].LogW = slices.Repeat(once.Sides[0].LogW, 10)
		copied.Sides[1].LogW = nil
		for _, logw := range once.Sides[1].LogW {
			copied.Sides[1].LogW = append(copied.Sides[1].LogW, logw, logw)
		}
		got := judge(copied, Level)
		must.Say(t, got.Said.String(), "each forward log weight stands 10 times",
			"each reverse log weight stands 2 times or a multiple of it, as if runs were copied: one of 2 is taken")
		if got.P != want.P || got.Verdict != want.Verdict || got.Why != want.Why || got.Bar != want.Bar {
			t.Errorf("of copies %s, %v: %s; want %s, %v: %s",
				got.Verdict, got.P, got.Why, want.Verdict, want.P, want.Why)
		}
	}
	for range 2000 {
		values, each := 1+gen.IntN(30), 1+gen.IntN(20)
		var s Side
		for range values * each {
			s.LogW = append(s.LogW, float64(gen.IntN(values)))
		}
		if _, times := s.once(); times != 1 {
			t.Errorf("%d weights of %d values are said to stand %d times", len(s.LogW), values, times)
		}
	}
}

// TestInfiniteWeights: weights of 0, and runs that are never made forward, bound nothing. BAR is the c of
// Bennett's equation: the sums over forward runs of 1/(1 + 3 e^(c - log w)) and over reverse runs, of which there are a
// third as many, of 1/(1 + e^(log w - c)/3) are equal there.
func TestInfiniteWeights(t *testing.T) {
	s := normal(rand.New(rand.NewPCG(1, 2)), 300, 100, 2, 3)
	s.Sides[0].LogW[0] = math.Inf(-1)
	s.Sides[1].LogW[0] = math.Inf(1)
	r := judge(s, Level)
	if !math.IsInf(r.Ends[0], -1) || !math.IsInf(r.Ends[1], 1) || strings.Contains(r.Said.String(), "alike") {
		t.Errorf("the sandwich is %v to %v, and the doubts are %q", r.Ends[0], r.Ends[1], r.Said.Says)
	}
	sum := func(c float64) (sum float64) {
		for side, sign := range []float64{1, -1} {
			for _, w := range s.Sides[side].LogW {
				sum += sign / (1 + math.Exp(-sign*(w-c+math.Log(100.0/300))))
			}
		}
		return sum
	}
	if !(sum(r.Bar.Value-1e-9) > 0 && sum(r.Bar.Value+1e-9) < 0) {
		t.Errorf("BAR is %v, and the sum there %v", r.Bar.Value, sum(r.Bar.Value))
	}
}

// TestExtremeWeights: a sampler that breaks the law by a factor fails, and what is said of it is a number,
// however many weights are 0 or as large as a weight may be.
func TestExtremeWeights(t *testing.T) {
	for _, extreme := range []float64{math.Inf(-1), -mostLogW, mostLogW} {
		for _, many := range []int{1, 3, 100} {
			s := normal(rand.New(rand.NewPCG(1, 2)), 200, 200, -3, 1)
			for i := range s.Sides[1].LogW {
				s.Sides[1].LogW[i] += 2
			}
			for i := range many {
				s.Sides[0].LogW[i] = extreme
			}
			r := judge(s, Level)
			if r.Verdict != Fails || strings.Contains(r.Why, "Inf") || strings.Contains(r.Why, "NaN") {
				t.Errorf("%d weights of %v: %s, %s", many, extreme, r.Verdict, r.Why)
			}
		}
	}
}

// TestJudgeUnderTheLaw: under the law the interval and BAR have their coverage and the test its level, whether runs are
// groups or not.
func TestJudgeUnderTheLaw(t *testing.T) {
	gen := rand.New(rand.NewPCG(3, 4))
	const times = 200
	inside := 0
	near := 0
	below := [2]int{}
	for range times {
		r := judge(normal(gen, 400, 300, 1, 2), Level)
		if r.Ends[0] <= 1 && 1 <= r.Ends[1] {
			inside++
		}
		if math.Abs(r.Bar.Value-1) < 2*r.Bar.StdErr {
			near++
		}
		if r.P < 0.05 {
			below[0]++
		}
		g := grouped(gen, 30, 10)
		if p := judge(g, Level).P; p < 0.05 {
			below[1]++
		}
	}
	t.Logf("inside %d, BAR near %d, p below 0.05 %v of %d", inside, near, below, times)
	if inside < 194 || near < 182 || near > 198 || below[0] > 18 || below[1] > 20 {
		t.Errorf("of %d: inside %d, BAR near %d, p below 0.05 %v", times, inside, near, below)
	}
}

// grouped has reverse runs from starts that each have a part of log w in common; all log weights are normal, of
// variance 2 about log R = 1 -+ 1.
func grouped(gen *rand.Rand, starts, each int) Set {
	s := normal(gen, starts*each, 0, 1, 2)
	for g := range starts {
		common := gen.NormFloat64()
		for range each {
			s.Sides[1].LogW = append(s.Sides[1].LogW, 2+common+gen.NormFloat64())
			s.Sides[1].Group = append(s.Sides[1].Group, strconv.Itoa(g))
		}
	}
	return s
}

// TestFaultsAreFound: whether log w is normal, has a long tail or few values, wrong weights fail, and right ones hold.
func TestFaultsAreFound(t *testing.T) {
	gen := rand.New(rand.NewPCG(7, 8))
	sound := normal(gen, 2000, 2000, 3, 2)
	var tailed Set
	for range 4000 {
		tailed.Sides[0].LogW = append(tailed.Sides[0].LogW, 1-gen.ExpFloat64())
	}
	for len(tailed.Sides[1].LogW) < 2000 { // by Crooks' law: a weight of e is the largest
		if w := 1 - gen.ExpFloat64(); gen.Float64() < math.Exp(w-1) {
			tailed.Sides[1].LogW = append(tailed.Sides[1].LogW, w)
		}
	}
	each := func(s Set, f func(logw float64) float64, sides ...int) Set {
		s = s.changed(1, 1, 0)
		for _, side := range sides {
			for i, logw := range s.Sides[side].LogW {
				s.Sides[side].LogW[i] = f(logw)
			}
		}
		return s
	}
	narrow := func(s Set, around float64, side int, by float64) Set { // one side varies less about a mean
		return each(s, func(logw float64) float64 { return around + (logw-around)/by }, side)
	}
	var five Set // -4 to 0, by Crooks' law with R = 1/5 of the sum of e^w
	for range 2000 {
		five.Sides[0].LogW = append(five.Sides[0].LogW, -float64(gen.IntN(5)))
	}
	for len(five.Sides[1].LogW) < 2000 {
		if w := -float64(gen.IntN(5)); gen.Float64() < math.Exp(w) {
			five.Sides[1].LogW = append(five.Sides[1].LogW, w)
		}
	}
	for name, s := range map[string]Set{
		"reverse sign":         sound.changed(1, -1, 0),
		"forward sign":         sound.changed(-1, 1, 0),
		"both signs":           sound.changed(-1, -1, 0),
		"half":                 sound.changed(0.5, 0.5, 0),
		"half of 400":          normal(gen, 400, 400, 3, 2).changed(0.5, 0.5, 0),
		"half, high":           normal(gen, 2000, 2000, 20, 2).changed(0.5, 0.5, 0),
		"half, forward":        normal(gen, 2000, 2000, 3, 0.5).changed(0.5, 1, 0),
		"twice":                sound.changed(2, 2, 0),
		"base 10":              sound.changed(1/math.Ln10, 1/math.Ln10, 0),
		"base 10, forward":     sound.changed(1/math.Ln10, 1, 0),
		"base 10, reverse":     sound.changed(1, 1/math.Ln10, 0),
		"constant":             sound.changed(1, 1, 0.7),
		"large constant":       sound.changed(1, 1, 3),
		"constant of a tail":   tailed.changed(1, 1, -1),
		"constant of values":   five.changed(1, 1, 0.31),
		"constant, log R = -1": normal(gen, 2000, 2000, -1, 1).changed(1, 1, 1),
		"narrow reverse":       narrow(sound, 4, 1, 3),
		"narrow forward":       narrow(sound, 2, 0, 3),
		"hardly narrow":        narrow(normal(gen, 10000, 10000, 3, 2), 4, 1, 1.12),
		"means":                narrow(narrow(sound, 2, 0, math.Sqrt(10)), 4, 1, math.Sqrt(10)),
		"no logarithms":        each(sound, math.Exp, 0, 1),
		"few no logarithms":    each(normal(gen, 12, 12, 6, 8), math.Exp, 0, 1),
	} {
		if r := judge(s, Level); r.Verdict != Fails {
			t.Errorf("%s: the verdict is %s, p %v", name, r.Verdict, r.P)
		}
	}
	tiny := judge(each(normal(gen, 200, 200, -30, 1), math.Exp, 0, 1), Level)
	must.Say(t, tiny.Said.String(), "if these are weights, use log w")
	for _, s := range []Set{sound, tailed, five} {
		if r := judge(s, Level); r.Verdict != Holds || r.Why != "" {
			t.Errorf("a sound sampler %s: %s", r.Verdict, r.Why)
		}
	}
}

// TestFewRuns: runs on which no test by weight can be made hold nothing: B below 0 fails, and else nobody can tell.
func TestFewRuns(t *testing.T) {
	gen := rand.New(rand.NewPCG(9, 10))
	around := func(n int, fwd, rev, sd float64) (s Set) {
		for side, mean := range []float64{fwd, rev} {
			for range n {
				s.Sides[side].LogW = append(s.Sides[side].LogW, mean+sd*gen.NormFloat64())
			}
		}
		return s
	}
	starts := around(60, 0, -3, 0.5) // five starts
	for k := range 60 {
		starts.Sides[1].Group = append(starts.Sides[1].Group, strconv.Itoa(k/12))
	}
	for range 20 {
		dozen := around(60, 0, 2, 0.1) // twelve starts, and no right sampler has so large a B with weights so alike
		for k := range 60 {
			dozen.Sides[1].Group = append(dozen.Sides[1].Group, strconv.Itoa(k/5))
		}
		for name, c := range map[string]struct {
			s            Set
			verdict, why string
		}{
			"gross":     {around(15, 0, -0.7, 0.1), Fails, "B is below 0"},
			"few":       {around(9, -0.5, 0.5, 1), CannotTell, "too few"},
			"right":     {around(200, 10-18, 10+18, 6), CannotTell, "too few"},
			"exchanged": {around(500, -4.5, -5.5, 1), Fails, "B is below 0"},
			"dozen":     {dozen, CannotTell, "too few"},
			"alike":     {around(30, 2, 2, 0), Holds, ""},
			"starts":    {starts, Fails, "B is below 0"},
		} {
			r := judge(c.s, Level)
			if name == "dozen" && r.Verdict == Fails {
				continue
			}
			if r.Verdict != c.verdict || (r.Verdict == CannotTell) != math.IsNaN(r.P) {
				t.Errorf("%s: %s, p %v", name, r.Verdict, r.P)
			}
			must.Say(t, r.Why, c.why)
		}
	}
}

// TestDataSets: rows of two arrays that have each a log R of their own are sets of their own, which hold if the sampler
// is right and fail if it is not. Rows of one log R, with a start each, stay groups.
func TestDataSets(t *testing.T) {
	gen := rand.New(rand.NewPCG(23, 24))
	for range 5 {
		right := normal(gen, 2000, 2000, 27, 2)
		for row := range 20 {
			more := 6 * gen.NormFloat64()
			for side := range right.Sides {
				floats.AddConst(more, right.Sides[side].LogW[100*row:][:100])
				group := &right.Sides[side].Group
				*group = append(*group, slices.Repeat([]string{strconv.Itoa(row)}, 100)...)
			}
		}
		wrong := right.changed(1, 1, 1.5)
		oneR := grouped(gen, 20, 100)
		oneR.Sides[0].Group = right.Sides[0].Group
		for _, c := range []struct {
			s       Set
			sets    int
			verdict string
		}{{right, 20, Holds}, {wrong, 20, Fails}, {oneR, 1, CannotTell}} {
			sets := c.s.dataSets()
			if got := JudgeAll(sets).Verdict; len(sets) != c.sets || got != c.verdict {
				t.Errorf("%d sets, %s, where %d were, %s", len(sets), got, c.sets, c.verdict)
			}
		}
	}
}

// TestDoubts: of a kind of run that is 9.5% of them 30 runs have one with probability 95%, for 0.905^30 is 5%, and so
// have 30 groups; of the two sides that with fewer counts. Errors from five groups are doubtful, and from ten they are
// not.
func TestDoubts(t *testing.T) {
	varied := append(slices.Repeat([]float64{2}, 20), slices.Repeat([]float64{3}, 10)...)
	few := "the groups of reverse runs are worth some 5 equal ones: an estimate ± two standard errors has less than " +
		"95% confidence"
	for _, c := range []struct {
		logw   []float64
		groups int
		unseen float64
		doubts []string
	}{{varied, 30, 0.095034, nil}, {varied, 5, 0.45072, []string{few}}, {varied, 10, 0.25887, nil}} {
		s := Set{Sides: [2]Side{1: {LogW: c.logw}}}
		for i := range c.logw {
			s.Sides[1].Group = append(s.Sides[1].Group, strconv.Itoa(i%c.groups))
		}
		r := judge(s, Level)
		if !slices.Equal(r.Said.Says[1:], c.doubts) { // the first is of the largest weight
			t.Errorf("%d groups have the doubts %q", c.groups, r.Said.Says)
		}
		must.Near(t, r.Unseen, c.unseen, 1e-5, "the share that %d groups may miss", c.groups)
		s.Sides[0].LogW = []float64{1, 2, 3, 2}
		if r := judge(s, Level); r.Fewest != 4 {
			t.Errorf("of 4 runs and %d groups %d count", c.groups, r.Fewest)
		}
	}
}

// TestBoundsHoldWhereNoKindIsMissing: of sound samplers that hardly ever reach a mode forward, as many runs in reverse
// often miss it, and then J may be more than the bounds say; its share is one that a result names. Where runs have the
// mode, J is less in all sets but one of forty.
func TestBoundsHoldWhereNoKindIsMissing(t *testing.T) {
	gen := rand.New(rand.NewPCG(17, 18))
	for _, c := range []struct {
		mode, forward float64
		n             int
	}{{0.05, 1e-6, 30}, {0.02, 1e-6, 100}} {
		J := (c.mode - c.forward) * (math.Log(c.mode/c.forward) - math.Log((1-c.mode)/(1-c.forward)))
		var missing, tooSmall, held int
		for range 100 {
			var s Set
			seen := 0
			for side, share := range []float64{c.forward, c.mode} {
				for range c.n {
					logw := math.Log((1-c.mode)/(1-c.forward)) + 0.2*gen.NormFloat64() + 0.04*(float64(side)-0.5)
					if gen.Float64() < share {
						logw += math.Log(c.mode/c.forward) - math.Log((1-c.mode)/(1-c.forward))
						seen += side
					}
					s.Sides[side].LogW = append(s.Sides[side].LogW, logw)
				}
			}
			r := judge(s, Level)
			below := r.Ends[1]-r.Ends[0] >= J
			switch {
			case seen == 0 && !below:
				tooSmall++
				fallthrough
			case seen == 0:
				missing++
			case below:
				held++
			}
			if !(r.Unseen >= c.mode) {
				t.Errorf("%d runs may miss %v, and no mode of %v", c.n, r.Unseen, c.mode)
			}
		}
		if tooSmall < 5 || held < (100-missing)*39/40 {
			t.Errorf("%d runs: the mode is missing in %d sets of 100, %d of them with too small a bound, and %d "+
				"others hold", c.n, missing, tooSmall, held)
		}
	}
}

// TestASmallPIsTold: with a constant that is nearly large enough to be accused a set has a caution, as long as it
// holds, and right ones have none.
func TestASmallPIsTold(t *testing.T) {
	right := grouped(rand.New(rand.NewPCG(19, 20)), 400, 1)
	cautions := map[string]int{}
	for i := range 25 {
		r := judge(right.changed(1, 1, float64(i)/25), Level)
		told := strings.Contains(r.Said.String(), " right sets: four times as many runs would tell more")
		if small := r.Verdict == Holds && r.P < 20*Level; told != small || small && i == 0 {
			t.Errorf("a constant of %v: %s, p = %v, %q", float64(i)/25, r.Verdict, r.P, r.Said.Says)
		}
		if told {
			cautions[r.Verdict]++
		}
	}
	if cautions[Holds] == 0 {
		t.Error("no p was small")
	}
}

// TestBelowZeroIsStudents: of five runs a side, whose B is 2.1318 standard errors below 0, the probability is that of
// Student's distribution of four degrees of freedom: 5%, by the tables.
func TestBelowZeroIsStudents(t *testing.T) {
	const below = 2.1318
	var s Set
	for _, w := range []float64{-2, -1, 0, 1, 2} { // of variance 2.5, so that B has the standard error 1
		s.Sides[0].LogW = append(s.Sides[0].LogW, w+below)
		s.Sides[1].LogW = append(s.Sides[1].LogW, w)
	}
	must.Near(t, s.belowZero(), 0.05, 1e-5, "P(B so far below 0)")
}

// TestFewGroupsBelowZero: four groups a side fail by a B below 0 with the bound e^(4 B), and by nothing less: groups
// that show one of two weights each, of which both are equally frequent, are right.
func TestFewGroupsBelowZero(t *testing.T) {
	groups := func(forward, reverse []float64) (s Set) {
		for side, logw := range [][]float64{forward, reverse} {
			for i, w := range logw {
				s.Sides[side].LogW = append(s.Sides[side].LogW, slices.Repeat([]float64{w}, 5)...)
				s.Sides[side].Group = append(s.Sides[side].Group, slices.Repeat([]string{strconv.Itoa(i)}, 5)...)
			}
		}
		return s
	}
	s := groups([]float64{13, 12, 14, 13}, []float64{1, 2, 1, 0, 1})
	must.Near(t, s.belowZero(), math.Exp(-48), 1e-30, "P(B of -12)")
	if r := judge(s, Level); r.Verdict != Fails {
		t.Errorf("B = -12 of four groups: %s", r.Verdict)
	}
	gen := rand.New(rand.NewPCG(15, 16))
	const times = 2000
	fails := 0
	for range times {
		w := make([]float64, 4)
		var reverse []float64
		for i := range w {
			w[i] = 0.1 * float64(gen.IntN(2))
		}
		for range 100 {
			v := 0.0
			if gen.Float64() < 1/(1+math.Exp(-0.1)) {
				v = 0.1
			}
			reverse = append(reverse, v)
		}
		if groups(w, reverse).belowZero() <= belowShare*Level {
			fails++
		}
	}
	if fails > 0 { // the bound is the level, and seldom reached
		t.Errorf("%d of %d right sets of four groups fail", fails, times)
	}
}
