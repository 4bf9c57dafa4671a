package validation

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"breadboard/chains"
	"breadboard/chains/laws"
	"breadboard/exact/spectra"
	"breadboard/grid"
	"breadboard/grid/text"
)

// structural reports whether a finding is about the pattern of possible moves.
func structural(f laws.Finding) bool { return f.Law == laws.Connected }

// structure returns the finding about a level's pattern: whether every cell with mass leads to every other. It is
// unclear if masses span more than floats do: a move whose probability is below 1e-308 is written as 0.
func structure(w *laws.LevelMatrices, p *Pattern) laws.Finding {
	apart := p.unconnected()
	connected := laws.Finding{Law: laws.Connected, OK: true, Value: float64(len(apart))}
	if len(apart) > 0 {
		connected.Witness = p.parts(w.Grid, w.P)
		connected.Unclear = chains.LogSpan(w.LogF) > chains.MaxLogSpan
		connected.OK = connected.Unclear
	}
	return connected
}

// parts returns which cells never meet, in words.
func (p *Pattern) parts(g grid.Grid, mass []float64) string {
	name := func(x int) string { return laws.Cell(g, x) }
	all := len(chains.Support(mass))
	some := func(cells []int) string {
		percent := 100 * floats.Sum(chains.In(cells, mass))
		return fmt.Sprintf("%d of %d cells (%.3g%% of the mass)", len(cells), all, percent)
	}
	closed := len(slices.DeleteFunc(slices.Clone(p.Classes), func(c spectra.Class) bool { return !c.Closed }))
	switch {
	case len(p.Absorbing) == all:
		return fmt.Sprintf("the chain never moves: each of the %d cells leads to itself alone", all)
	case len(p.Transient) > 0:
		say := fmt.Sprintf("the chain leaves %s for good, %s first", some(p.Transient), name(p.Transient[0]))
		if len(p.Absorbing) > 0 {
			say += fmt.Sprintf(", and never leaves %s", name(p.Absorbing[0]))
		}
		return say
	}
	say := fmt.Sprintf("from %s, the heaviest, no way leads to %s, %s first", name(p.Heaviest), some(p.Unreached),
		name(p.Unreached[0]))
	if closed > 2 {
		say += fmt.Sprintf("; %d parts never meet", closed)
	}
	return say
}

// A Pattern has facts that follow from a chain's possible moves, whatever their probabilities. It is known even if the
// rows are no probabilities. If only samples are seen, it has the moves that were seen, and others may exist.
type Pattern struct {
	Heaviest  int             // the cell of the largest mass
	Unreached []int           // cells with mass that are never reached from the heaviest
	Period    int             // the least common multiple of the closed classes'
	Classes   []spectra.Class // of the cells with mass and of those that they lead to
	Transient []int           // cells with mass that the chain leaves for good
	Absorbing []int           // cells that it never leaves
}

// unconnected returns the cells with mass that the heaviest does not lead to, or that do not lead back to it.
func (p *Pattern) unconnected() []int {
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(p.Unreached, p.Transient))))
}

// patternFrom returns the pattern of the entries above 0, on the cells with mass.
func patternFrom(m spectra.Matrix, mass []float64) *Pattern {
	p := &Pattern{Heaviest: floats.MaxIdx(mass)}
	for x, is := range m.Reached([]int{p.Heaviest}) {
		if !is && mass[x] > 0 {
			p.Unreached = append(p.Unreached, x)
		}
	}
	var states []int // closed under the moves
	for x, is := range m.Reached(chains.Support(mass)) {
		if is {
			states = append(states, x)
		}
	}
	p.Classes = m.On(states).Classes()
	for _, class := range p.Classes {
		for k, x := range class.States {
			class.States[k] = states[x]
		}
	}
	p.Period = spectra.Period(p.Classes)
	for _, c := range p.Classes {
		switch {
		case !c.Closed:
			p.Transient = append(p.Transient, slices.DeleteFunc(slices.Clone(c.States),
				func(x int) bool { return mass[x] == 0 })...)
		case len(c.States) == 1 && c.Period > 0: // it leads to itself
			p.Absorbing = append(p.Absorbing, c.States[0])
		}
	}
	slices.Sort(p.Transient)
	return p
}

// tolerated returns the rows without errors within the tolerance. If entries have few digits, a rare move is written as
// 0: such a move exists if the move back does, and if detailed balance makes it no larger than the tolerance.
func tolerated(w *laws.LevelMatrices) [][]float64 {
	rows, tolerance := rowsSummingTo1(w), float64(w.Tolerance)
	if tolerance == 0 {
		return rows
	}
	for x, row := range rows {
		for y, back := range w.P {
			if row[y] == 0 && rows[y][x] > 0 && back*rows[y][x] <= tolerance*w.P[x] {
				row[y] = tolerance
			}
		}
	}
	return rows
}

// axisMoves counts the moves that can change one axis.
type axisMoves struct {
	changed bool // some move changes it
	moves   int  // from cells with a neighbour along it that is no less than a third as heavy
	moving  int  // those of them that change some axis
}

// seeAxes counts the moves of a level that can change each axis.
func (v *Validation) seeAxes(l *seenLevel) {
	if v.axes == nil {
		v.axes = make([]axisMoves, l.Grid.Axes())
	}
	stays := func(x int) int { return l.seen.Count(x, x) }
	for a := range v.axes {
		for at := range l.seen.All() {
			v.axes[a].changed = v.axes[a].changed || l.Grid.Coord(at[0], a) != l.Grid.Coord(at[1], a)
		}
		for x, p := range l.P {
			heavy := slices.ContainsFunc(l.Grid.Shifts(a), func(s grid.Shift) bool {
				return l.Grid.Stays(x, s) && !l.Grid.Wall(x+s.By) && 3*l.P[x+s.By] >= p && p > 0
			})
			if heavy {
				v.axes[a].moves += l.seen.From(x)
				v.axes[a].moving += l.seen.From(x) - stays(x)
			}
		}
	}
}

// stuck returns an axis that none of all moves changes, though enough of them had a chance to. Only moves that change
// something have one, twice as many as are sure to; if none does, it takes five times as many.
func (v *Validation) stuck() (axis int, stuck bool) {
	axis = slices.IndexFunc(v.axes, func(a axisMoves) bool {
		return !a.changed && (a.moving >= 2*v.movesToBeSure() || v.moved == 0 && a.moves >= 5*v.movesToBeSure())
	})
	return axis, axis >= 0
}

// movesToBeSure returns a number of moves in which a right kernel surely changes an axis: a move that is taken with a
// hundredth of the probability of the fault is missed with probability exp(-5).
func (v *Validation) movesToBeSure() int { return int(500 / v.sampling.Fault) }

// patternOf returns the pattern of the moves that are seen at these levels; nil if there are too many cells.
func patternOf(levels ...*seenLevel) *Pattern {
	mass := levels[0].P
	if len(mass) > spectra.MaxStates {
		return nil
	}
	seen := make(spectra.Matrix, len(mass))
	for x := range seen {
		seen[x] = make([]float64, len(mass))
	}
	for _, l := range levels {
		for at := range l.seen.All() {
			seen[at[0]][at[1]] = 1
		}
	}
	return patternFrom(seen, mass)
}

// apart returns the parts of the cells between which no move is seen, each of which the moves join; nil if there is one
// part, or if cells are left and not entered: that may be seldom, and by moves from any part.
func (p *Pattern) apart() (parts [][]int) {
	if p == nil || len(p.Transient) > 0 || len(p.Classes) == 1 {
		return nil
	}
	for _, class := range p.Classes {
		parts = append(parts, class.States)
	}
	return parts
}

// apart returns the parts of the cells at the last level. It is sure if they would have met with probability 1-alpha:
// if one in fewOfCell of the moves that leave some cell leads out of its part, or one in fewOfPart of those that leave
// the cells of some part, at that level, or at all levels where no move of any does.
func (v *Validation) apart() (parts [][]int, sure bool) {
	const fewOfCell = 25
	fewOfPart := 25 / v.sampling.Fault
	last := v.lastSeen()
	parts = patternOf(last).apart()
	if parts == nil {
		return nil, false
	}
	for _, levels := range [][]*seenLevel{{last}, v.seen} {
		all := patternOf(levels...).apart()
		enough := all != nil
		for _, part := range all {
			leftPart := 0
			for _, x := range part {
				left := 0
				for _, l := range levels {
					left += l.seen.From(x) - l.seen.Count(x, x)
				}
				leftPart += left
				enough = enough && float64(left) >= -fewOfCell*math.Log(alpha)
			}
			enough = enough && float64(leftPart) >= -fewOfPart*math.Log(alpha)
		}
		sure = sure || enough
	}
	return parts, sure
}

// lastSeen returns the last level.
func (v *Validation) lastSeen() *seenLevel { return v.seen[len(v.seen)-1] }

// unconnectedLevels returns the levels at which counted moves do not connect all cells, of a kernel that is to.
func (v Validation) unconnectedLevels() []Level {
	if !v.BySamples || v.Candidate.Role != Whole {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Levels), func(l Level) bool {
		return l.Pattern == nil || len(l.Pattern.unconnected()) == 0
	})
}

// noteUnconnected notes which cells the moves do not connect.
func (v *Validation) noteUnconnected() {
	apart := v.unconnectedLevels()
	if len(apart) == 0 {
		return
	}
	l, also := apart[0], ""
	if len(v.Levels) > 1 {
		also = fmt.Sprintf("; so it is at %d of %d betas", len(apart), len(v.Levels))
	}
	v.note("by the %s moves at beta = %.6g %s%s", text.Thousands(l.moves), l.Beta,
		l.Pattern.parts(v.Candidate.Grid, l.P), also)
}

// seenStructure returns the finding about the pattern from counted moves. Moves can show that all cells are connected.
// An axis that no move of many changes is a fault of the kernel, and so are parts of the cells that would have met.
func (v *Validation) seenStructure() laws.Finding {
	f := laws.Finding{Law: laws.Connected, OK: true, Value: math.NaN(), Limit: math.NaN()}
	axis, stuck := v.stuck()
	parts, sure := v.apart()
	switch {
	case stuck:
		f.OK = false
		f.Witness = fmt.Sprintf("of %s moves from cells with a neighbour along axis %d, none changes it",
			text.Thousands(v.axes[axis].moves), axis+1)
	case sure:
		l := v.lastSeen()
		f.OK = false
		f.Witness = l.atBeta("%d parts of the cells never meet: of %s moves none led from one to another, as from %s "+
			"to %s", len(parts), text.Thousands(l.seen.Moves()), laws.Cell(l.Grid, parts[0][0]),
			laws.Cell(l.Grid, parts[1][0]))
	default:
		f.Unclear = v.Last().Pattern == nil || len(v.unconnectedLevels()) > 0
	}
	return f
}
