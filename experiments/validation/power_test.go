package validation

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"breadboard/chains"
	"breadboard/chains/diagnostics"
	"breadboard/chains/evidence"
	"breadboard/chains/laws"
	"breadboard/chains/sample"
	"breadboard/experiments"
	"breadboard/grid"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
	"breadboard/toys"
)

// The study of power: the least number of draws by which a test finds a bug half of the time, at powerLevel for the
// test as a whole. Tests of a kernel and a model have a model of their own, of 7x7 cells and three data, so that the
// law of every statistic is a sum. All other tests are of the annealing that bugs are seeded in.
const (
	powerLevel = 1e-4
	half       = 0.5
	rankOthers = 3
	diagnosed  = 1000 // states of each of four chains, for the rules that have no level
	thinned    = 20   // of so many steps one is kept
	diagnoses  = 20   // how often
)

// powered is the model: a prior on the cells, and three data that each cell draws with its own probabilities. Log f is
// half of EASY's, so that Metropolis forgets its start in some hundred steps.
type powered struct {
	grid  grid.Grid
	prior []float64
	given [][]float64 // p(y | x), by y
	data  []float64   // p(y)
}

func newPowered() powered {
	logs := func(seed uint64) []float64 {
		logf := slices.Clone(toys.Easy(seed).LogF)
		floats.Scale(0.5, logf)
		return logf
	}
	m := powered{grid: toys.Easy(1).Grid, prior: chains.Normalized(logs(1))}
	for y := range uint64(3) {
		m.given = append(m.given, logs(2+y))
	}
	for x := range m.prior {
		logs := []float64{m.given[0][x], m.given[1][x], m.given[2][x]}
		for y, p := range chains.Normalized(logs) {
			m.given[y][x] = p
		}
	}
	for _, p := range m.given {
		m.data = append(m.data, floats.Dot(p, m.prior))
	}
	return m
}

// joint is log p(x, y) by cell.
func (m powered) joint(y int) []float64 {
	logf := make([]float64, len(m.prior))
	for x, p := range m.prior {
		logf[x] = math.Log(p * m.given[y][x])
	}
	return logf
}

// A statistic has a value for each y and x.
type statistic struct {
	name  string
	value [][]float64
}

// statistics are those of package geweke. The data are a statistic too, unless x is ranked.
func (m powered) statistics(ranked bool) (all []statistic) {
	add := func(name string, of func(x, y int) float64) {
		s := statistic{name: name}
		for y := range m.data {
			s.value = append(s.value, make([]float64, len(m.prior)))
			for x := range m.prior {
				s.value[y][x] = math.Round(of(x, y)*1e9) / 1e9
			}
		}
		all = append(all, s)
	}
	add("cell", func(x, _ int) float64 { return float64(x) })
	for axis := range 2 {
		add(fmt.Sprintf("latent %d", axis+1), func(x, _ int) float64 { return float64(m.grid.Coord(x, axis)) })
		for v := range m.grid.Len(axis) {
			add(fmt.Sprintf("latent %d is %d", axis+1, v), func(x, _ int) float64 {
				if m.grid.Coord(x, axis) == v {
					return 1
				}
				return 0
			})
		}
	}
	if !ranked {
		add("data", func(_, y int) float64 { return float64(y) })
	}
	add("log prior", func(x, _ int) float64 { return math.Log(m.prior[x]) })
	add("log likelihood", func(x, y int) float64 { return math.Log(m.given[y][x]) })
	add("log posterior", func(x, y int) float64 { return m.joint(y)[x] - math.Log(m.data[y]) })
	return all
}

// moves are the rows of a kernel at each datum, and of its reversal, by the datum that it was aimed at before.
type moves struct {
	rows, back [3][3][][]float64
	stale      bool // the rows do depend on that
}

func (m powered) moves(k chains.Kernel) (all moves) {
	for before := range m.data {
		for y := range m.data {
			op := k.On(m.grid)
			for _, at := range []int{before, y} {
				logf := m.joint(at)
				l := chains.NewLevel(chains.Geometric{From: logf, To: logf}, len(logf))
				l.Move(2, 1)
				op.Aim(l)
			}
			all.rows[before][y] = drawable(laws.RowsOf(op, len(m.prior)))
			all.back[before][y] = drawable(laws.RowsOf(op.Reversal(), len(m.prior)))
			all.stale = all.stale || !slices.EqualFunc(all.rows[before][y], all.rows[0][y], slices.Equal[[]float64])
		}
	}
	return all
}

// drawable are rows as a sampler reads them: what is no probability is 0, and the rest sums to 1.
func drawable(rows [][]float64) [][]float64 {
	all := make([][]float64, len(rows))
	for x, row := range rows {
		all[x] = make([]float64, len(row))
		for y, p := range row {
			if p > 0 && !math.IsInf(p, 1) {
				all[x][y] = p
			}
		}
		floats.Scale(1/floats.Sum(all[x]), all[x])
	}
	return all
}

// A need is a number of draws, and the statistic that needs so few; none if there is no such number.
type need struct {
	draws float64
	by    string
}

func fewest(needs []need) need {
	return slices.MinFunc(needs, func(a, b need) int { return cmp.Compare(a.draws, b.draws) })
}

var never = need{draws: math.Inf(1)}

// against is the need of Pearson's test.
func against(q, p []float64, level float64, by string) need {
	if n := evidence.NeededAgainst(q, p, level, half); n < 1e15 {
		return need{float64(n), by}
	}
	return never
}

// jointly is the need of Geweke's test after so many steps: n pairs each way find a distance D at level u if 2 exp(-n
// D²) is u. It is a bound from above, because the largest distance seen is more than D half of the time.
func (m powered) jointly(all moves, steps int) need {
	var q [3][]float64 // by the data that the kernel saw last, and x
	for y, p := range m.data {
		q[y] = slices.Clone(m.prior)
		floats.Scale(p, q[y])
	}
	for range steps {
		var next [3][]float64
		for y := range next {
			next[y] = make([]float64, len(m.prior))
			for before, law := range q {
				for x, mass := range law {
					floats.AddScaled(next[y], mass*m.given[y][x], all.rows[before][y][x])
				}
			}
		}
		q = next
	}
	needs, statistics := []need{never}, m.statistics(false)
	for _, s := range statistics {
		excess := map[float64]float64{} // by value: the mass at the end of chains, less the right one
		for y := range q {
			for x, mass := range q[y] {
				excess[s.value[y][x]] += mass - m.prior[x]*m.given[y][x]
			}
		}
		sum, distance := 0.0, 0.0
		for _, v := range slices.Sorted(maps.Keys(excess)) {
			sum += excess[v]
			distance = max(distance, math.Abs(sum))
		}
		if distance > invisible {
			level := powerLevel / float64(len(statistics))
			needs = append(needs, need{math.Ceil(math.Log(2/level) / (distance * distance)), s.name})
		}
	}
	return fewest(needs)
}

// rankLaw is the law of the rank by a statistic, states being so many steps apart.
func (m powered) rankLaw(all moves, s statistic, steps int, calibration bool) []float64 {
	law := make([]float64, rankOthers+1)
	for y, p := range m.data {
		for before, weight := range m.data {
			if !all.stale { // what it was aimed at before does not matter
				if before != y {
					continue
				}
				weight = 1
			}
			r := ranked{p: chains.Normalized(m.joint(y)), others: rankOthers, value: s.value[y],
				rows: several(all.rows[before][y], steps)}
			if calibration {
				r.start = m.prior
			} else {
				r.back = several(all.back[before][y], steps)
			}
			floats.AddScaled(law, p*weight, r.law())
		}
	}
	return law
}

// ranked is the need of a rank test by the best of its statistics.
func (m powered) ranked(all moves, steps int, calibration bool) need {
	even, needs := chains.Normalized(make([]float64, rankOthers+1)), []need{never}
	statistics := m.statistics(true)
	for _, s := range statistics {
		needs = append(needs, against(m.rankLaw(all, s, steps, calibration), even,
			powerLevel/float64(len(statistics)), s.name))
	}
	return fewest(needs)
}

// diagnosed counts in how many of the runs of four chains, each from the prior, R-hat and ESS say that not all is well,
// of a latent or of log f.
func (m powered) diagnosed(all moves) (rhat, ess int) {
	step := by(all.rows[0][0])
	for seed := range uint64(diagnoses) {
		d, logf := sample.Seeded(seed, 5), m.joint(0)
		var values [3][][]float64
		for range 4 {
			x, chain := d.Pick(m.prior), [3][]float64{}
			for range diagnosed {
				for range thinned {
					x = step(x, d)
				}
				for i, v := range []float64{float64(m.grid.Coord(x, 0)), float64(m.grid.Coord(x, 1)), logf[x]} {
					chain[i] = append(chain[i], v)
				}
			}
			for i := range values {
				values[i] = append(values[i], chain[i])
			}
		}
		fine := map[string]bool{"r-hat-rank": true, "ess-bulk": true}
		for _, v := range values {
			c := diagnostics.NewChains(v)
			for _, k := range diagnostics.Catalogue {
				if was, ok := fine[k.Name]; ok {
					fine[k.Name] = was && k.Fine(k.Of(c), 4)
				}
			}
		}
		if !fine["r-hat-rank"] {
			rhat++
		}
		if !fine["ess-bulk"] {
			ess++
		}
	}
	return rhat, ess
}

// atLevels are the needs of the tests of moves, at all levels of the annealing alike: whether draws of p stay draws of
// p, and whether the moves from every cell are those of the declared kernel.
func atLevels(b Bug) (stays, rows need) {
	s := Seeded(b)
	wrong := newProgram(s, b).levels
	needs := []need{never}
	byRows := []need{never}
	var right []*laws.Written
	if s.Declared != nil {
		right = newProgram(Seeded(Bug{Kernel: s.Declared}), Bug{}).levels
	}
	for t, l := range wrong {
		at := fmt.Sprintf("level %d", t+1)
		is := drawable(l.Rows)
		level := powerLevel / float64(len(wrong))
		support := chains.Support(l.P)
		n := against(pushed(l.P, is), l.P, level, at)
		needs = append(needs, need{n.draws * float64(len(wrong)), at})
		if right == nil {
			continue
		}
		for _, x := range support {
			n := against(is[x], right[t].Rows[x], level/float64(len(support)), at)
			byRows = append(byRows, need{n.draws * float64(len(wrong)*len(support)), fmt.Sprintf("%s, cell %d", at, x)})
		}
	}
	return fewest(needs), fewest(byRows)
}

// weighed is the need of the means of w and of 1/w, by runs of the annealing each way.
func weighed(b Bug) need {
	p, needs := newProgram(Seeded(b), b), []need{never}
	for name, mean := range map[string]func(k float64) float64{"mean of w": p.meanUp, "mean of 1/w": p.meanDown} {
		m, square := mean(1), mean(2)
		z := distuv.UnitNormal.Quantile(1 - powerLevel/4)
		if off := math.Abs(m - 1); off > 1e-12 && !math.IsInf(square, 0) {
			needs = append(needs, need{math.Ceil(z * z * (square - m*m) / (off * off)), name})
		}
	}
	return fewest(needs)
}

// meanUp is the mean of (w/R)^k over forward runs, and meanDown of (R/w)^k over reverse runs.
func (p *program) meanUp(k float64) float64 {
	q := p.forwardFrom
	for t := 2; t <= p.T(); t++ {
		step := p.into(t)
		rows := drawable(p.levels[t-1].Rows)
		next := make([]float64, len(q))
		for x, mass := range q {
			for y, v := range rows[x] {
				if mass*v > 0 {
					next[y] += mass * v * math.Exp(k*(step.Forward(x, y)-step.Rise))
				}
			}
		}
		q = next
	}
	return floats.Sum(q)
}

func (p *program) meanDown(k float64) float64 {
	q := p.reverseOf
	for t := p.T(); t >= 2; t-- {
		step := p.into(t)
		rows := drawable(p.levels[t-1].Back)
		next := make([]float64, len(q))
		for y, mass := range q {
			for x, v := range rows[y] {
				if mass*v > 0 {
					next[x] += mass * v * math.Exp(-k*(step.Reverse(x, y)-step.Rise))
				}
			}
		}
		q = next
	}
	return floats.Sum(q)
}

// A powerTest is a column of the table.
type powerTest struct {
	key, head string
	moves     int                             // of the kernel that a draw takes
	of        func(m powered, all moves) need // nil if it is a test of the annealing
}

// powerTests are the columns whose needs are computed.
var powerTests = []powerTest{
	{"stays", "p stays p", 1, nil}, {"rows", "rows", 1, nil}, {"weights", "means of w", seededLevels - 1, nil},
	jointTest("joint_1", "joint, 1 step", 1), jointTest("joint_20", "joint, 20 steps", 20),
	rankTest("sbc_20", "SBC, 20 apart", 20, true), rankTest("sbc_200", "SBC, 200 apart", 200, true),
	rankTest("invariance_1", "invariance, 1 apart", 1, false), rankTest("invariance_20",
		"invariance, 20 apart", 20, false),
}

func jointTest(key, head string, steps int) powerTest {
	return powerTest{key, head, steps, func(m powered, all moves) need { return m.jointly(all, steps) }}
}

func rankTest(key, head string, steps int, calibration bool) powerTest {
	return powerTest{key, head, steps * rankOthers, func(m powered, all moves) need {
		return m.ranked(all, steps, calibration)
	}}
}

// powerRow has the needs of a bug in the order of powerTests.
type powerRow struct {
	Bug   string
	needs []need
	rhat  int
	ess   int
}

func (m powered) row(b Bug) powerRow {
	r := powerRow{Bug: cmp.Or(b.Name, "none: a sound kernel"), rhat: -1, ess: -1}
	stays, rows := atLevels(b)
	r.needs = []need{stays, rows, weighed(b)}
	k := buggy(b)
	if b.Name == "" {
		k = metropolis
	}
	if k == nil { // the bug is not in a kernel
		r.needs = append(r.needs, slices.Repeat([]need{never}, len(powerTests)-len(r.needs))...)
		return r
	}
	all := m.moves(k)
	for _, test := range powerTests[len(r.needs):] {
		r.needs = append(r.needs, test.of(m, all))
	}
	r.rhat, r.ess = m.diagnosed(all)
	return r
}

// cells are those of a row for people: no draws find the bug, more than anybody has, or a number.
func (r powerRow) cells() []any {
	all := []any{r.Bug}
	for _, n := range r.needs {
		switch {
		case math.IsInf(n.draws, 1):
			all = append(all, "")
		case n.draws > 1e12:
			all = append(all, "over 10^12")
		case n.draws > 1e7:
			all = append(all, fmt.Sprintf("%.2g", n.draws))
		default:
			all = append(all, table.Thousands(int(n.draws)))
		}
	}
	for _, alarms := range []int{r.rhat, r.ess} {
		if alarms < 0 {
			all = append(all, "")
		} else {
			all = append(all, fmt.Sprintf("%d of %d", alarms, diagnoses))
		}
	}
	return all
}

// data are the same for programs.
func (r powerRow) data() []any {
	all := []any{r.Bug}
	for _, n := range r.needs {
		draws, by := any(nil), any(nil)
		if !math.IsInf(n.draws, 1) {
			draws, by = n.draws, n.by
		}
		all = append(all, draws, by)
	}
	if r.rhat < 0 {
		return append(all, nil, nil)
	}
	return append(all, r.rhat, r.ess)
}

// powerFiles are the table of all bugs. Their first row is the sound kernel.
func powerFiles(rows []powerRow) []table.File {
	people := table.Table{Title: "The least number of draws that find a seeded bug half of the time, at level 1e-4",
		Columns: []table.Column{{Key: "bug", Head: "bug"}}}
	data := table.Table{Columns: []table.Column{{Key: "bug"}}}
	for _, k := range powerTests {
		people.Columns = append(people.Columns, table.Column{Key: k.key, Head: k.head})
		data.Columns = append(data.Columns, table.Column{Key: k.key}, table.Column{Key: k.key + "_by"})
	}
	people.Columns = append(people.Columns, table.Column{Key: "r_hat", Head: "R-hat"},
		table.Column{Key: "ess", Head: "ESS"})
	data.Columns = append(data.Columns, table.Column{Key: "r_hat"}, table.Column{Key: "ess"})
	for _, r := range rows {
		people.Rows, data.Rows = append(people.Rows, r.cells()), append(data.Rows, r.data())
	}
	people.Note("An empty cell: no number of draws. In a column of SBC also: the sound kernel is accused by less " +
		"than twice as many.")
	var moves []string
	for _, k := range powerTests {
		moves = append(moves, fmt.Sprintf("%s %d", k.head, k.moves))
	}
	people.Note("Moves of the kernel that a draw takes: %s.", strings.Join(moves, "; "))
	people.Note("R-hat and ESS: by simulation, in how many of %d runs (seeds 0 to %d) they say that not all is well: "+
		"r-hat-rank above 1.01, or ess-bulk below 400, of a latent or of log f. Four chains from the prior, %d "+
		"states of each, one in %d steps.",
		diagnoses, diagnoses-1, diagnosed, thinned)
	return append(table.Data("seeded", data), table.Page("seeded.md", people))
}

var powerPages = filepath.Join("..", "..", "reports", "power")

// TestPowerTable: the committed table of reports/power has what is computed, and README.md says what is in it. The
// short form computes one of the bugs.
func TestPowerTable(t *testing.T) {
	m, bugs := newPowered(), append([]Bug{{}}, Bugs...)
	rows, whole := make([]powerRow, len(bugs)), *update || os.Getenv("BREADBOARD_LONG") != ""
	quick := []int{7}
	must.Do(t, experiments.Each(t.Context(), len(bugs), nil, func(_ context.Context, i int) error {
		if whole || slices.Contains(quick, i) {
			rows[i] = m.row(bugs[i])
		}
		return nil
	}))
	was := parsed(t, string(must.Have(os.ReadFile(filepath.Join(powerPages, "seeded.json")))(t)))
	for i := range rows[1:] { // a right kernel that is slow is accused by SBC as well
		for k, test := range powerTests {
			sound, _ := was[0][test.key].(float64)
			if whole {
				sound = rows[0].needs[k].draws
			}
			if r := rows[i+1]; r.Bug != "" && strings.HasPrefix(test.key, "sbc") && 2*r.needs[k].draws > sound {
				r.needs[k] = never
			}
		}
	}
	if *update {
		for _, f := range powerFiles(rows) {
			must.Do(t, os.WriteFile(filepath.Join(powerPages, f.Name), reporttest.Content(t, f), 0o644))
		}
	}
	was = parsed(t, string(must.Have(os.ReadFile(filepath.Join(powerPages, "seeded.json")))(t)))
	page := string(must.Have(os.ReadFile(filepath.Join(powerPages, "seeded.md")))(t))
	for i, r := range rows {
		if r.Bug == "" {
			continue
		}
		for k, test := range powerTests {
			draws := math.Inf(1)
			if v, ok := was[i][test.key].(float64); ok {
				draws = v
			}
			if want := r.needs[k].draws; draws != want && !(want > 1e12 && draws > 1e12) &&
				!(math.Abs(draws-want) <= 1e-6*want+1) {
				t.Errorf("%s: %s takes %v draws, committed %v; go test ./experiments/validation -run Power -update",
					r.Bug, test.head,
					want, draws)
			}
		}
		if r.rhat >= 0 && (was[i]["r_hat"] != float64(r.rhat) || was[i]["ess"] != float64(r.ess)) {
			t.Errorf("%s: R-hat and ESS %d and %d, committed %v and %v", r.Bug, r.rhat, r.ess,
				was[i]["r_hat"], was[i]["ess"])
		}
		if !strings.Contains(page, "| "+r.Bug+" ") {
			t.Errorf("%s is not in seeded.md", r.Bug)
		}
	}
	powerSays(t, was)
}

// powerSays holds README.md to the committed rows.
func powerSays(t *testing.T, rows []row) {
	t.Helper()
	words := strings.Join(strings.Fields(string(must.Have(os.ReadFile(filepath.Join(powerPages,
		"README.md")))(t))), " ")
	found := func(i int, r row) bool {
		n, ok := r[powerTests[i].key].(float64)
		return ok && n*float64(powerTests[i].moves) <= 1e6
	}
	for i, k := range powerTests {
		count := 0
		for _, r := range rows[1:] {
			if found(i, r) {
				count++
			}
		}
		must.Say(t, words, fmt.Sprintf("| %s | %d | %d |", k.head, k.moves, count))
	}
	for _, key := range []string{"r_hat", "ess"} {
		count, sound := 0, rows[0][key].(float64)
		for _, r := range rows[1:] {
			if v, ok := r[key].(float64); ok && v > sound+diagnoses/2 {
				count++
			}
		}
		name := map[string]string{"r_hat": "R-hat", "ess": "ESS"}[key]
		must.Say(t, words, fmt.Sprintf("%s tells %d of the bugs", name, count))
	}
	both := func(a, b int) (n int) { // how many bugs one of two tests finds
		for _, r := range rows[1:] {
			if found(a, r) || found(b, r) {
				n++
			}
		}
		return n
	}
	const byRows, weights, joint, oneStep, invariance = 1, 2, 4, 7, 8
	var fewer, cheaper, of int
	for _, r := range rows[1:] {
		a, seen := r[powerTests[joint].key].(float64)
		b, also := r[powerTests[invariance].key].(float64)
		if !seen || !also || max(a, b) > 1e12 {
			continue
		}
		of++
		if b < a {
			fewer++
		}
		if b*float64(powerTests[invariance].moves) < a*float64(powerTests[joint].moves) {
			cheaper++
		}
	}
	told := both(weights, oneStep)
	must.Say(t, words, fmt.Sprintf("invariance at one step and the means of w together find %d of the %d", told,
		len(rows)-1),
		fmt.Sprintf("the rows and the means of w together find %d", both(byRows, weights)),
		fmt.Sprintf("fewer draws than Geweke's test for %d of the %d", fewer,
			of), fmt.Sprintf("fewer moves for %d", cheaper))
	draws := func(bug, key string) string {
		at := slices.IndexFunc(rows, func(r row) bool { return r["bug"] == bug })
		return table.Thousands(int(rows[at][key].(float64)))
	}
	sound := "none: a sound kernel"
	must.Say(t, words, fmt.Sprintf("accused after %s draws if states are 20 steps apart, and after %s at 200",
		draws(sound, "sbc_20"), draws(sound, "sbc_200")), fmt.Sprintf("not reversed**, by %s draws",
		draws("sweep not reversed", "invariance_1")),
		fmt.Sprintf("takes %s draws of invariance at 1 step and %s at 20",
			draws("right edge forgotten", "invariance_1"),
			draws("right edge forgotten", "invariance_20")))
	for a := range powerTests {
		for b := range a {
			if n := both(a, b); n > told {
				t.Errorf("%s and %s together find %d, and README.md says that no two find more than %d",
					powerTests[a].head,
					powerTests[b].head, n, told)
			}
		}
	}
}
