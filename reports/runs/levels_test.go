package runs

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments"
	"breadboard/grid/must"
	"breadboard/reports/figure"
)

// A point of a curve, in points of the page.
type point struct{ x, y float64 }

// curvesIn returns the lines of a colour in an SVG.
func curvesIn(t *testing.T, svg, colour string) (all [][]point) {
	t.Helper()
	for _, found := range regexp.MustCompile(`<path d="M([^"]*)" style="fill:none;stroke:`+colour+
		`;stroke-width:(?:1.4)`).FindAllStringSubmatch(svg, -1) {
		var line []point
		for pair := range strings.SplitSeq(found[1], "L") {
			x, y, _ := strings.Cut(pair, ",")
			line = append(line, point{must.Have(strconv.ParseFloat(x, 64))(t), must.Have(strconv.ParseFloat(y, 64))(t)})
		}
		all = append(all, line)
	}
	return all
}

// TestLevels: the curves have J and B of every level, as exact --by-step has them, at any width, with the setting and
// their last values in words. A small J has a panel of its own.
func TestLevels(t *testing.T) {
	const j, b = "#0B6FB3", "#63330A"
	seed := uint64(3)
	for _, c := range []struct {
		setting experiments.Setting
		T       int
		words   []string
		hasLens bool
	}{
		{experiments.Setting{Toy: "barrier"}, 24,
			[]string{"barrier on 7x7; kernel metropolis; bridge geometric; schedule linear; T = 24", "B 2.1826",
				"J 1.7998", "B − J 0.3828", "what runs can estimate", "level t"}, false},
		{experiments.Setting{Toy: "easy", Seed: &seed, Kernel: "heat-bath", Bridge: "moments:mean",
			Schedule: "sigmoid:4", Repeat: 3}, 60,
			[]string{"easy on 7x7, seed 3; kernel heat-bath, 3 steps a level; ", "; schedule sigmoid:4; T = 60",
				"J alone, drawn larger"}, true},
	} {
		an := must.Have(c.setting.Annealer())(t)
		p := must.Have(an.Measure(t.Context(), []int{c.T}, experiments.Ask{ByLevel: true}, nil))(t)[0]
		last := p.Steps[len(p.Steps)-1]
		for _, inches := range []figure.Inches{0, 3.25} {
			var svg strings.Builder
			must.Do(t, levelsOf(p).Write(&svg, figure.SVG, inches))
			joined := strings.Join(regexp.MustCompile(`>[^<>\n]+<`).FindAllString(svg.String(), -1), " ")
			for _, words := range c.words {
				if !strings.Contains(strings.ReplaceAll(joined, "< >", " "), words) {
					t.Errorf("the figure does not say %s: %s", words, joined)
				}
			}
			js, bs := curvesIn(t, svg.String(), j), curvesIn(t, svg.String(), b)
			if len(bs) != 1 || (len(js) == 2) != c.hasLens {
				t.Fatalf("%d curves of J and %d of B", len(js), len(bs))
			}
			whole := bs[0][len(bs[0])-1].y - bs[0][0].y // of B at the end
			check := func(line []point, scale, most float64, of func(k int) float64) {
				t.Helper()
				if len(line) != c.T {
					t.Fatalf("a curve has %d points", len(line))
				}
				for k, at := range line {
					want := 0.
					if k > 0 {
						want = of(k - 1)
					}
					must.Near(t, (at.y-line[0].y)/scale, want, 3e-4*most, "level %d", k+1)
					must.Near(t, (at.x-line[0].x)/(line[c.T-1].x-line[0].x), float64(k)/float64(c.T-1), 1e-4,
						"the place of level %d", k+1)
				}
			}
			jOf := func(k int) float64 { return p.Steps[k].J }
			check(bs[0], whole/last.B, last.B, func(k int) float64 { return p.Steps[k].B })
			check(js[0], whole/last.B, last.B, jOf)
			if c.hasLens {
				top := slices.MaxFunc(js[1], func(a, b point) int { return int(1e4 * (a.y - b.y)) }).y
				most := 0.
				for _, s := range p.Steps {
					most = max(most, s.J)
				}
				check(js[1], (top-js[1][0].y)/most, most, jOf)
			}
		}
	}
}
