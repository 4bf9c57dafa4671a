# A kernel for breadboard validate --exec 'Rscript metropolis.R' --target g.csv; README.md has the protocol.
step <- function(x, grid, logf) {  # put your own kernel here: the next cell after x, from 0, under exp(logf)
  axis <- sample.int(length(grid), 1)
  way <- sample(c(-1, 1), 1)
  stride <- prod(grid[-seq_len(axis)])  # the last axis runs fastest
  place <- x %/% stride %% grid[axis] + way
  if (place < 0 || place >= grid[axis]) return(x)  # moves off the grid are rejected
  y <- x + way * stride
  if (runif(1) < exp(min(0, logf[y + 1] - logf[x + 1]))) y else x  # R counts from 1
}

row <- function(x, grid, logf) {  # your kernel's probabilities, if you know them: of each cell after x, from 0
  p <- numeric(length(logf))
  for (axis in seq_along(grid)) for (way in c(-1, 1)) {
    stride <- prod(grid[-seq_len(axis)])
    place <- x %/% stride %% grid[axis] + way
    y <- x + way * stride
    if (place < 0 || place >= grid[axis] || logf[y + 1] == -Inf) next
    p[y + 1] <- exp(min(0, logf[y + 1] - logf[x + 1])) / (2 * length(grid))
  }
  p[x + 1] <- 1 - sum(p)
  paste0("[", paste(sprintf("%.17g", p), collapse = ","), "]")
}

numbers <- function(line) {  # what is between the brackets; null is a cell without mass
  as.numeric(sub("null", "-Inf", strsplit(sub("].*", "", sub(".*[[]", "", line)), ",")[[1]]))
}

input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  if (grepl("grid", line)) {
    grid <- numbers(line)
    set.seed(as.integer(sub(",.*", "", sub(".*seed\":", "", line))))
  } else if (grepl("logf", line)) {
    logf <- numbers(line)
  } else if (grepl("rows", line)) {  # a client without rows leaves this out, and makes moves alone
    cat("[", paste(vapply(numbers(line), row, "", grid, logf), collapse = ","), "]\n", sep = "")
    flush(stdout())
  } else {
    cat("[", paste(sprintf("%.0f", vapply(numbers(line), step, 0, grid, logf)), collapse = ","), "]\n", sep = "")
    flush(stdout())
  }
}
