# A right sampler passes, and a sampler with one slip fails with the law, the place and, if it is known, the cause.
shape <- c(3, 4)
logf <- function(i, j) 0.8 * i - 0.3 * (j - 1)^2
short <- Sys.getenv("BREADBOARD_LONG") == ""
walled <- function(i, j) if (i == 2 && j == 2) -Inf else logf(i, j)

metropolis <- function(f = logf, accept = identity, again = FALSE, axes = 1:2) {
  step <- function(cell, beta = 1) {
    axis <- axes[sample.int(length(axes), 1)]
    to <- cell
    to[axis] <- to[axis] + sample(c(-1, 1), 1)
    if (to[axis] < 1 || to[axis] > shape[axis]) return(if (again) step(cell, beta) else cell)
    if (log(runif(1)) < accept(beta * (f(to[1], to[2]) - f(cell[1], cell[2])))) to else cell
  }
}

gibbs <- function(power) {
  function(cell) c(sample(3, 1, prob = exp(power * logf(1:3, cell[2]))), cell[2])  # redraws the first axis, the row
}

weight <- function(draws) log(mean(exp(logf(draws[1, ], draws[2, ]))))
draws <- function(n) rbind(sample(3, n, TRUE), sample(4, n, TRUE))
forward <- function() {  # sampling importance resampling of four draws
  all <- draws(4)
  list(cell = all[, sample(4, 1, prob = exp(logf(all[1, ], all[2, ])))], logw = weight(all))
}
reverse <- function(cell) weight(cbind(cell, draws(3)))
forgets <- function(cell) weight(draws(4))

test_that("a right kernel passes, whatever its density is", {
  skip_if_not(breadboard_found())
  expect_match(expect_kernel(metropolis(walled), walled, shape, fault = 0.6), "breaks none of 5 laws")
  expect_kernel(function(x) sample(c(1, 2, 2), 1), c(0, log(2), -Inf), 3, fault = 0.6)
  expect_error(expect_kernel(metropolis(), t(outer(1:3, 1:4, logf)), shape), "has not the shape")
})

test_that("a program with the right reverse passes", {
  skip_if_not(breadboard_found())
  expect_match(expect_program(forward, reverse, logf, shape), "fit together")
  expect_failure(expect_program(forward, forgets, logf, shape), "do not fit together")
})

test_that("a weight that overflowed is an error, and no weight of 0", {
  skip_if_not(breadboard_found())
  over <- function(logw) function() list(cell = c(1, 1), logw = logw)
  for (logw in c(Inf, NaN)) {
    expect_error(expect_program(over(logw), reverse, logf, shape), "forward returned the log weight")
  }
  for (logw in c(-Inf, NaN)) {
    expect_error(expect_program(forward, function(cell) logw, logf, shape), "reverse returned the log weight")
  }
})

test_that("a wrong kernel fails with its law and place", {
  skip_if_not(breadboard_found())
  fails <- function(says, step, f = logf, ...) expect_failure(expect_kernel(step, f, shape, ...), says)
  fails("f times a[ \n]+cell's number of moves", metropolis(again = TRUE))
  fails("cell 5 [[]1 1[]][ \n]+is[ \n]+entered", metropolis(), walled)
  skip_if(short, "the long form")
  fails("no move changes axis 2", metropolis(axes = 1))
  fails("breaks [34] of 5 laws", gibbs(0.5), redraws = 1)
  fails("cell ", metropolis(accept = function(gain) gain / 2))
})

test_that("what the step does wrong is its own error", {
  skip_if_not(breadboard_found())
  expect_error(expect_kernel(function(cell) c(7, 7), logf, shape), "which is no cell")
  expect_error(expect_kernel(function(cell) stop("mine"), logf, shape), "mine")
  expect_error(suppressMessages(expect_kernel(metropolis(), logf, shape, fault = 7)), "fault 7")
})

test_that("a step that claims to be another kernel fails", {
  skip_if_not(breadboard_found())
  skip_if(short, "the long form")
  expect_failure(expect_kernel(metropolis(), logf, shape, kernel = "heat-bath"), "moves are the declared")
})

test_that("more betas, an array, a third axis, a bound on the time", {
  skip_if_not(breadboard_found())
  skip_if(short, "the long form")
  expect_kernel(metropolis(), outer(1:3, 1:4, logf), shape, levels = 3)
  expect_kernel(function(cell) sample(c(1, 1, 2), 3, TRUE), function(i, j, k) -log(2) * (i + j + k), c(2, 2, 2))
  expect_failure(expect_kernel(metropolis(accept = function(gain) -gain), logf, shape, levels = 5), "it leaves 1/f invariant")
  expect_warning(expect_kernel(metropolis(), logf, shape, fault = 0.001, most_moves = 1e9, time = "100ms"), "Stopped[ \n]+before")
})
