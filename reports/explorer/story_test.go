package explorer_test

import (
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
	"breadboard/reports/explorer"
)

// A shown holds a setting of the story as the page shows it: at the end, and at the beta of its link.
type shown struct {
	explore.Exact
	frame explore.Frame
}

// shownAt returns what a link of the story shows.
func shownAt(t *testing.T, link string) (s shown) {
	t.Helper()
	values := map[string]string{}
	for part := range strings.SplitSeq(strings.TrimPrefix(link, "#"), "&") {
		key, value, _ := strings.Cut(part, "=")
		values[key] = value
	}
	q := explorer.Completed(explore.Question{Toy: values["toy"], Target: values["target"], Kernel: values["kernel"],
		Bridge: values["bridge"], Schedule: values["schedule"], T: must.Have(strconv.Atoi(values["T"]))(t)})
	for key, value := range values {
		if key != "beta" && !strings.Contains(explorer.Link(q), key+"="+value) {
			t.Errorf("%s has a key that is not read: %s", link, key)
		}
	}
	s.Exact = must.Have(explore.Exactly(t.Context(), q))(t)
	levels := must.Have(explore.LevelDistributions(t.Context(), q, 101))(t)
	s.frame = levels.Frames[len(levels.Frames)-1]
	if text, ok := values["beta"]; ok {
		beta := must.Have(strconv.ParseFloat(text, 64))(t)
		for _, f := range levels.Frames {
			if math.Abs(float64(f.Beta)-beta) < math.Abs(float64(s.frame.Beta)-beta) {
				s.frame = f
			}
		}
	}
	return s
}

// mass returns the probability of cells of BARRIER: the bright quarter, or the cross between the quarters.
func mass(p []explore.Number, isThere func(row, column int) bool) (sum float64) {
	for x, v := range p {
		if isThere(x/7, x%7) {
			sum += float64(v)
		}
	}
	return sum
}

func quarter(row, column int) bool { return row < 3 && column > 3 }
func cross(row, column int) bool   { return row == 3 || column == 3 }

// numbers holds the numbers of the story, by data-n.
var numbers = map[string]func(shown) float64{
	"J":         func(s shown) float64 { return float64(s.J.Sum) },
	"KL(q||p)":  func(s shown) float64 { return float64(s.J.QP) },
	"KL(p||q)":  func(s shown) float64 { return float64(s.J.PQ) },
	"B":         func(s shown) float64 { return float64(s.B.Sum) },
	"p-quarter": func(s shown) float64 { return mass(s.P, quarter) },
	"q-quarter": func(s shown) float64 { return mass(s.Q, quarter) },
	"cross":     func(s shown) float64 { return mass(s.frame.P, cross) },
	"wrong": func(s shown) (sum float64) {
		for x, p := range s.frame.P {
			sum += math.Abs(float64(s.frame.Forward[x]-p)) / 2
		}
		return sum
	},
}

// written returns a number as the story writes it: with four digits, or as a percentage with one or two.
func written(v float64, isPercentage bool) string {
	if !isPercentage {
		return strconv.FormatFloat(v, 'f', 3-int(math.Floor(math.Log10(v))), 64)
	}
	if 100*v < 1 {
		return strconv.FormatFloat(100*v, 'g', 1, 64) + "%"
	}
	return strconv.FormatFloat(100*v, 'f', 0, 64) + "%"
}

// TestStory: every number of the story is as its setting has it, and every link of the story can be answered.
func TestStory(t *testing.T) {
	page := string(explorer.Served()["index.html"])
	known := map[string]shown{}
	at := func(link string) shown {
		link = html.UnescapeString(link)
		if _, isKnown := known[link]; !isKnown {
			known[link] = shownAt(t, link)
		}
		return known[link]
	}
	sections := strings.Split(page, "<section data-link=\"")[1:]
	if len(sections) != 7 {
		t.Errorf("the story has %d sections, want 7", len(sections))
	}
	number := regexp.MustCompile(`<b data-n="([^"]*)"(?: data-link="([^"]*)")?>([^<]*)</b>`)
	for _, section := range sections {
		own, _, _ := strings.Cut(section, `"`)
		for _, found := range number.FindAllStringSubmatch(section, -1) {
			name := found[1]
			link := found[2]
			text := found[3]
			if link == "" {
				link = own
			}
			read, isKnown := numbers[name]
			if !isKnown {
				t.Errorf("nothing is known of %q", name)
				continue
			}
			if want := written(read(at(link)), strings.HasSuffix(text, "%")); text != want {
				t.Errorf("%s at %s is %s, want %s", name, link, text, want)
			}
		}
		for _, link := range regexp.MustCompile(`href="(#[^"]*)"`).FindAllStringSubmatch(section, -1) {
			at(link[1])
		}
	}
	if all := len(number.FindAllString(page, -1)); all != strings.Count(page, "<b ") || all < 18 {
		t.Errorf("%d of %d numbers are held to their settings", all, strings.Count(page, "<b "))
	}
}
