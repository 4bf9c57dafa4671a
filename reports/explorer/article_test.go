package explorer

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"regexp"
	"slices"
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
	sectionOf = regexp.MustCompile(`(?s)<section class="screen" id="(\w+)"\s+data-link="([^"]*)".*?</section>`)
	boundIn   = regexp.MustCompile(`<b data-n="(\w+)"[^>]*>([^<]*)</b>`)
	dialIn    = regexp.MustCompile(`<span data-dial="(\w+)">([^<]*)</span>`)
	lessonIn  = regexp.MustCompile(`data-lesson="([^"]*)"`)
	saysOf    = regexp.MustCompile(`(?s)<div class="says">.*`)
	tags      = regexp.MustCompile(`(?s)<[^>]*>`)
	spaces    = regexp.MustCompile(`\s+`)
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

// The words of the third screen name J of two schedules that the page does not bind to its stage, or binds late: those
// of linear and of best-j.
func TestArticleSchedules(t *testing.T) {
	schedules := map[string]string{"linear": "linear", "best": "best-j"}
	for _, s := range articleScreens(t) {
		a, _, _, err := ParseLink(s.link)
		must.Do(t, err)
		for _, number := range s.numbers {
			schedule, isNamed := schedules[number[0]]
			if !isNamed {
				continue
			}
			a.Schedule = schedule
			want := fmt.Sprintf("%.*f", len(number[1])-2, truth(t, *a).J.Sum)
			if number[1] != want {
				t.Errorf("%s: J of %s is %s, want %s", s.id, schedule, number[1], want)
			}
		}
	}
}

// articleClaims are what the words say beside numbers.
var articleClaims = []struct {
	id, words string
	holds     func(t *testing.T, a, b explore.Question) bool
}{
	{"stuck", "a cross of cells that it hardly ever enters", func(t *testing.T, a, _ explore.Question) bool {
		m := truth(t, a)
		return len(m.P) == 49 && mass(m.P, cross) < 0.001
	}},
	{"why", "Where it needs more than it has, they stay there", func(t *testing.T, a, _ explore.Question) bool {
		return early(scene{along: must.Have(explore.Along(t.Context(), a, 101))(t).Frames})
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
