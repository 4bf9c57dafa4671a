package programs_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/chaintest"
	"breadboard/chains/kernels"
	"breadboard/chains/programs"
	"breadboard/grid/must"
)

// diffusions are specs with every option.
var diffusions = []string{"masked:K=3", "masked:K=2", "masked:K=2+1", "masked:K=1", "masked:K=2:by=euler",
	"masked:K=3:by=tau", "masked:K=2:by=tau:rest=uniform", "masked:K=2:by=euler:clock=cosine",
	"masked:K=2:error=0.4", "masked:K=2:by=tau:error=0.4:at=early", "masked:K=2:error=0.3:toward=uniform:at=late",
	"masked:K=3:error=0.3:toward=sharp:at=2", "uniform:K=1", "uniform:K=2:noise=1", "uniform:K=2:by=euler:noise=0.8",
	"uniform:K=2:by=tweedie", "uniform:K=2:clock=linear:error=0.3:seed=4", "uniform:K=2:by=tweedie:error=0.3:at=late",
	"uniform:K=2:noise=1:error=0.2:toward=uniform:at=1", "uniform:K=2:noise=1:error=0.2:toward=sharp"}

// TestDiffusionsKeepTheLaw, on tokens of two and three labels, and where the target has no mass in some cells.
func TestDiffusionsKeepTheLaw(t *testing.T) {
	for _, spec := range diffusions {
		chaintest.ProgramLaws(t, of(spec), chaintest.TokenProblems(kernels.Identity{})...)
	}
	chaintest.ProgramLaws(t, of("masked:K=2"), chaintest.Problems(kernels.Identity{}, 2)...)
	chaintest.ProgramLaws(t, of("uniform:K=1"), chaintest.Problems(kernels.Identity{}, 2)...)
}

// crossed draws by one program and looks back by another.
type crossed struct {
	programs.Program
	back programs.Program
}

func (c crossed) Reverse(x int, d chains.Dice) float64 { return c.back.Reverse(x, d) }

// TestOtherNoisingIsRejected: a reverse run that adds another noise than the program takes off breaks the law.
func TestOtherNoisingIsRejected(t *testing.T) {
	p := chaintest.TokenProblems(kernels.Identity{})[1]
	for _, pair := range [][2]string{{"masked:K=1+2", "masked:K=2+1"}, {"masked:K=3:by=euler", "masked:K=2:by=euler"},
		{"masked:K=2", "masked:K=2:error=0.1"}, {"uniform:K=2", "uniform:K=2:noise=4"},
		{"uniform:K=2:noise=1:by=euler", "uniform:K=2:noise=1"}} {
		mixed := crossed{of(pair[0])(p), of(pair[1])(p)}
		if chaintest.AtomsOf(mixed, p).Finding().OK {
			t.Errorf("%s keeps the law with the noising of %s", pair[0], pair[1])
		}
	}
}

// TestShares: tokens are divided evenly, or slowly at first, and each step has one.
func TestShares(t *testing.T) {
	wide := func(tokens int) programs.Problem {
		lens := make([]int, tokens)
		cells := 1
		for i := range lens {
			lens[i] = 2
			cells *= 2
		}
		return chaintest.Tokens(kernels.Identity{}, make([]float64, cells), lens...)
	}
	for _, c := range []struct {
		spec   string
		tokens int
		want   []int
	}{{"masked:K=4", 8, []int{2, 2, 2, 2}}, {"masked:K=4", 10, []int{2, 3, 2, 3}}, {"masked:K=9", 3, []int{1, 1, 1}},
		{"masked:K=4:clock=cosine", 8, []int{1, 1, 2, 4}}, {"masked:K=3+5", 8, []int{3, 5}}} {
		got := of(c.spec)(wide(c.tokens)).(programs.Masked).Sizes()
		if !slices.Equal(got, c.want) {
			t.Errorf("%s of %d tokens reveals %v, want %v", c.spec, c.tokens, got, c.want)
		}
	}
}

// TestDiffusionRefuses what a target's tokens do not allow.
func TestDiffusionRefuses(t *testing.T) {
	for spec, sentence := range map[string]string{
		"masked:K=2+2": "the steps reveal 4 tokens, and 2x2x2 has 3 axes, which are its tokens; K=1+2 would " +
			"do",
		"masked:K=2:error=1:at=3": "at is 3, and there are 2 steps; at=2 would do",
	} {
		m, _, err := programs.Read(spec)
		must.Do(t, err)
		_, err = m(chaintest.TokenProblems(kernels.Identity{})[0])
		if err == nil || err.Error() != sentence {
			t.Errorf("%s: %v\nwant: %s", spec, err, sentence)
		}
	}
}

// TestLeapsAreThePapers: any probability of a reveal makes a program that keeps the law, and so laws do not tell these.
// A token is masked for another step, of shares from s to t of all, with probability t/s by Euler's step and
// e^-(s-t)/s by a tau-leap. The last step fills all. A label stays, of n alike, where the score is 1 and so the rate of
// changes (n-1)/n, with probability 1 - (n-1)/n δ by Euler's step of noise δ and e^-((n-1)/n δ) by a tau-leap.
func TestLeapsAreThePapers(t *testing.T) {
	p := chaintest.Tokens(kernels.Identity{}, []float64{0, 0, 0}, 3)
	stays := func(spec string, step, state int) (prob float64) {
		of(spec)(p).(programs.Denoiser).Step(step, state, func(next int, drawn, _, _ float64) {
			if next == state {
				prob += drawn
			}
		})
		return prob
	}
	quarters := []float64{1, 0.75, 0.5, 0.25, 0}
	for step, s := range quarters[:4] {
		share := quarters[step+1]
		euler := share / s
		tau := math.Exp(-(s - share) / s)
		if step == 3 {
			tau = 0
		}
		must.Near(t, stays("masked:K=4:by=euler", step, 0), euler, 1e-15, "Euler's step %d", step+1)
		must.Near(t, stays("masked:K=4:by=tau", step, 0), tau, 1e-15, "the tau-leap %d", step+1)
	}
	const noise = 1.2
	for step := range 2 {
		events := 2. / 3 * noise / 2
		must.Near(t, stays("uniform:K=2:noise=1.2:by=euler", step, 1), 1-events, 1e-14, "Euler's step of noise")
		must.Near(t, stays("uniform:K=2:noise=1.2:by=tau", step, 1), math.Exp(-events), 1e-14, "the tau-leap of noise")
	}
}

// TestWhereAnErrorIs: early and late are the halves of the steps, and the middle one of three is early.
func TestWhereAnErrorIs(t *testing.T) {
	p := chaintest.Tokens(kernels.Identity{}, []float64{0.4, -0.2, 1.1, 0.3}, 4)
	drawn := func(spec string, step int) (probs []float64) {
		of(spec)(p).(programs.Denoiser).Step(step, 0, func(_ int, drawn, _, _ float64) { probs = append(probs, drawn) })
		return probs
	}
	for spec, want := range map[string][]bool{
		"uniform:K=4:error=0.4:at=early": {true, true, false, false},
		"uniform:K=4:error=0.4:at=late":  {false, false, true, true},
		"uniform:K=3:error=0.4:at=early": {true, true, false},
		"uniform:K=3:error=0.4:at=late":  {false, false, true},
		"uniform:K=3:error=0.4:at=2":     {false, true, false},
		"uniform:K=3:error=0.4":          {true, true, true},
	} {
		sound, _, _ := strings.Cut(spec, ":error")
		for step, errs := range want {
			if got := !slices.Equal(drawn(spec, step), drawn(sound, step)); got != errs {
				t.Errorf("%s errs at step %d: %v", spec, step+1, got)
			}
		}
	}
}
