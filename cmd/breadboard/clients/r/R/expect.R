# Expectations for testthat. Without testthat, what fails is an error.

expect_kernel <- function(step, logf, shape = NULL, levels = NULL, seed = 1, ...) {
  if (is.null(levels)) {
    alone <- function(cell) step(cell)
    return(judged(validate(logf, shape, step = alone, beta = 1, mc_seed = seed, ...)))
  }
  at_beta <- function(cell, beta) step(cell, beta)
  judged(validate(logf, shape, step = at_beta, T = levels, mc_seed = seed, ...))
}

expect_program <- function(forward, reverse, logf, shape = NULL, seed = 1, ...) {
  judged(aide(logf, shape, forward = forward, reverse = reverse, mc_seed = seed, gold = "posterior", skip_exact = TRUE,
              ...))
}

expect_draws <- function(draws, logf, shape = NULL, ...) judged(draws_of(draws, logf, shape, ...))

# The function draws, where an argument has its name.
draws_of <- function(...) draws(...)

# Tells testthat the verdict, or stops with it where there is no testthat.
judged <- function(result) {
  verdict <- attr(result, "verdict")
  ok <- attr(result, "ok")
  told <- paste(sentences(verdict), collapse = "\n")
  doubt <- grepl("not enough data to tell|stopped before|cannot be told|cannot tell", verdict, ignore.case = TRUE)
  if (ok && doubt) warning(told, call. = FALSE)
  if (requireNamespace("testthat", quietly = TRUE)) {
    testthat::expect(ok, told)
  } else if (!ok) {
    stop(told, call. = FALSE)
  }
  invisible(verdict)
}
