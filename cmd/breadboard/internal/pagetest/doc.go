// Package pagetest has tests alone: they use the explorer's page as a reader does, in a real Chromium, with the built
// program behind it. What the page shows is held to what the program's other commands print.
package pagetest
