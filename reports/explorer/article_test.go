package explorer

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// An articleScreen is a screen as article.html has it: the settings that it begins with, its words, the numbers in them
// that are bound, in their order, and what else is in them.
type articleScreen struct {
	id, link, text string
	numbers        [][2]string // name, text
	dials          [][2]string
	lessons        []string
}

var (
	sectionOf  = regexp.MustCompile(`(?s)<section class="screen" id="(\w+)"\s+data-link="([^"]*)".*?</section>`)
	boundIn    = regexp.MustCompile(`<b data-n="(\w+)"[^>]*>([^<]*)</b>`)
	dialIn     = regexp.MustCompile(`<span data-dial="(\w+)">([^<]*)</span>`)
	lessonIn   = regexp.MustCompile(`data-lesson="([^"]*)"`)
	saysOf     = regexp.MustCompile(`(?s)<div class="says">.*`)
	tags       = regexp.MustCompile(`(?s)<[^>]*>`)
	spaces     = regexp.MustCompile(`\s+`)
	bareNumber = regexp.MustCompile(`\d+(?:,\d{3})*(?:\.\d+)?`)
)

func articleScreens(t *testing.T) (all []articleScreen) {
	t.Helper()
	page := string(must.Have(os.ReadFile("page/" + Article))(t))
	for _, section := range sectionOf.FindAllStringSubmatch(page, -1) {
		s := articleScreen{id: section[1], link: html.UnescapeString(section[2])}
		words := saysOf.FindString(section[0])
		for _, found := range boundIn.FindAllStringSubmatch(words, -1) {
			s.numbers = append(s.numbers, [2]string{found[1], found[2]})
		}
		for _, found := range dialIn.FindAllStringSubmatch(words, -1) {
			s.dials = append(s.dials, [2]string{found[1], found[2]})
		}
		for _, found := range lessonIn.FindAllStringSubmatch(words, -1) {
			s.lessons = append(s.lessons, found[1])
		}
		words = regexp.MustCompile(`(?s)<ul class="figures">.*?</ul>`).ReplaceAllString(words, "")
		words = dialIn.ReplaceAllString(boundIn.ReplaceAllString(words, ""), "")
		s.text = html.UnescapeString(spaces.ReplaceAllString(tags.ReplaceAllString(words, " "), " "))
		all = append(all, s)
	}
	return all
}

// said are the numbers that the words of a screen may name, in the slow way, and the names of settings.
func (s articleScreen) said(t *testing.T) (numbers map[string]float64, names map[string]string) {
	t.Helper()
	a, b, _, err := ParseLink(s.link)
	must.Do(t, err)
	m := must.Have(explore.Exactly(t.Context(), *a))(t)
	along := must.Have(explore.Along(t.Context(), *a, 101))(t)
	half := middle(along)
	numbers = map[string]float64{"J": float64(m.J.Sum), "B": float64(m.B.Sum),
		"qp": float64(m.J.QP), "pq": float64(m.J.PQ), "times": float64(m.B.Sum / m.J.Sum), "steps": float64(a.T - 1),
		"wrong": 100 * moved(m.Q, m.P),
		"off":   100 * moved(half.Forward, half.P), "crossLeft": 100 * float64(mass(half.P, cross)),
		"pQuarter": 100 * float64(mass(m.P, quarter)), "qQuarter": 100 * float64(mass(m.Q, quarter))}
	for i, step := range m.Steps {
		if i+1 < half.T {
			numbers["share"] += 100 * float64(step/m.B.Sum)
		}
	}
	if a.Toy == "barrier" {
		speeds := must.Have(explore.SpectrumOf(t.Context(), *a, 41))(t).At
		for name, i := range map[string]int{"first": 0, "here": 20, "last": 40} {
			numbers[name] = float64(speeds[i].Relaxation)
		}
	}
	linear := *a
	linear.Schedule = "linear"
	numbers["linear"] = float64(must.Have(explore.Measure(t.Context(), linear))(t).J.Sum)
	tell := func(all explore.Scheduled) error {
		numbers["best"] = float64(all.J)
		return nil
	}
	if s.id == "schedule" {
		must.Do(t, explore.Schedules(t.Context(), *a, []string{"best-j"}, tell))
	}
	if b == nil {
		names = map[string]string{"enough": "not more"}
		if numbers["here"] > numbers["steps"] {
			names["enough"] = "more"
		}
		return numbers, names
	}
	other := must.Have(explore.Measure(t.Context(), *b))(t)
	numbers["Jb"] = float64(other.J.Sum)
	numbers["Bb"] = float64(other.B.Sum)
	numbers["crossRight"] = 100 * float64(mass(middle(must.Have(explore.Along(t.Context(), *b, 101))(t)).P, cross))
	lesser := func(left, right explore.Number) string {
		if left < right {
			return "left"
		}
		return "right"
	}
	return numbers, map[string]string{"byJ": lesser(m.J.Sum, other.J.Sum), "byB": lesser(m.B.Sum, other.B.Sum)}
}

// middle is the level whose beta is nearest to a half, the first of two.
func middle(along explore.Levels) explore.Frame {
	best := along.Frames[0]
	for _, frame := range along.Frames {
		if math.Abs(float64(frame.Beta)-0.5) < math.Abs(float64(best.Beta)-0.5)-1e-12 {
			best = frame
		}
	}
	return best
}

// moved is the probability that one law would have to move to be the other.
func moved(a, b []explore.Number) (half float64) {
	for x := range a {
		half += math.Abs(float64(a[x]-b[x])) / 2
	}
	return half
}

// bare are the numbers in the words of the article that are bound to nothing, by screens. The tests below say why each
// is so: the cells of the board, J of a perfect sampler, to which patience leads and a kernel that cannot does not,
// beta at both ends, and the T in a line of Python.
var bare = map[string][]string{"stuck": {"49"}, "distance": {"0"}, "why": {"0", "1", "0", "1"}, "prefers": {"4"},
	"kernel": {"0", "0", "0", "0"}, "yours": {"3", "100"}}

// Every number in the words of the article is that of the settings that its screen begins with, to the digits that
// stand there; so is every word that says which of two settings is the lesser. What is bound to nothing is listed
// above.
func TestArticleNumbers(t *testing.T) {
	all := articleScreens(t)
	if len(all) != 8 {
		t.Fatalf("the article has %d screens, want eight", len(all))
	}
	for _, s := range all {
		numbers, names := s.said(t)
		for _, bound := range s.numbers {
			name, text := bound[0], bound[1]
			if want, isName := names[name]; isName {
				if text != want {
					t.Errorf("%s: %s is %s, want %s", s.id, name, text, want)
				}
				continue
			}
			want, known := numbers[name]
			plain := strings.NewReplacer(",", "", "%", "").Replace(text)
			got := must.Have(strconv.ParseFloat(plain, 64))(t)
			_, decimals, _ := strings.Cut(plain, ".")
			unit := math.Pow10(-len(decimals))
			if got >= 1000 { // steps are told to three digits
				unit = math.Pow10(int(math.Log10(got)) - 2)
			}
			if !known || math.Abs(got-want) > 0.5001*unit {
				t.Errorf("%s: %s is %s, want %v", s.id, name, text, want)
			}
		}
		if found := bareNumber.FindAllString(s.text, -1); !slices.Equal(found, bare[s.id]) {
			t.Errorf("%s: the numbers %q are bound to nothing, want %q alone: %s", s.id, found, bare[s.id], s.text)
		}
		a, _, page, err := ParseLink(s.link)
		must.Do(t, err)
		for _, dial := range s.dials {
			says := map[string]string{"T": thousands(a.T) + " levels", "beta": "beta = " + page.Get("beta"),
				"half": "beta = 0.5", "steps": "1 step"}
			if want := says[dial[0]]; dial[1] != want {
				t.Errorf("%s: the dial %s says %q, want %q", s.id, dial[0], dial[1], want)
			}
		}
	}
}

// thousands writes a count below a million as people do.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// articleClaims are what the words say beside numbers.
var articleClaims = []struct {
	id, words string
	holds     func(t *testing.T, a, b explore.Question) bool
}{
	{"stuck", "The dots are twelve runs", func(t *testing.T, _, _ explore.Question) bool {
		return strings.Contains(string(must.Have(os.ReadFile("page/views/sampled/run.js"))(t)), "dots = 12;")
	}},
	{"stuck", "a cross of cells that it hardly ever enters", func(t *testing.T, a, _ explore.Question) bool {
		m := truth(t, a)
		return len(m.P) == 49 && mass(m.P, cross) < 0.001
	}},
	{"distance", "B is never below J", func(t *testing.T, a, _ explore.Question) bool {
		m := truth(t, a)
		return m.B.Sum >= m.J.Sum
	}},
	{"why", "Where it needs more than it has, they stay there", func(t *testing.T, a, _ explore.Question) bool {
		return early(scene{along: must.Have(explore.Along(t.Context(), a, 101))(t).Frames})
	}},
	{"why", "J falls, as with so many times the levels", func(t *testing.T, a, _ explore.Question) bool {
		before := truth(t, a).J.Sum
		for _, k := range []int{2, 10, 30} {
			steps, levels := a, a
			steps.Repeat = k
			levels.T = k * a.T
			other := truth(t, levels).J.Sum
			J := truth(t, steps).J.Sum
			if J >= before || math.Abs(float64(J/other-1)) > 0.02 {
				t.Errorf("%d steps at each level have J = %v, and so many times the levels %v", k, J, other)
				return false
			}
			before = J
		}
		return true
	}},
	{"schedule", "a schedule alone does not free this sampler", func(t *testing.T, a, _ explore.Question) bool {
		a.Schedule = "best-j"
		m := truth(t, a)
		return m.J.Sum > 1 && mass(m.Q, quarter) < mass(m.P, quarter)/2
	}},
	{"bridge", "half-way the cross still has", func(t *testing.T, a, b explore.Question) bool {
		return truth(t, b).J.Sum < truth(t, a).J.Sum
	}},
	{"prefers", "finer ones at both ends (sigmoid:4)", func(t *testing.T, _, b explore.Question) bool {
		betas := must.Have(explore.Exactly(t.Context(), b))(t).Betas
		last := len(betas) - 1
		return betas[1] < betas[last/2+1]-betas[last/2] && 1-betas[last-1] < betas[last/2+1]-betas[last/2]
	}},
	{"kernel", "J stays", func(t *testing.T, a, _ explore.Question) bool {
		few, many := a, a
		few.T, many.T = 10, 10_000
		return toTenDigits(truth(t, few).J.Sum, truth(t, many).J.Sum)
	}},
	{"kernel", "falls with every level more", func(t *testing.T, _, b explore.Question) bool {
		before := explore.Number(math.Inf(1))
		for _, T := range []int{10, 100, 1000, 10_000} {
			b.T = T
			J := truth(t, b).J.Sum
			if J >= before {
				return false
			}
			before = J
		}
		return true
	}},
	{"kernel", "for its rooms are flat", func(t *testing.T, a, _ explore.Question) bool {
		all := tenfold(t, a)
		return toTenDigits(all[0].J.Sum, all[len(all)-1].J.Sum)
	}},
	{"kernel", "goes on falling to 0, as on the board with the cross", func(t *testing.T, _, _ explore.Question) bool {
		all := tenfold(t, First())
		return all[1].J.Sum < 0.95*all[0].J.Sum && all[2].J.Sum < 0.7*all[1].J.Sum && all[3].J.Sum < 0.6*all[2].J.Sum
	}},
	{"kernel", "where rooms are not flat J falls at first, while each room settles, and then stays above 0",
		func(t *testing.T, _, _ explore.Question) bool {
			all, last := tenfold(t, roomsNotFlat(t)), 3
			return all[1].J.Sum < all[0].J.Sum/2 && all[last].J.Sum > 0.5 && all[last].J.Sum > 0.99*all[last-1].J.Sum
		}},
	{"kernel", "One ratio does not tell them apart", func(t *testing.T, _, _ explore.Question) bool {
		patience := tenfold(t, First())
		cannot := tenfold(t, roomsNotFlat(t))
		return cannot[1].J.Sum/cannot[0].J.Sum < patience[1].J.Sum/patience[0].J.Sum
	}},
	{"kernel", "that may be the floor of a kernel that cannot", func(t *testing.T, _, _ explore.Question) bool {
		all := tenfold(t, roomsNotFlat(t))
		last := all[len(all)-1]
		return last.B.Sum > 0.5 && last.B.Sum < 1.01*last.J.Sum
	}},
}

// roomsNotFlat are two rooms of unlike cells that touch at a corner, with a kernel that never leaves a room.
func roomsNotFlat(t *testing.T) explore.Question {
	t.Helper()
	a, _, _, err := ParseLink("target=w,w,2,0,6;w,w,0,5,1;0,1,w,w,w;4,0,w,w,w&kernel=metropolis")
	must.Do(t, err)
	return *a
}

// tenfold are the answers with 10 levels, and with ten times more, three times.
func tenfold(t *testing.T, q explore.Question) (all []explore.Measured) {
	t.Helper()
	for _, T := range []int{10, 100, 1000, 10_000} {
		q.T = T
		all = append(all, truth(t, q))
	}
	return all
}

func truth(t *testing.T, q explore.Question) explore.Measured {
	t.Helper()
	return must.Have(explore.Measure(t.Context(), q))(t)
}

// TestArticleClaims holds what the words say beside numbers.
func TestArticleClaims(t *testing.T) {
	screens := map[string]articleScreen{}
	for _, s := range articleScreens(t) {
		screens[s.id] = s
	}
	for _, c := range articleClaims {
		s := screens[c.id]
		if !strings.Contains(strings.ReplaceAll(s.text, " ,", ","), c.words) {
			t.Errorf("%s does not say %q: %s", c.id, c.words, s.text)
		}
		a, b, _, err := ParseLink(s.link)
		must.Do(t, err)
		if b == nil {
			b = a
		}
		if !c.holds(t, *a, *b) {
			t.Errorf("%s says %q, which is not so", c.id, c.words)
		}
	}
}

// Each lesson of the gallery is a figure of the article, once. Each number, dial and place that the words name is known
// to the modules that bind them.
func TestArticleNamesWhatThereIs(t *testing.T) {
	var lessons []struct{ Title string }
	must.Do(t, json.Unmarshal(must.Have(os.ReadFile("page/gallery/lessons.json"))(t), &lessons))
	var want, got []string
	for _, one := range lessons {
		want = append(want, one.Title)
	}
	bound := string(must.Have(os.ReadFile("page/article/bound.js"))(t))
	dials := string(must.Have(os.ReadFile("page/article/dials.js"))(t))
	for _, s := range articleScreens(t) {
		got = append(got, s.lessons...)
		for _, number := range s.numbers {
			if number[0] != "linear" && !regexp.MustCompile(`[\s{]`+number[0]+`: `).MatchString(bound) {
				t.Errorf("%s names the number %s, which bound.js has not", s.id, number[0])
			}
		}
		for _, dial := range s.dials {
			if !strings.Contains(dials, "\n  "+dial[0]+": {") {
				t.Errorf("%s has the dial %s, which dials.js has not", s.id, dial[0])
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the lessons of the article are %q, want %q", got, want)
	}
	page := string(must.Have(os.ReadFile("page/" + Article))(t))
	for _, place := range regexp.MustCompile(`data-at="([\w-]+)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(bound, " "+place[1]+": \".") && !strings.Contains(bound, `"`+place[1]+`": ".`) {
			t.Errorf("the words point at %s, which bound.js has not", place[1])
		}
	}
	index := string(must.Have(os.ReadFile("page/index.html"))(t))
	if importMap.FindString(page) != importMap.FindString(index) {
		t.Error("the article has another import map than the page, so the server's policy refuses one of both")
	}
}
