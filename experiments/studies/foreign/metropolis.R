# MCMCmetrop1R of MCMCpack walks in the plane. The density is constant on the cells of a 7x7 grid: the cell [i, j] is
# all that rounds to i and j.
#
#   Rscript metropolis.R FAULT SEED DRAWS   # reads g.csv, log f by cell; writes draws.csv: chain, row, col, from 1

suppressPackageStartupMessages(library(MCMCpack))
words <- commandArgs(TRUE)
fault <- words[1]
seed <- as.integer(words[2])
draws <- as.integer(words[3])
chains <- 4

g <- matrix(scan("g.csv", sep = ",", quiet = TRUE), 7, byrow = fault != "by-column")

log_f <- function(at) {
  cell <- round(at)
  inside <- all(cell >= 1 & cell <= 7)
  if (fault == "border") inside <- all(at >= 1 & at <= 7) # and half of each cell at the border is lost
  if (!inside) return(-Inf)
  value <- g[cell[1], cell[2]]
  switch(fault, "f" = exp(value), "half" = value / 2, value)
}

burned <- if (fault == "far-start") 0 else 500
lightest <- which(g == min(g), arr.ind = TRUE)[1, ]
rows <- NULL
for (k in 1:chains) {
  set.seed(chains * seed + k)
  start <- if (fault == "far-start") lightest else sample(7, 2, replace = TRUE)
  invisible(capture.output(
    walk <- MCMCmetrop1R(log_f, start, burnin = burned, mcmc = draws / chains, seed = chains * seed + k,
                         V = 4 * diag(2))
  ))
  rows <- rbind(rows, data.frame(chain = k, row = round(as.vector(walk[, 1])), col = round(as.vector(walk[, 2]))))
}
write.csv(rows, "draws.csv", row.names = FALSE)
