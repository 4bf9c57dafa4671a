# A kernel for breadboard validate metropolis.R --target g.csv; README.md has the protocol.
step <- function(x, grid, logf) {  # put your own kernel here: the next cell after x, from 0, under exp(logf)
  axis <- pick(length(grid)) + 1; way <- 2 * pick(2) - 1
  stride <- prod(grid[-seq_len(axis)])  # the last axis runs fastest
  place <- x %/% stride %% grid[axis] + way
  if (place < 0 || place >= grid[axis]) return(x)  # moves off the grid are rejected
  y <- x + way * stride
  if (logf[y + 1] > -Inf && flip(exp(min(0, logf[y + 1] - logf[x + 1])))) y else x  # R counts from 1
}
# Draw by these and by nothing else: a number below n, 1 with probability p, i with w[i + 1] / sum(w).
pick <- function(n) draw(rep(1, n))
flip <- function(p) draw(c(1 - min(1, max(0, p, na.rm = TRUE)), min(1, max(0, p, na.rm = TRUE))), '"<",')
draw <- function(w, compared = "") {
  if (!isTRUE(sum(w) > 0 && sum(w) < Inf)) stop(length(w), " weights sum to ", sum(w), "; use a sum above 0")
  at <- length(fell) + 1; possible <- which(w > 0) - 1
  i <- if (at > length(told)) sample.int(length(w), 1, prob = w) - 1  # a move, or a choice that may fall in any way
    else if (told[at] %in% possible) told[at] else possible[told[at] %% length(possible) + 1]  # or by its number
  choices[at] <<- paste0("[", compared, paste(sprintf("%.17g", w / sum(w)), collapse = ","), "]")
  (fell[at] <<- i)
}
moved <- function(x) {  # step, if it ends in a cell
  y <- step(x, grid, logf)
  if (y %in% (seq_along(logf) - 1)) y else stop("step(", x, ") is ", y, "; use a cell, 0 to ", length(logf) - 1)
}
run <- function(numbers) {  # a step whose first draws have these outcomes: its choices, their outcomes, and its end
  told <<- numbers[-1]; choices <<- fell <<- c(); y <- moved(numbers[1])
  sprintf("[[%s],[%s],%.0f]", paste(choices, collapse = ","), paste(sprintf("%.0f", fell), collapse = ","), y)
}
move <- function(x) { told <<- choices <<- fell <<- c(); sprintf("%.0f", moved(x)) }
numbers <- function(text) as.numeric(sub("null", "-Inf", strsplit(text, ",")[[1]]))
input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  lists <- lapply(regmatches(line, gregexpr("[^][]+(?=])", line, perl = TRUE))[[1]], numbers)
  if (grepl("seed", line)) set.seed(as.integer(sub(",.*", "", sub(".*seed\":", "", line))))
  if (grepl("grid", line)) grid <- lists[[1]] else if (grepl("logf", line)) logf <- lists[[1]] else {
    all <- if (grepl("runs", line)) vapply(lists, run, "") else if (grepl("states", line)) vapply(lists[[1]], move, "")
    cat(if (is.null(all)) "null" else paste0("[", paste(all, collapse = ","), "]"), "\n", sep = "")  # null to any other
    flush(stdout())
  }
}
