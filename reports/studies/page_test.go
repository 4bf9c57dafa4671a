package studies

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"testing"

	"breadboard/reports/table"
)

func TestPageHoldsEverythingAndFetchesNothing(t *testing.T) {
	r := small(t, false)
	var b bytes.Buffer
	if err := writePage(&b, r); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	links := regexp.MustCompile(`(?i)\b(src|srcset|href|action|data)\s*=\s*"([^"]*)"`)
	for _, m := range links.FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[2], "#") {
			t.Errorf("the page refers to %s", m[0])
		}
		if !strings.Contains(page, `id="`+strings.TrimPrefix(m[2], "#")+`"`) {
			t.Errorf("the page has no place %s", m[2])
		}
	}
	for _, word := range []string{"url(", "@import", "<script", "<link", "<iframe", "<img"} {
		if strings.Contains(page, word) {
			t.Errorf("the page has %s", word)
		}
	}
	count := tags(t, page)
	rows := 8 // of heads: three toys, the published figures, the ensemble, three cross-checks
	for _, s := range paperParts(r) {
		for _, made := range s.people {
			rows += len(made.Rows)
		}
	}
	for tag, want := range map[string]int{"svg": 2, "table": 8, "tr": rows} {
		if count[tag] != want {
			t.Errorf("%d of <%s>, want %d", count[tag], tag, want)
		}
	}
	says(t, page, "breadboard reproduce", "breadboard exact --toy barrier -T 10,100,1000",
		"breadboard seeds --toy easy", "breadboard sample --toy hard -T 100 --chains 500 --mc-seed 1",
		`good">agrees to the digits published`, `bad">differs by`)
}

// tags counts the elements of a page by their names.
func tags(t *testing.T, page string) map[string]int {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(page))
	dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	count := map[string]int{}
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok {
			count[start.Name.Local]++
		}
	}
}

// What is neither right nor wrong has neither's colour.
func TestPageMarksDoubt(t *testing.T) {
	z := table.Table{Columns: table.Columns("z")}
	z.Add(table.Verdict{Text: "+1.00"})
	z.Add(table.Verdict{Text: "-16.78 (!)", Mark: table.Uncertain})
	z.Add(table.Verdict{Text: "+9.00 (!!)", Mark: table.Failed})
	for i, want := range []string{"n good", "n", "n bad"} {
		if got := class(z, 0, z.Rows[i][0]); got != want {
			t.Errorf("%s is %q, want %q", z.Rows[i][0], got, want)
		}
	}
}

func TestOnlyAQuickPageSaysSo(t *testing.T) {
	for _, quick := range []bool{false, true} {
		var b bytes.Buffer
		if err := writePage(&b, small(t, quick)); err != nil {
			t.Fatal(err)
		}
		if says := strings.Contains(b.String(), "quick run"); says != quick {
			t.Errorf("quick is %v, the page says %v", quick, says)
		}
	}
}
