// Package paper reproduces Appendix B.1.1 of BREAD (paper.go): the table of J and B (Tightness)
// and Figures 3 and 4 (Curve, Gallery). It adds two things that the paper does not have: an
// Ensemble of random toys, and Monte Carlo estimates beside every exact number. Reproduce runs
// it all. Search finds the draws of a random toy whose figures are nearest to the published
// ones, and Portraits draws the toys.
package paper
