package pagetest

import (
	"fmt"
	"image/color"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments/explore"
	"breadboard/grid/must"
)

// The places of the runs: the histograms with their words, and the line of a run that is followed.
const (
	runsAt     = "#runs"
	weightsAt  = "#runs svg"
	distanceAt = "#runs line.b"
	followed   = ".follow span"
	pressAt    = ".follow button:last-child"
)

// TestRuns: the words have B of the runs that stop at the level, with its error, beside the exact one, and B of the
// first 20. In the picture each bin is as high as it has runs, and a line of the length of B joins the means.
func TestRuns(t *testing.T) {
	s := sceneOf(t, explore.Question{Toy: "barrier", T: 30}, "--toy", "barrier", "-T", "30")
	for _, level := range []int{12, 30} {
		tab := open(t, desk, served(t).link(s.link(level)))
		value[bool](tab, "("+element(runsAt)+`.scrollIntoView({block: "center"}), true)`)
		_, exactly := s.valuesAt(level)
		runs := s.walk.Runs[level-1]
		want := []float64{float64(level), float64(runs.B[0]), float64(runs.B[1]), exactly, 20, float64(runs.Few[0]),
			float64(runs.Few[1])}
		said := regexp.MustCompile(`\d+(\.\d+)?`).FindAllString(text(tab, runsAt+" p"), -1)
		if len(said) != len(want) {
			t.Fatalf("at level %d it says %q", level, text(tab, runsAt+" p"))
		}
		for i, number := range said {
			must.Near(t, must.Have(strconv.ParseFloat(number, 64))(t), want[i], 0.05*want[i]+1e-9,
				"at level %d number %d", level, i)
		}
		s.checkWeights(t, shot(tab), level)
	}
}

// checkWeights reads the picture of the log weights.
func (s scene) checkWeights(t *testing.T, drawn screenshot, level int) {
	picture, line := boxes(drawn.tab, weightsAt)[0], boxes(drawn.tab, distanceAt)[0]
	runs := s.walk.Runs[level-1]
	low, reach := float64(s.walk.Ends[0]), float64(s.walk.Ends[1]-s.walk.Ends[0])
	share := func(v explore.Number) float64 { return (float64(v) - low) / reach }
	must.Near(t, (line.Left-picture.Left)/picture.Width, share(runs.Means[0]), 0.005, "the forward mean")
	must.Near(t, line.Width/picture.Width, float64(runs.B[0])/reach, 0.005, "the length of B")
	most := 0
	for _, counts := range runs.Counts {
		for _, n := range counts {
			most = max(most, n)
		}
	}
	page := drawn.at(picture, 0, 0, -4, 0)
	for direction, counts := range runs.Counts {
		for bin, n := range counts {
			x := (float64(bin) + 0.3) / float64(len(counts))
			isNear := func(v explore.Number) bool { return math.Abs(share(v)-x)*picture.Width < 3 }
			if isNear(0) || isNear(runs.Means[0]) || isNear(runs.Means[1]) {
				continue // a line stands there
			}
			down := float64(2*(1-direction) - 1) // forward runs are counted downwards
			end := 0.5 + down*0.5*float64(n)/float64(most)
			inside, outside := drawn.at(picture, x, end, 0, -3*down), drawn.at(picture, x, end, 0, 3*down)
			const axis = 8.0 // pixels about the middle, where the line of B lies
			if high := picture.Height / 2 * float64(n) / float64(most); high > axis && apart(inside, page) < 30 ||
				high > axis && n < most && apart(outside, page) > 30 {
				t.Errorf("at level %d bin %d of direction %d does not end at %d runs", level, bin, direction, n)
			}
		}
	}
}

// TestFollow: one run is followed from the level at hand, by a button or by a click on its dot. A line has its step:
// where it was, what it proposed, and whether that was accepted; the map has its dot alone. A kernel that redraws says
// that it proposes nothing. Another question shows all runs again.
func TestFollow(t *testing.T) {
	s := sceneOf(t, explore.Question{Toy: "barrier", T: 20}, "--toy", "barrier", "-T", "20")
	tab := open(t, desk, served(t).link(s.link(2)))
	tab.click(pressAt)
	tab.wait(fmt.Sprintf(`/ed$/.test(%s.textContent)`, element(followed)))
	tab.click(".play")
	for level := 2; level <= s.T; level += 3 { // steps of every kind
		s.checkStep(t, tab, 0, level)
	}
	must.Say(t, text(tab, pressAt), "All runs")
	tab.click(pressAt)
	tab.wait(fmt.Sprintf("%s.hidden && %s.textContent === 'Follow one run'", element(followed), element(pressAt)))
	const run = 57
	spot := s.spot(run, int(s.walk.Cells[s.T-1][run]))
	board := boxes(tab, fmt.Sprintf(mapAt, "q"))[0]
	tab.drag(place{X: board.Left + spot.X*board.Width, Y: board.Top + spot.Y*board.Height})
	tab.wait(fmt.Sprintf(`/^Level [23].*ed$/.test(%s.textContent)`, element(followed))) // from the start
	s.checkStep(t, tab, run, 5)
	value[bool](tab, `(location.hash = "#toy=barrier&kernel=heat-bath&T=20&beta=0", true)`)
	settled(tab)
	tab.wait(element(followed) + ".hidden")
	tab.click(pressAt)
	tab.wait(element(followed) + `.textContent.endsWith("no proposal known")`)
}

// stepWords are the words of a step: its level, its cells, and what became of it.
var stepWords = regexp.MustCompile(`^Level \d+: \((\d), (\d)\) → (?:off the board|\((\d), (\d)\)): ` +
	`(accepted|rejected)$`)

// checkStep puts the slider to a level, and reads the step of a run there.
func (s scene) checkStep(t *testing.T, tab *page, run, level int) {
	t.Helper()
	value[bool](tab, fmt.Sprintf(`((slider) => {
		slider.value = %d;
		return slider.dispatchEvent(new Event("input"));
	})(document.querySelector(".curves input"))`, level-1))
	tab.wait(fmt.Sprintf(`%s.textContent.startsWith("Level %d:")`, element(followed), level))
	said := text(tab, followed)
	read := stepWords.FindStringSubmatch(said)
	if read == nil {
		t.Fatalf("the step is %q", said)
	}
	number := func(text string) int { return must.Have(strconv.Atoi(text))(t) }
	cell := func(row, column string) int {
		if row == "" {
			return -1
		}
		return 7*number(row) + number(column)
	}
	from, to := int(s.walk.Cells[level-2][run]), int(s.walk.Cells[level-1][run])
	proposed := int(s.walk.Proposed[level-2][run])
	if cell(read[1], read[2]) != from || cell(read[3], read[4]) != proposed || (read[5] == "accepted") != (to != from) {
		t.Errorf("run %d goes from %d to %d, proposed %d: it says %s", run, from, to, proposed, said)
	}
	drawn, board := shot(tab), boxes(tab, fmt.Sprintf(mapAt, "q"))[0]
	spot := s.spot(run, to)
	if apart(drawn.at(board, spot.X, spot.Y, 0, 0), color.White) > 30 {
		t.Errorf("at level %d run %d has no dot in cell %d", level, run, to)
	}
	for other, at := range s.walk.Cells[level-1] {
		far := s.spot(other, int(at))
		isNear := math.Hypot((far.X-spot.X)*board.Width, (far.Y-spot.Y)*board.Height) < 12
		if !isNear && apart(drawn.at(board, far.X, far.Y, 0, 0), color.White) < 30 {
			t.Errorf("while run %d is followed, there is a dot of run %d", run, other)
			return
		}
	}
	if strings.HasSuffix(said, "rejected") && proposed >= 0 {
		hollow := s.spot(run, proposed)
		beside := drawn.at(board, float64(proposed%7)/7, float64(proposed/7)/7, 3, 3)
		if apart(drawn.at(board, hollow.X, hollow.Y, 0, 0), beside) < 20 {
			t.Errorf("the cell that run %d proposed has no dot", run)
		}
	}
}
