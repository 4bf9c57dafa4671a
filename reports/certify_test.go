package reports

import (
	"bytes"
	"math/big"
	"strings"
	"testing"

	"breadboard/exact/certain"
	"breadboard/experiments"
	"breadboard/reports/table"
	"breadboard/toys"
)

// proven is a result beside what it should be.
func proven(name string, value, err, truth float64) experiments.Proof {
	at := big.NewFloat(truth)
	return experiments.Proof{Name: name, Value: value, Err: err, Truth: certain.Enclosure{Lo: at, Hi: at}}
}

func certified(kernel string, proofs ...experiments.Proof) experiments.Certified {
	c := experiments.Chain{Target: toys.Barrier()}
	c.Setting = experiments.Setting{Toy: "barrier", Kernel: kernel}.WithDefaults()
	return experiments.Certified{Chain: c, T: 7, Bits: 256, Proofs: proofs}
}

func plainly(t *testing.T, made table.Table) string {
	t.Helper()
	var b bytes.Buffer
	if err := made.Write(&b, table.Plain, table.Style{Width: 80}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCertificates: what is right and what was said stand beside each other, and a
// result that is further off than it says fails.
func TestCertificates(t *testing.T) {
	good := certified("metropolis", proven("J", 2.5, 0.01, 2.501), proven("B", 4, 1e-12, 4))
	bad := certified("barker", proven("J", 2.5, 0.0001, 2.501), proven("B", 1e-25, 1e-40, 1.1e-25))
	text := plainly(t, Certificates([]experiments.Certified{good}, table.Plain)[0])
	for _, want := range []string{"barrier on 7x7; kernel metropolis", "T = 7",
		"│ J        │ 2.5     │ 2.50100000000000", "│ 3.3 │ 2.3 │", "│ 16 │ 12.6 │", "256 bits"} {
		if want = strings.TrimSpace(want); !strings.Contains(strings.Join(strings.Fields(text), " "),
			strings.Join(strings.Fields(want), " ")) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	long := certified("cycle", proven("J", 8.4788901993163441e-49, 1e-60, 1.5177596298374063e-45),
		proven("path_kl_fwd", 48.56824949107805, 1e-10, 48.5682494910780542),
		proven("log_r", -8.4788901993163441e-21, 0.01, -1.5177596298374063e-16), proven("kl_p_q", 0, 0, 0))
	text = plainly(t, Certificates([]experiments.Certified{long}, table.Plain)[0])
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if strings.Count(text, "┌") != 1 ||
		!strings.Contains(text, "(!!) J is off by 1.5169e-45, and its error said 1.0000e-60.") ||
		strings.Count(text, "(!!) │") != 1 {
		t.Errorf("not one table, or no failure in\n%s", text)
	}
	text = plainly(t, CertificateSummary([]experiments.Certified{good, bad}, table.Plain))
	for _, want := range []string{"metropolis", "barker", "(!!)", "2 results are further off than their errors say",
		"at least 1 digits are right; of those above 1e-20 at least 3.3"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	full := CertificateSummary([]experiments.Certified{good, bad}, table.CSV)
	if len(full.Rows) != 4 || len(full.Rows[0]) != len(full.Columns) {
		t.Errorf("%d rows for programs", len(full.Rows))
	}
}
