package weights

import (
	"math"
	"strings"
	"testing"

	"breadboard/chains"
	"breadboard/chains/enumerate"
	"breadboard/chains/programs"
	"breadboard/experiments"
	"breadboard/grid/must"
)

// B from a start is the mean of log w over reverse runs from it, less that over forward runs, along every path of the
// dice: also by a kernel with states of its own, and after steps of the kernel from a draw of the initial density. No
// start but the target has B.
func TestStartsAreEnumerated(t *testing.T) {
	for kernel, cells := range map[string]int{"metropolis": 3, "stretch": 2} {
		start := []float64{0.5, -1, 0}[:cells]
		csv := func(numbers string) string { return strings.Join(strings.Split(numbers, ",")[:cells], ",") + "\n" }
		file := must.File(t, "start.csv", csv("0.5,-1,0"))
		c := must.Have(experiments.Setting{Target: must.File(t, "target.csv", csv("0,1.5,-1")),
			Initial: "tempered:0.3", Kernel: kernel}.Chain())(t)
		var starts []Start
		for _, spec := range []string{"target", "prior", "cell:1", "2", file} {
			starts = append(starts, must.Have(ReadStart(spec))(t))
		}
		row := must.Have(Laws(t.Context(), c, []int{3}, []string{"ais"}, Starts(2, starts), nil))(t)[0]
		e, p, rise, err := Aim(c, at(t, c, 3), "ais")
		must.Do(t, err)
		first, last := p.Ends()
		op, _ := p.Aimed(p.T(), 1)
		within := func(cell int, d chains.Dice) int { // a state of the cell
			each := p.StatesPerCell()
			return cell*each + d.Pick(chains.Normalized(last[cell*each:(cell+1)*each]))
		}
		draws := []func(d chains.Dice) int{
			func(d chains.Dice) int { return d.Pick(chains.Normalized(last)) },
			func(d chains.Dice) int { return d.Pick(chains.Normalized(first)) },
			func(d chains.Dice) int { return within(1, d) },
			func(d chains.Dice) int {
				x := d.Pick(chains.Normalized(first))
				x = op.Step(x, d)
				return op.Step(x, d)
			},
			func(d chains.Dice) int { return within(d.Pick(chains.Normalized(start)), d) },
		}
		fwd, logw := 0., 0.
		for prob := range enumerate.Every(func(d chains.Dice) { _, logw = e.Forward(d) }) {
			fwd += prob * logw
		}
		seen := map[float64]bool{}
		for i, s := range row.Starts.Value {
			rev := 0.
			reverse := func(d chains.Dice) { logw = e.(programs.Program).Reverse(draws[i](d), d) }
			for prob := range enumerate.Every(reverse) {
				rev += prob * logw
			}
			must.Near(t, s.RevLogW, rev+rise, 1e-12, "%s: E_rev[log w] from %s", kernel, s.From)
			must.Near(t, s.B, rev-fwd, 1e-12, "%s: B from %s", kernel, s.From)
			must.Near(t, s.Wrong, s.B-row.Starts.Value[0].B, 1e-12, "%s: B from %s is off", kernel, s.From)
			seen[math.Round(s.B*1e6)] = true
			if below := s.Below; below.Unknown != "" || !(below.Value.Own.Value > 0 && below.Value.Own.Value <= 1) {
				t.Errorf("%s: the chance from %s is %v", kernel, s.From, below)
			}
		}
		if len(seen) != len(starts) {
			t.Errorf("%s: some starts have the same B: %v", kernel, seen)
		}
	}
}

// A program whose law from one cell is not known has B from each start, and no chance; one without a reverse has
// neither. A start where the target has no mass has no chance.
func TestStartsThatAreNotKnown(t *testing.T) {
	c := must.Have(experiments.Setting{Target: must.File(t, "wall.csv", "0,1,-inf\n"),
		Initial: "file:" + must.File(t, "everywhere.csv", "0,0,0\n")}.Chain())(t)
	rows := must.Have(Laws(t.Context(), c, []int{2}, []string{"sir:2", "ns:2", "importance"},
		Starts(2, []Start{FromTarget, fromPrior}), nil))(t)
	sir, ns := rows[0].Starts, rows[1].Starts
	if sir.Value[0].Below.Unknown == "" || !(sir.Value[0].B > 0) {
		t.Errorf("sir: %+v", sir)
	}
	if ns.Unknown != NoReverse {
		t.Errorf("nested sampling: %+v", ns)
	}
	importance := rows[2].Starts
	if importance.Value[0].Below.Unknown != "" || importance.Value[1].Below.Unknown == "" {
		t.Errorf("importance: %+v", importance)
	}
}
