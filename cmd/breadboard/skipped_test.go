package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"breadboard/grid/must"
)

var (
	skips     = regexp.MustCompile(`-skip '\^(Test\w+)\$'`)     // one test, by its name
	skipList  = regexp.MustCompile(`(?m)^single\+?='\|?(.*)'$`) // several, without their Test
	testNames = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*`) // that files define
)

// skippedInRaces are the tests that a script leaves out under the race detector.
func skippedInRaces(script string) (names []string) {
	for _, found := range skips.FindAllStringSubmatch(script, -1) {
		names = append(names, found[1])
	}
	for _, found := range skipList.FindAllStringSubmatch(script, -1) {
		for name := range strings.SplitSeq(found[1], "|") {
			names = append(names, "Test"+name)
		}
	}
	return names
}

// A test that .ci/run or .ci/weekly leaves out under the race detector exists: one that has another name now would run
// there for minutes, and nobody would hear of it.
func TestSkippedInRacesExist(t *testing.T) {
	var known []string
	for _, dir := range []string{"validation", "sweep"} {
		for _, file := range must.Have(filepath.Glob("../../experiments/" + dir + "/*_test.go"))(t) {
			for _, found := range testNames.FindAllStringSubmatch(read(t, file), -1) {
				known = append(known, found[1])
			}
		}
	}
	names := skippedInRaces(read(t, "../../.ci/run") + read(t, "../../.ci/weekly"))
	if len(names) < 10 {
		t.Errorf("CI skips %v; its list has another form than is read here", names)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			t.Errorf("CI skips %s, and there is no test of this name", name)
		}
	}
	const script = "go test -skip '^TestOne$' ./a\nsingle='Two|Three'\nsingle+='|Four'\n"
	if got := strings.Join(skippedInRaces(script), " "); got != "TestOne TestTwo TestThree TestFour" {
		t.Errorf("of a script with four, these are read: %s", got)
	}
}
