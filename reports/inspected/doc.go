// Package inspected draws a validated kernel: what `breadboard validate --pictures` writes. validation.html is one page
// with the verdict, the laws, how fast the chain is at each beta, and maps of where it is off. The
// pictures are files of their own as well, those of packages reports and moves.
package inspected
