// Package gaussian fits a Gaussian to a density on a lattice: the law
//
//	q(x) ~ the product over axes a of exp(-(x_a - mean_a)² / (2 sd_a²))
//
// on the cells with mass, with the mean and the standard deviation of each axis that make
// KL(q||p) least. This is what automatic differentiation variational inference (Kucukelbir et al.
// 2017) estimates with a factorised family; on a lattice the divergence and its gradient are sums.
//
// Like any minimiser of KL(q||p), the fit settles on one mode of several if they are apart, and
// its standard deviation is too small if axes are correlated. Samplers that start at its draws
// start where such a method would put them.
//
// The family is closed, so that the least is attained: a mean is on the cells of the box, their
// edges included, and a standard deviation is between 1/10 of a cell and 10 lengths of its axis. KL
// has several hollows. The search goes down from several starts and then looks along each axis for
// a better one, the same way each time. It is not certain: of 3,000 densities that were
// drawn with peaks up to 24 nats and with holes, 28 had a closer Gaussian, by 0.01 at the most.
package gaussian
