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

// proven returns a result beside what it should be.
func proven(name string, value, truth float64) experiments.Proof {
	at := big.NewFloat(truth)
	return experiments.Proof{Name: name, Value: value, Truth: certain.Enclosure{Lo: at, Hi: at}}
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

// TestCertificates: the digits that are right stand beside every result, and a result
// with too few fails.
func TestCertificates(t *testing.T) {
	good := certified("metropolis", proven("J", 2.5, 2.5000000001), proven("B", 4, 4))
	bad := certified("barker", proven("J", 2.5, 2.501), proven("B", 1e-25, 1.1e-25))
	text := plainly(t, Certificates([]experiments.Certified{good}, table.Plain)[0])
	for _, want := range []string{"barrier on 7x7; kernel metropolis", "T = 7",
		"│ J │ 2.5 │ 2.50000000010000 │ 10.3 │", "│ 16 │", "256 bits"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	long := certified("cycle", proven("J", 8.4788901993163441e-49, 1.5177596298374063e-45),
		proven("path_kl_fwd", 48.56824949107805, 48.5682494910780542), proven("path_kl_rev", 2.5, 2.501),
		proven("log_r", -8.4788901993163441e-21, -1.5177596298374063e-16), proven("kl_p_q", 0, 0))
	text = plainly(t, Certificates([]experiments.Certified{long}, table.Plain)[0])
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if strings.Count(text, "┌") != 1 {
		t.Errorf("not one table in\n%s", text)
	}
	for _, want := range []string{
		"(!!) KL(rev‖fwd) is off by 0.0010000: fewer than 9 digits are right.",
		"(!!) 3.3 │",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	text = plainly(t, CertificateSummary([]experiments.Certified{good, bad}, table.Plain))
	for _, want := range []string{
		"metropolis",
		"barker",
		"(!!)",
		"1 result has fewer digits than the 9 that are promised",
		"at least 3.3 digits are right, if they are above 1e-20",
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	full := CertificateSummary([]experiments.Certified{good, bad}, table.CSV)
	if len(full.Rows) != 4 || len(full.Rows[0]) != len(full.Columns) {
		t.Errorf("%d rows for programs", len(full.Rows))
	}
}
