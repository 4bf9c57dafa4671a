# PottsUtils: partial decoupling of the Potts model. Arguments: the checkouts of cran/PottsUtils and cran/miscF.
folders <- commandArgs(TRUE)
code <- readLines(file.path(folders[1], "R/rPotts1.R"))
old <- "(1 - weights) * colors[edges[,1]] == colors[edges[,2]]"
stopifnot(sum(grepl(old, code, fixed = TRUE)) == 1)
cure <- sub(old, "(1 - weights) * (colors[edges[,1]] == colors[edges[,2]])", code, fixed = TRUE)
lib <- file.path(tempdir(), paste0("potts", .Platform$dynlib.ext))
file.copy(file.path(folders[1], "src/sw.c"), tempdir())
system2(file.path(R.home("bin"), "R"), c("CMD", "SHLIB", "-o", lib, file.path(tempdir(), "sw.c")), stdout = FALSE)
invisible(dyn.load(lib))
source(file.path(folders[1], "R/getPatches.R"))
source(file.path(folders[2], "R/rMultinom.R"))

edges <- rbind(c(1, 2), c(2, 3), c(1, 3))  # a ring of three, with a field on the first vertex
states <- as.matrix(expand.grid(1:2, 1:2, 1:2))
field <- rbind(c(0.5, 0), c(0, 0), c(0, 0))
p <- apply(states, 1, function(z) exp(sum(z[edges[, 1]] == z[edges[, 2]]) + sum(field[cbind(1:3, z)])))
p <- p / sum(p)
alike <- apply(states, 1, function(z) sum(z[edges[, 1]] == z[edges[, 2]]))
cat("exact: share of vertices of colour 1", round(sum(p * rowMeans(states == 1)), 4), "equal neighbours",
    round(sum(p * alike), 4), "\n")
for (how in c("as it is", "cured")) {
    eval(parse(text = if (how == "cured") cure else code))
    for (weight in c(0, 0.5, 1)) {
        set.seed(1)
        z <- c(1, 1, 1)
        seen <- integer(20000)
        for (i in seq_along(seen)) {
            z <- rPotts1(3, 2, edges = edges, weights = weight, beta = 1, external = field, colors = z,
                         algorithm = "PartialDecoupling")
            seen[i] <- sum((z - 1) * c(1, 2, 4)) + 1
        }
        of <- function(values) {  # a mean and its standard error, by twenty batches
            means <- colMeans(matrix(values[seen], ncol = 20))
            sprintf("%.4f +- %.4f", mean(means), sd(means) / sqrt(20))
        }
        cat(how, "weights", weight, "colour 1", of(rowMeans(states == 1)), "equal neighbours", of(alike), "TV",
            round(sum(abs(tabulate(seen, 8) / length(seen) - p)) / 2, 4), "\n")
    }
}
