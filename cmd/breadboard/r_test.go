//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"

	"breadboard/grid/must"
)

// argumentsInR describes the arguments of R that a command line has not, or has in another form: by their name, or by
// the command and their name.
func argumentsInR(t *testing.T) map[string]string {
	all := map[string]string{}
	name := ""
	for line := range strings.Lines(read(t, "testdata/r-arguments.txt")) {
		text := strings.TrimSpace(line)
		if !strings.HasPrefix(line, " ") {
			name, text, _ = strings.Cut(text, ": ")
		}
		all[name] = strings.TrimSpace(all[name] + " " + text)
	}
	return all
}

// rExamples are examples of the manual. R CMD check runs them.
var rExamples = map[string]string{
	"exact": `  run <- exact(toy = "barrier", T = 100)
  c(run$J, run$B)
  dim(run$q[[1]])`,
	"sweep": `  rows <- breadboard::sweep(toy = "easy", kernel = c("metropolis", "heat-bath"), T = c(10, 100))
  as.data.frame(rows)[c("kernel", "T", "J", "B")]`,
	"draws": `  logf <- matrix(c(0, 1, 2, 3), 2)
  draws(sample(4, 1000, TRUE, exp(logf)), logf)`,
	"sandwich": `  sandwich(rnorm(1000, -0.5), rnorm(1000, 0.5))`,
	"validate": `  validate(c(0, 1), matrix = matrix(c(0.25, 0.5, 0.75, 0.5), 2))`,
}

// inRd escapes a text for the manual of R.
func inRd(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `{`, `\{`, `}`, `\}`).Replace(text)
}

// An rPage is a function with the texts of its page.
type rPage struct {
	function
	Items   []keyword // every argument with its help
	Details string
}

// Title is the first line of the help, without its stop.
func (p rPage) Title() string { return inRd(strings.TrimSuffix(p.function.Title(), ".")) }

// pageOf is the page of a function. own are the helps of arguments that are R's own.
func pageOf(f function, own map[string]string) rPage {
	page := rPage{function: f}
	page.Example = rExamples[f.Name]
	help := map[string]string{}
	for _, k := range append(f.Arguments, f.Keywords...) {
		help[k.Name] = k.Help
	}
	for _, name := range f.Parameters() {
		text := help[name]
		for _, key := range []string{name, f.Name + " " + name} {
			if own[key] != "" && (key != name || help[name] == "") {
				text = own[key]
			}
		}
		page.Items = append(page.Items, keyword{Name: name, Help: wrappedPython(0, 4, inRd(text))})
	}
	_, about, _ := strings.Cut(f.Help, "\n\n")
	page.Details = detailed(about)
	return page
}

// detailed is a text as the details of a page: lines that begin with blanks stand as they are.
func detailed(about string) string {
	var lines []string
	verbatim := false
	for line := range strings.SplitSeq(wrappedPython(0, 0, inRd(strings.TrimSpace(about))), "\n") {
		if begins := strings.HasPrefix(line, " "); begins != verbatim && line != "" {
			verbatim = begins
			mark := "}"
			if verbatim {
				mark = `\preformatted{`
			}
			lines = append(lines, mark)
		}
		lines = append(lines, line)
	}
	if verbatim {
		lines = append(lines, "}")
	}
	return strings.Join(lines, "\n")
}

// asWritten compares a file of a package with what is made from the flags; -update writes it.
func asWritten(t *testing.T, path, made string) {
	t.Helper()
	if *update {
		must.Do(t, os.WriteFile(path, []byte(made), 0o644))
	}
	if diff := cmp.Diff(string(must.Have(os.ReadFile(path))(t)), made); diff != "" {
		t.Errorf("%s is not what the flags say; -update writes it: %s", path, diff)
	}
}

// The functions of the package for R are the commands of this program, and its manual has their help. A change of a
// flag changes both, and a new command what the package exports: -update writes them anew.
func TestRFunctions(t *testing.T) {
	asWritten(t, "clients/r/R/commands.R", works(t, t.TempDir(), "completion", "r"))
	page := must.Have(template.ParseFiles("testdata/r-page.tmpl"))(t)
	own := argumentsInR(t)
	var exported []string
	pages := map[string]bool{"expectations.Rd": true, "results.Rd": true} // written by hand
	for _, f := range rFunctions(model(t)) {
		var text strings.Builder
		must.Do(t, page.Execute(&text, pageOf(f, own)))
		asWritten(t, "clients/r/man/"+f.InR()+".Rd", text.String())
		if strings.Contains(text.String(), "}{}\n") { // of which R CMD check warns
			t.Errorf("an argument of %s is described by nothing; a line of testdata/r-arguments.txt would do", f.InR())
		}
		pages[f.InR()+".Rd"] = true
		exported = append(exported, f.InR())
	}
	_, byHand, _ := strings.Cut(read(t, "clients/r/NAMESPACE"), ")\n") // what it exports beside the commands
	asWritten(t, "clients/r/NAMESPACE", "export("+strings.Join(exported, ",\n       ")+")\n"+byHand)
	for _, path := range must.Have(filepath.Glob("clients/r/man/*.Rd"))(t) {
		if !pages[filepath.Base(path)] {
			t.Errorf("%s is of no function", path)
		}
	}
}

// The package has the number of the program.
func TestRVersion(t *testing.T) {
	must.Say(t, read(t, "clients/r/DESCRIPTION"), "\nVersion: "+versionNumber+"\n")
}
