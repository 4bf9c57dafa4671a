package papers

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"breadboard/experiments/journal"
	"breadboard/experiments/papers"
	"breadboard/experiments/papers/bdmc"
	"breadboard/grid/must"
	"breadboard/reports/reporttest"
	"breadboard/reports/table"
)

const bdmcFolder = "../bdmc"

// committedBDMC returns what is committed, read from its rows.
func committedBDMC(t *testing.T) bdmc.Found {
	return bdmc.Found{Size: bdmc.Sized(false), Rows: reporttest.Committed[bdmc.Row](t, bdmcFolder, "rows"),
		Fits: reporttest.Committed[bdmc.Fit](t, bdmcFolder, "table1")}
}

// TestBDMCPage holds the numbers and tables of the README to the committed rows.
func TestBDMCPage(t *testing.T) {
	f := committedBDMC(t)
	var b bytes.Buffer
	truth := bdmcTruth(f.Of("clustering"), "clustering")
	must.Do(t, table.WriteAll(&b, table.Markdown, table.Style{Width: -1}, bdmcTable1(f), truth, bdmcStated(f)))
	says := slices.Concat(bdmcSentences(f), truth.Notes, BDMC(f).Parts[0].Text[1:])
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(line, "| ") {
			says = append(says, line)
		}
	}
	reporttest.Holds(t, filepath.Join(bdmcFolder, "README.md"), says...)
}

// bdmcSentences are what the README says beside its tables, with the numbers of these rows.
func bdmcSentences(f bdmc.Found) (says []string) {
	say := func(format string, numbers ...any) { says = append(says, fmt.Sprintf(format, numbers...)) }
	each := func(number func(sets []bdmc.Set) float64) []any { // one a model
		return table.Each(bdmc.Models, func(model string) any { return number(f.Of(model)) })
	}
	medians := func(of bdmcNumber) []any {
		return each(func(sets []bdmc.Set) float64 { return bdmcMedian(sets, of) })
	}
	clustering := func(of bdmcNumber) float64 { return bdmcMedian(f.Of("clustering"), of) }
	binary := func(of bdmcNumber) float64 { return bdmcMedian(f.Of("binary"), of) }
	lowRank := func(of bdmcNumber) float64 { return bdmcMedian(f.Of("low rank"), of) }
	minus := func(a, b bdmcNumber) bdmcNumber { return func(s bdmc.Set) float64 { return a(s) - b(s) } }
	of25 := func(name string, k int) bdmcNumber {
		return func(s bdmc.Set) float64 { return s.At(name, k).Combined.RMSE }
	}
	say("Annealing with 300 levels errs by less than a nat in %.0f, %.0f and %.0f of 20 data sets",
		each(func(sets []bdmc.Set) (n float64) {
			for _, s := range sets {
				if bdmcRMSE("AIS", -1)(s) < 1 {
					n++
				}
			}
			return n
		})...)
	say("LW from one proposal is off by %.0f, %.0f and %.0f nats",
		medians(func(s bdmc.Set) float64 { return -bdmcBias("LW", 0)(s) })...)
	say("AIS with 300 levels and its reverse are %.2f, %.2f and %.2f nats apart",
		medians(minus(bdmcBias("rev AIS", -1), bdmcBias("AIS", -1)))...)
	gap := minus(bdmcBias("SHME", -1), bdmcBias("SMC", -1))
	say("On low rank and binary SMC and SHME are %.1f and %.1f nats apart", lowRank(gap), binary(gap))
	say("the RMSE of SMC goes from %.1f to %.1f, and from %.1f to %.1f", lowRank(bdmcRMSE("SMC", 0)),
		lowRank(bdmcRMSE("SMC", -1)), binary(bdmcRMSE("SMC", 0)), binary(bdmcRMSE("SMC", -1)))
	say("which is %.1f, %.1f and %.1f nats", medians(bdmcBias("HME", 0))...)
	divergences := table.Each(f.Of("low rank"), bdmcBias("HME", 0))
	slices.Sort(divergences)
	few := slices.IndexFunc(divergences, func(v float64) bool { return v > 2 })
	say("In %d low-rank data sets there is little to find: KL is at most %.1f there, and at least %.1f in the others",
		few, divergences[few-1], divergences[few])
	say("HME stays %.1f, %.1f and %.1f nats above with 64 states", medians(bdmcBias("HME", -1))...)
	say("log 2 = %.2f below", math.Ln2)
	cms := bdmcRMSE("CMS", -1)
	say("CMS errs by %.2f nats on low rank and %.2f on binary", lowRank(cms), binary(cms))
	say("above on clustering, by %.2f nats", clustering(bdmcBias("VB+sym", -1)))
	say("log 4! = %.2f", math.Log(24))
	all := slices.Concat(f.Of("clustering"), f.Of("low rank"), f.Of("binary"))
	say("one run of AIS errs by %.2f nats, and 25 of 10 levels at its cost by %.2f", bdmcMedian(all, bdmcLong),
		bdmcMedian(all, of25("AIS", 1)))
	say("25 runs of SMC err by %.2f nats where one errs by %.2f", binary(of25("SMC", 0)), binary(bdmcRMSE("SMC", 0)))
	exact := 0
	for _, r := range f.Rows {
		if r.How == bdmc.Exact {
			exact++
		}
	}
	say("has %d rows, of which %d are exact", len(f.Rows), exact)
	return says
}

// TestBDMCPictures: the committed pictures are drawn from the committed rows.
func TestBDMCPictures(t *testing.T) {
	for _, part := range BDMC(committedBDMC(t)).Parts {
		for _, f := range part.Figures {
			reporttest.Picture(t, filepath.Join(bdmcFolder, f.Name+".png"), f,
				"breadboard reproduce bdmc --out reports/bdmc draws it")
		}
	}
}

// TestBDMCGoesOn: a quick reproduction that is kept is the same again without work, and its tables fit a terminal.
func TestBDMCGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kept")
	reproduced := func() bdmc.Found {
		u := must.Have(papers.Open(path, "bdmc", journal.Build{}))(t)
		defer func() { must.Do(t, u.Close()) }()
		return must.Have(bdmc.Reproduce(t.Context(), papers.Setting{Quick: true, Unfinished: u}))(t)
	}
	f := reproduced()
	if diff := cmp.Diff(f, reproduced()); diff != "" {
		t.Errorf("it finds something else again:\n%s", diff)
	}
	kept := bytes.Count(must.Have(os.ReadFile(path))(t), []byte("\n"))
	if pieces := 2 * len(bdmc.Models) * f.Sets; kept != pieces { // the rows and the fits of each data set, once
		t.Errorf("%d pieces of work are kept, want %d", kept, pieces)
	}
	var b bytes.Buffer
	must.Do(t, BDMC(f).Write(&b, table.Plain, table.Style{}))
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if n := strings.Count(strings.ReplaceAll(b.String(), "\n", " "), "(quick run)"); n != 5 {
		t.Errorf("%d of 5 tables say that the run was quick", n)
	}
}
