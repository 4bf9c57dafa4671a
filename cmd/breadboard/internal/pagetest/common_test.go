package pagetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// twoBridges are two settings on one target that differ in their bridges.
const twoBridges = "toy=barrier&T=100&b.toy=barrier&b.bridge=mixture&b.T=100"

// fieldsOf counts the fields of a part of the setting that are to be seen: one of both sides, or one of each.
func fieldsOf(group string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('.setting > [data-group="%s"] .field')].filter((one) =>
		one.checkVisibility()).length`, group)
}

// chosen sets a select of a side as a reader does.
func chosen(tab *page, side, group, to string) {
	tab.wait(fmt.Sprintf(`(() => {
		const select = document.querySelector('[data-group="%s"] [data-side="%s"] select');
		select.value = "%s";
		select.dispatchEvent(new Event("change"));
		return select.value === "%s";
	})()`, group, side, to, to))
}

// asks waits until the page's link says this of both settings, in its keys kernel, schedule or T.
func asks(tab *page, key, left, right string) {
	tab.t.Helper()
	tab.wait(fmt.Sprintf(`(() => {
		const link = new URLSearchParams(location.hash.slice(1));
		return link.get("%[1]s") === "%[2]s" && link.get("b.%[1]s") === "%[3]s";
	})()`, key, left, right))
}

// What is the same on both sides has one field, and is set on both. Split parts it, by mouse and by keys, and Join
// unites it again: the right side then has what the left one has. The numbers are those of the command.
func TestSplitAndJoin(t *testing.T) {
	tab := open(t, desk, served(t).link("toy=barrier&T=20"))
	tab.click("#compare")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 3`)
	settled(tab)
	for _, group := range []string{"target", "initial", "kernel", "bridge", "schedule", "T"} {
		tab.wait(fieldsOf(group) + " === 1")
	}
	chosen(tab, "a", "kernel", "heat-bath")
	asks(tab, "kernel", "heat-bath", "heat-bath")
	const splits = `.setting > [data-group="kernel"] .splits`
	tab.wait(element(splits) + ".checkVisibility()")
	tab.click(splits)
	tab.wait(fieldsOf("kernel") + " === 2")
	chosen(tab, "b", "kernel", "metropolis")
	asks(tab, "kernel", "heat-bath", "metropolis")
	value[bool](tab, `(() => {
		const box = document.querySelector('[data-group="T"] [data-side="a"] input[type="number"]');
		box.value = 30;
		return box.dispatchEvent(new Event("change"));
	})()`)
	asks(tab, "T", "30", "30")
	settled(tab)
	numbers(tab, 1).holds(t, exactly(t, "--toy", "barrier", "--kernel", "heat-bath", "-T", "30"))
	numbers(tab, 2).holds(t, exactly(t, "--toy", "barrier", "-T", "30"))
	tab.focus(splits)
	tab.press(kb.Enter)
	asks(tab, "kernel", "heat-bath", "heat-bath")
	tab.wait(fieldsOf("kernel") + " === 1")
	if at := value[string](tab, "document.activeElement.textContent"); at != "Split" {
		t.Errorf("after Join the focus is at %q, want the button, which says Split", at)
	}
	tab.press(" ")
	tab.wait(fieldsOf("kernel") + " === 2")
	tab.click("#undo") // the joining
	asks(tab, "kernel", "heat-bath", "metropolis")
	tab.wait(fieldsOf("kernel") + " === 2")
	tab.click("#compare")
	tab.wait(`document.querySelectorAll("#numbers tbody tr").length === 1`)
	tab.wait(`[...document.querySelectorAll(".splits")].every((one) => !one.checkVisibility())`)
}

// still says that nothing above the views is on its way any more, which would move them.
const still = `document.querySelectorAll(".stale, .waiting").length === 0 && ` +
	`![...document.querySelectorAll(".strips .end")].some((one) => one.textContent.includes("…"))`

// A schedule that both settings have is dragged for both, and one that is split for its own side alone.
func TestScheduleOfTwoIsDragged(t *testing.T) {
	tab := open(t, desk, serve(t).link("toy=barrier&T=30&b.toy=barrier&b.T=30&view=why"))
	drag := func(side string, by float64) {
		point := `[data-side="` + side + `"] .handle:nth-child(4)`
		tab.wait(`document.querySelector('` + point + `')?.getAttribute("aria-label").includes("; J ")`)
		tab.wait(still)
		from := tab.centre(point)
		tab.drag(from, place{X: from.X + 10, Y: from.Y}, place{X: from.X + by, Y: from.Y})
	}
	drag("a", 25)
	if value[bool](tab, `document.querySelector('[data-side="b"] .handle')
		.checkVisibility({visibilityProperty: true})`) {
		t.Error("one schedule has two rows of points")
	}
	tab.wait(`location.hash.includes("&schedule=curve:0:") && location.hash.includes("&b.schedule=curve:0:")`)
	link := question(tab)
	if link.Get("schedule") != link.Get("b.schedule") {
		t.Errorf("the schedule of both is dragged to %s and %s", link.Get("schedule"), link.Get("b.schedule"))
	}
	tab.wait(still)
	tab.click(`.setting > [data-group="schedule"] .splits`)
	tab.wait(fieldsOf("schedule") + " === 2")
	chosen(tab, "b", "schedule", "linear")
	asks(tab, "schedule", link.Get("schedule"), "linear")
	settled(tab)
	drag("b", 45)
	tab.wait(`new URLSearchParams(location.hash.slice(1)).get("b.schedule").startsWith("curve:")`)
	now, left := question(tab), link.Get("schedule")
	if now.Get("schedule") != left || now.Get("b.schedule") == left {
		t.Errorf("the right schedule is dragged, and the link has %v", now)
	}
}

// A picture is what a chart in the page has: the axes of its panels and whose lines each has, or the ends of scales.
type picture struct {
	Name   string
	X, Y   [][]float64
	Labels []string
	Lines  [][]string // colours of the lines of each panel, each once
	Names  []string   // in its legend, and at the ends of lines
	Scales map[string]string
}

// pictures reads all charts of the view that is open.
const pictures = `[...document.querySelectorAll("#view figure.chart")].filter((one) => one.checkVisibility()).map(
	(figure) => {
	const panels = [...figure.querySelectorAll('svg[role="img"]')];
	const planes = panels.filter((svg) => svg.querySelector(".series"));
	const names = [...figure.querySelectorAll('.chart-legend text, [aria-label="names of lines"] text')];
	const texts = (all) => [...all].map((one) => one.textContent);
	const domain = (svg, axis) => [...svg.scale(axis).domain].map(Number);
	const label = (svg) => svg.querySelector('[aria-label="y-axis label"]')?.textContent ?? "";
	const ends = (svg) => texts(svg.querySelectorAll('[aria-label="scale"] text')).join();
	const scales = Object.fromEntries(panels.filter(ends)
		.map((svg) => [svg.getAttribute("aria-label").split(/ (?:nats|probability|standard errors):|:/)[0],
			ends(svg)]));
	return {name: figure.getAttribute("aria-label"), x: planes.map((svg) => domain(svg, "x")),
		y: planes.map((svg) => domain(svg, "y")), labels: planes.map(label), names: texts(names), scales,
		lines: planes.map((svg) => [...new Set([...svg.querySelectorAll('.series[aria-label="line"]')]
			.map((one) => one.getAttribute("stroke")))].sort())};
})`

// Of two settings every chart of every view has both: their lines share its axes, told apart by colour, under one
// legend, and maps of one kind end at one place of their scale. Panels of one unit have one range, and no chart is
// there twice. The maps above share their scale too.
func TestTwoSettingsShareTheirAxes(t *testing.T) {
	tab := open(t, desk, serve(t).link(twoBridges+"&beta=0.5"))
	ends := value[[]string](tab, `[...document.querySelectorAll(".map[data-law=q-less] .scale")].map((one) =>
		[...one.querySelectorAll("span:not(.told)")].map((end) => end.textContent).join())`)
	if len(ends) != 2 || ends[0] != ends[1] {
		t.Errorf("the maps of q - p have the scales %q", ends)
	}
	units, pairs := []string{"nats", "steps", "share of the runs"}, 0
	for _, view := range all {
		pick(tab, view)
		if view == "sampled" {
			tab.focus("#view button.main")
			tab.press(kb.Enter)
		}
		tab.wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0 && ` +
			`!/being computed|is followed to the end/.test(document.querySelector("#view").textContent) && ` +
			`document.querySelectorAll("#view figure.chart").length > 0`)
		if view == "sampled" {
			tab.wait(`document.querySelector("#view button.main").textContent === "Run the chains"`)
		}
		if view == "cells" {
			// The laws along the annealing come after what the part waits for.
			tab.wait(element(`#view svg[aria-label^="B, this step, right"]`))
		}
		seen := map[string]bool{}
		for _, p := range value[[]picture](tab, pictures) {
			ranges := map[string][]float64{}
			for i, colours := range p.Lines {
				if want := []string{"var(--line-0)", "var(--line-1)"}; !slices.Equal(colours, want) {
					t.Errorf("%s, %s, %s: the lines are in %q, want those of both settings", view, p.Name, p.Labels[i],
						colours)
				}
				if !slices.Equal(p.X[i], p.X[0]) {
					t.Errorf("%s, %s: panels reach from side to side over %v and %v", view, p.Name, p.X[i], p.X[0])
				}
				for _, unit := range units {
					if !strings.Contains(p.Labels[i], unit) || strings.HasPrefix(p.Labels[i], "the schedule") {
						continue
					}
					if before, there := ranges[unit]; there && !slices.Equal(before, p.Y[i]) {
						t.Errorf("%s, %s: panels of %s reach over %v and %v", view, p.Name, unit, before, p.Y[i])
					}
					ranges[unit] = p.Y[i]
				}
				if what := p.Name + p.Labels[i]; seen[what] {
					t.Errorf("%s: %s is there twice", view, what)
				} else {
					seen[what] = true
				}
			}
			lefts := len(slices.DeleteFunc(slices.Clone(p.Names), func(name string) bool { return name != "left" }))
			if len(p.Lines) > 0 && lefts != 1 {
				t.Errorf("%s, %s: the left setting is named %d times: %q", view, p.Name, lefts, p.Names)
			}
			for name, left := range p.Scales {
				kind, isLeft := strings.CutSuffix(name, ", left")
				if !isLeft || kind == "slowest mode" { // which has no size
					continue
				}
				pairs++
				if right := p.Scales[kind+", right"]; right != left {
					t.Errorf("%s: the map %s ends at %s, and that of the right setting at %q", view, name, left, right)
				}
			}
		}
	}
	if pairs < 4 { // J, B twice, and the final states
		t.Errorf("the views have %d pairs of maps on one scale", pairs)
	}
}

// Two settings take little more of a phone than one does: what both have stands there once. The page of two had 7,800
// pixels before that.
func TestPhoneIsNotLong(t *testing.T) {
	s := serve(t)
	for link, most := range map[string]float64{"toy=barrier&T=100": 4600, twoBridges: 5400} {
		for _, view := range all {
			tab := open(t, phone, s.link(link+"&view="+view))
			tab.wait(`document.querySelectorAll("#view .stale, #view .waiting").length === 0 && ` +
				`!document.querySelector("#view").textContent.includes("being computed")`)
			high := value[float64](tab, "document.documentElement.scrollHeight")
			t.Logf("%s, %s: %v pixels", link, view, high)
			if high > most {
				t.Errorf("%s, %s: the page has %v pixels on a phone, want at most %v", link, view, high, most)
			}
		}
	}
}

// A link to a view that went opens the one in its place, at its level, without a word.
func TestOldViewsOpen(t *testing.T) {
	s := served(t)
	for _, old := range []string{"levels&less=reverse-p&colours=all&by=t", "spectrum"} {
		tab := open(t, desk, s.link("toy=barrier&T=20&beta=0.5&view="+old))
		tab.wait(`document.querySelector("#tab-cells").getAttribute("aria-selected") === "true"`)
		tab.wait(element(slider) + `.getAttribute("aria-valuetext").includes("of 20, β\u00a0=\u00a00.")`)
		if tab.has("#said") {
			t.Errorf("of view=%s the page says %s", old, value[string](tab, element("#said")+".textContent"))
		}
	}
}
