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
flip <- function(p) draw(c(1 - min(1, max(0, p, na.rm = TRUE)), min(1, max(0, p, na.rm = TRUE))))
draw <- function(w) {
  if (!isTRUE(sum(w) > 0 && sum(w) < Inf)) stop(length(w), " weights sum to ", sum(w), "; use a sum above 0")
  k <- length(made) + 1
  if (!listing || k > 300) return(sample.int(length(w), 1, prob = w) - 1)
  if (k > length(begin)) begin[k] <<- which(w > 0)[1] - 1
  for (i in which(w > 0) - 1) if (k > known && i > begin[k]) left <<- c(left, list(c(made, i)))
  odds[k] <<- w[begin[k] + 1] / sum(w); two <<- length(w) == 2
  (made[k] <<- begin[k])
}
moved <- function(x) {  # step, if it ends in a cell
  y <- step(x, grid, logf)
  if (y %in% (seq_along(logf) - 1)) y else stop("step(", x, ") is ", y, "; use a cell, 0 to ", length(logf) - 1)
}
row <- function(x) {  # step, once for each way in which its draws fall: a cell, its probability, that of proposing it
  left <<- list(c()); p <- q <- 0 * seq_along(logf); ways <- new.env(); id <- function(w) paste(c(0, w), collapse = " ")
  while (length(left) > 0) {
    begin <<- left[[1]]; known <<- length(begin); left <<- left[-1]; made <<- odds <<- c(); two <<- FALSE
    ways[[id(made)]] <- list(y = moved(x), made = head(made, -1), last = tail(made, 1), p = odds, two = two)
    if (length(made) == 300 || length(ways) == 100000) return("null")
  }
  for (way in as.list(ways)) {
    stays <- way$two && (tail(way$p, 1) == 1 || identical(ways[[id(c(way$made, 1 - way$last))]]$y, x))
    p[way$y + 1] <- p[way$y + 1] + prod(way$p)
    q[way$y + 1] <- q[way$y + 1] + if (stays && way$y != x) prod(head(way$p, -1)) else NaN
  }
  told <- sprintf(ifelse(is.nan(q), "[%.0f,%.17g]", "[%.0f,%.17g,%.17g]"), seq_along(p) - 1, p, q)[p > 0]
  paste0("[", paste(told, collapse = ","), "]")
}
numbers <- function(line) as.numeric(sub("null", "-Inf", strsplit(sub("].*", "", sub(".*[[]", "", line)), ",")[[1]]))
input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  listing <- grepl("rows", line); made <- c()
  if (grepl("seed", line)) set.seed(as.integer(sub(",.*", "", sub(".*seed\":", "", line))))
  if (grepl("grid", line)) grid <- numbers(line) else if (grepl("logf", line)) logf <- numbers(line) else {
    all <- if (listing) vapply(numbers(line), row, "") else sprintf("%.0f", vapply(numbers(line), moved, 0))
    cat(if ("null" %in% all) "null" else paste0("[", paste(all, collapse = ","), "]"), "\n", sep = ""); flush(stdout())
  }
}
