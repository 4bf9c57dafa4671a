// Package regression compares ways to predict a response from features on groups of rows that were
// not seen, as Section 5 of Turner and Neal (2017) predicts the deviation of an ESS from diagnostics
// of chains: a Gaussian process, the same without one of the features, linear regression, and a normal
// distribution that sees no feature at all (their Table 2).
//
//	Data      rows of features with a response; rows of one group are held out together
//	Process   the Gaussian process, its evidence and its predictions
//	Compare   makes the table
package regression
