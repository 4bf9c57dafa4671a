// Package pagetest has tests alone: they use the explorer's page as a reader does, in a real Chromium, with the built
// breadboard behind it. What the page shows is held to what other commands print.
//
//	.ci/chromium                                 # installs Debian's Chromium, as root
//	go test ./cmd/breadboard/internal/pagetest
//
// Without a browser the tests are skipped; where the variable CI is true they fail. BREADBOARD_AXE is the file
// axe.min.js of the npm package axe-core: with it, TestAccess runs axe-core too.
package pagetest
