package reports

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"breadboard/experiments"
)

const again = "go run ./cmd/breadboard reproduce --out reports/paper would bring it up to date"

// The committed reproduction is what a full run makes today: the same files, the
// same words, and the same numbers but for round-off.
func TestCommittedReproductionIsUpToDate(t *testing.T) {
	r, err := experiments.Reproduce(t.Context(), experiments.Full(), nil)
	if err != nil {
		t.Fatal(err)
	}
	files, err := Files(r)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("paper")
	if err != nil {
		t.Fatal(err)
	}
	var committed, made []string
	for _, e := range entries {
		committed = append(committed, e.Name())
	}
	for _, f := range files {
		made = append(made, f.Name)
	}
	slices.Sort(made)
	if !slices.Equal(committed, made) {
		t.Fatalf("committed: %v\nmade: %v\n%s", committed, made, again)
	}
	for _, f := range files {
		want, err := os.ReadFile(filepath.Join("paper", f.Name))
		if err != nil {
			t.Fatal(err)
		}
		if fault := differs(f.Name, f.Data, want); fault != "" {
			t.Errorf("%s: %s; %s", f.Name, fault, again)
		}
	}
}

// differs says in what a file differs from the committed one in more than
// round-off; "" where it does not.
func differs(name string, got, want []byte) string {
	// 1e-9 is half of the digits that J and B are promised with, and far above
	// round-off. An error in standard errors, z, is a difference, and may be
	// near 0 itself.
	relative, absolute := 1e-9, 0.0
	switch {
	case strings.HasPrefix(name, "crosscheck"):
		absolute = 1e-9
	case strings.HasSuffix(name, ".png") || strings.HasSuffix(name, ".pdf"):
		return "" // pictures are compared by their data and their SVG
	}
	if ext := filepath.Ext(name); ext == ".md" || ext == ".html" || ext == ".svg" {
		// Numbers of five digits, z of two decimals and coordinates, any of
		// which may be rounded the other way; their digits are checked elsewhere.
		relative, absolute = 1e-3, 0.02
	}
	if strings.HasSuffix(name, ".csv") || strings.HasSuffix(name, ".json") {
		got, want = withoutDefects(name, got), withoutDefects(name, want)
	}
	return apart(string(got), string(want), relative, absolute)
}

var figures = regexp.MustCompile(`[-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?`)

// apart compares two texts, number by number and all between them byte by byte.
func apart(got, want string, relative, absolute float64) string {
	g, w := figures.FindAllString(got, -1), figures.FindAllString(want, -1)
	if figures.ReplaceAllString(got, "#") != figures.ReplaceAllString(want, "#") {
		return "its words or its numbers are others"
	}
	for i := range g {
		a, errA := strconv.ParseFloat(g[i], 64)
		b, errB := strconv.ParseFloat(w[i], 64)
		if errA != nil || errB != nil {
			return "not a number: " + g[i] + " or " + w[i]
		}
		if math.Abs(a-b) > relative*max(math.Abs(a), math.Abs(b))+absolute {
			return "number " + strconv.Itoa(i+1) + " is " + g[i] + ", committed is " + w[i]
		}
	}
	return ""
}

var defect = regexp.MustCompile(`("defect": )[-+.e0-9]+`)

// withoutDefects takes out what is round-off by its nature.
func withoutDefects(name string, data []byte) []byte {
	if !strings.HasPrefix(name, "tightness") {
		return data
	}
	if strings.HasSuffix(name, ".json") {
		return defect.ReplaceAll(data, []byte("${1}defect"))
	}
	lines := bytes.Split(data, []byte("\n"))
	for i, line := range lines {
		if cells := strings.Split(string(line), ","); i > 0 && len(cells) > 1 {
			cells[len(cells)-2] = "defect"
			lines[i] = []byte(strings.Join(cells, ","))
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

func TestDiffersSeesWhatItShould(t *testing.T) {
	csv := "toy,T,J,defect,warnings\neasy,10,1.0158997,1e-15,\n"
	for name, c := range map[string]struct {
		file, old, new string
		differs        bool
	}{
		"nothing":        {"tightness.csv", "", "", false},
		"round-off":      {"tightness.csv", "1.0158997", "1.01589970000001", false},
		"a digit":        {"tightness.csv", "1.0158997", "1.0158999", true},
		"a defect":       {"tightness.csv", "1e-15", "3e-16", false},
		"a word":         {"tightness.csv", "easy", "hard", true},
		"a row":          {"tightness.csv", "easy", "easy,20,1,1,\neasy", true},
		"an integer":     {"tightness.csv", ",10,", ",11,", true},
		"a small number": {"figure3.csv", "1.0158997", "1e-9", true},
		"a z":            {"crosscheck.csv", "1.0158997", "1.01589970009", false},
	} {
		changed := csv
		if c.old != "" {
			changed = strings.Replace(csv, c.old, c.new, 1)
		}
		if fault := differs(c.file, []byte(changed), []byte(csv)); (fault != "") != c.differs {
			t.Errorf("%s: %q", name, fault)
		}
	}
}

// small is a reproduction of the least size that has every part.
func small(t *testing.T, quick bool) experiments.Reproduction {
	t.Helper()
	size := experiments.Quick()
	size.Quick, size.Ts, size.Along, size.Draws, size.Chains = quick, []int{10, 100, 1000}, []int{10, 100}, 5, 500
	r, err := experiments.Reproduce(t.Context(), size, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTablesInEveryFormat(t *testing.T) {
	r := small(t, true)
	for _, f := range Formats {
		var b bytes.Buffer
		if err := WriteTables(&b, r, f, Style{}); err != nil {
			t.Fatal(err)
		}
		switch f {
		case JSON:
			var studies map[string][]map[string]any
			if err := json.Unmarshal(b.Bytes(), &studies); err != nil {
				t.Fatal(err)
			}
			if len(studies["tightness"]) != 9 || len(studies["ensemble"]) != 8 || len(studies["crosscheck"]) == 0 {
				t.Errorf("studies of %d, %d and %d rows", len(studies["tightness"]), len(studies["ensemble"]), len(studies["crosscheck"]))
			}
			if v := studies["tightness"][8]["J_verdict"]; v != "agrees to the digits published" {
				t.Errorf("BARRIER at T = 1000 has verdict %v", v)
			}
			if v, ok := studies["tightness"][6]["J_verdict"]; v != nil || !ok {
				t.Errorf("BARRIER at T = 10 has verdict %v", v)
			}
		case CSV:
			if blocks := strings.Split(b.String(), "\n\n"); len(blocks) != 3 {
				t.Errorf("%d blocks of CSV, want 3", len(blocks))
			}
		default:
			if n := strings.Count(b.String(), "(quick run)"); n != 8 {
				t.Errorf("%s: %d of 8 tables say that the run was quick", f, n)
			}
		}
		if f == Plain {
			for line := range strings.Lines(b.String()) {
				if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
					t.Errorf("%d columns: %s", n, line)
				}
			}
		}
	}
}

func TestABrokenRowDiffers(t *testing.T) {
	r := small(t, false)
	row := &r.Tightness[8] // BARRIER at T = 1000
	c := &row.Claims[0]
	c.Computed *= 1.001
	c.Verdict = c.Check(c.Computed)
	var b bytes.Buffer
	if err := PublishedTable(r.Tightness[6:]).Write(&b, Plain, Style{Color: true}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		broken := strings.Contains(line, "J(1000)")
		if strings.Contains(line, "barrier") && strings.Contains(line, "\x1b[31mdiffers by") != broken {
			t.Errorf("%q", line)
		}
	}
	if v := TightnessData(r.Tightness).Rows[8][10]; !strings.HasPrefix(v.(string), "differs by +0.00") {
		t.Errorf("verdict %q in the data", v)
	}
}
