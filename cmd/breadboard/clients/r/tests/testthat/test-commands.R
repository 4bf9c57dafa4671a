# The commands on R's arrays. Truth comes from R alone: dense matrices, and laws that are known.
logf <- outer(1:3, 1:4, function(i, j) 0.8 * i - 0.3 * (j - 1)^2)
p <- exp(logf) / sum(exp(logf))
draw <- function(n, law = p) sample(length(law), n, TRUE, law)

test_that("J is that of the laws, which have the target's shape", {
  skip_if_not(breadboard_found())
  run <- exact(logf, T = 20)
  q <- run$q[[1]]
  expect_equal(dim(q), dim(logf))
  expect_equal(run$p[[1]], p)
  expect_equal(run$J, sum((q - p) * log(q / p)))
  expect_equal(nrow(exact(logf, T = c(10, 20))), 2)
  expect_equal(exact(t(logf), T = 20)$q[[1]], t(q))
  expect_equal(exact(function(i, j) 0.8 * i - 0.3 * (j - 1)^2, c(3, 4), T = 20)$J, run$J)
})

test_that("a data frame is a target, and says so", {
  skip_if_not(breadboard_found())
  expect_message(run <- exact(as.data.frame(logf), T = 20), "taken as a matrix of 3 rows and 4 columns")
  expect_equal(run$J, exact(logf, T = 20)$J)
  expect_error(exact(data.frame(a = 1:2, b = c("x", "y")), T = 20), "column 2 of logf, b, has no numbers")
})

test_that("rows of R's own cells are the kernel, and a kernel in the program's order is another", {
  skip_if_not(breadboard_found())
  accept <- outer(as.vector(logf), as.vector(logf), function(x, y) pmin(1, exp(y - x)) / 12)
  rows <- function(beta, f) {
    K <- outer(as.vector(f), as.vector(f), function(x, y) pmin(1, exp(y - x)) / 12)
    diag(K) <- 0
    diag(K) <- 1 - rowSums(K)
    K
  }
  K <- rows(1, logf)
  q <- rep(1 / 12, 12)
  for (beta in c(0.5, 1)) q <- as.vector(q %*% rows(beta, beta * logf))
  expect_equal(as.vector(exact(logf, rows = rows, T = 3)$q[[1]]), q)
  expect_true(attr(validate(logf, matrix = K), "ok"))
  turned <- order(as.vector(aperm(array(1:12, dim(logf)))))
  expect_false(attr(validate(logf, matrix = K[turned, turned]), "ok"))
})

test_that("a sweep is a data frame with a row for each", {
  skip_if_not(breadboard_found())
  rows <- as.data.frame(sweep(logf, kernel = c("metropolis", "heat-bath"), T = c(10, 20)))
  expect_identical(class(rows), "data.frame")
  expect_equal(nrow(rows), 4)
  expect_equal(rows$J[rows$kernel == "metropolis" & rows$T == 20], exact(logf, T = 20)$J)
})

test_that("draws are R's cells, places, chains, and what coda has", {
  skip_if_not(breadboard_found())
  set.seed(1)
  x <- draw(6000)
  places <- arrayInd(x, dim(logf))
  colnames(places) <- c("i", "j")
  want <- draws(x, logf)
  expect_equal(want$verdict, "no difference seen")
  expect_equal(want$q[[1]], array(tabulate(x, 12), dim(logf)) / 6000)
  same <- function(other, ...) expect_equal(draws(other, logf, ...)$q[[1]], want$q[[1]])
  same(places)
  same(matrix(x, ncol = 5))
  same(list(x[1:1000], x[1001:6000]))
  same(array(places, c(3000, 2, 2)))
  same(data.frame(cell = x))
  same(data.frame(a = places[, 1], b = places[, 2], run = 1), columns = c("a", "b", chain = "run"))
  same(data.frame(k = x - 1), columns = "k", from = 0)
  same(cbind(mu = rnorm(6000), k = x), columns = "k")
  file <- tempfile(fileext = ".csv")
  write.csv(data.frame(cell = x, row = places[, 1] - 1, col = places[, 2] - 1)[-1], file, row.names = FALSE)
  same(file)
  unlink(file)
  skip_if_not_installed("coda")
  chains <- coda::mcmc.list(coda::mcmc(places[1:3000, ]), coda::mcmc(places[3001:6000, ]))
  same(chains)
  same(coda::mcmc(x))
  same(coda::mcmc(cbind(k = x, mu = rnorm(6000))), columns = "k")
  many <- coda::mcmc(cbind(a = x, b = x, c = x))
  expect_error(draws(many, logf), "the draws have 3 variables: a, b, c; columns = would name")
})

test_that("draws of another law, in another order, or outside the target are told", {
  skip_if_not(breadboard_found())
  set.seed(1)
  x <- draw(6000)
  expect_false(attr(draws(draw(6000, rep(1, 12)), logf), "ok"))
  expect_false(attr(draws(x, t(logf)), "ok"))
  expect_error(draws(c(1, 13), logf), "draw 2 is the cell 13; a whole number from 1 to 12 would do")
  expect_error(draws(c(0, 1), logf), "draw 1 is the cell 0; a whole number from 1 to 12")
  expect_error(draws(cbind(1, 5), logf), "draw 1 is the place 5; a whole number from 1 to 4 would do")
  expect_error(draws(x, logf, columns = "k"), "no variable is called k")
  expect_error(draws(data.frame(a = x), logf, columns = "k"), "no column is called k; the draws have a")
  expect_error(draws(data.frame(a = x), logf, columns = c("a", "k")), "no column is called k; the draws have a")
})

test_that("moves are chains of R's cells, pairs of them, or of places", {
  skip_if_not(breadboard_found())
  set.seed(1)
  chain <- draw(5000) # independent draws are moves of a kernel
  places <- arrayInd(chain, dim(logf))
  colnames(places) <- c("row", "col")
  says <- function(moves, f = logf) attr(validate(f, moves = moves), "verdict")
  expect_match(says(chain), "breaks none of 3 laws")
  pairs <- data.frame(from = head(chain, -1), to = tail(chain, -1))
  expect_equal(says(pairs), says(chain))
  ends <- data.frame(from = head(places, -1), to = tail(places, -1))
  names(ends) <- c("from_row", "from_col", "to_row", "to_col")
  expect_equal(says(ends), says(chain))
  expect_match(says(chain, t(logf)), "breaks [1-9] of 3 laws")
})

test_that("a toy's cells count from 1 along columns too", {
  skip_if_not(breadboard_found())
  set.seed(1)
  run <- exact(toy = "staircase", T = 2)
  x <- draw(20000, run$p[[1]])
  judged <- draws(x, toy = "staircase")
  expect_equal(sum(judged$q[[1]] != 0), length(unique(x)))
  expect_true(attr(judged, "ok"))
})

test_that("log weights, forward and reverse", {
  skip_if_not(breadboard_found())
  set.seed(1)
  w <- rnorm(2000, -0.5)
  back <- rnorm(2000, 0.5)
  holds <- sandwich(w, back)
  expect_equal(holds$verdict, "holds")
  expect_equal(holds$e_log_w_fwd, mean(w))
  expect_false(attr(sandwich(w, -back), "ok"))
  expect_equal(sandwich(matrix(w, ncol = 20))$e_log_w_fwd, mean(w))
  repeated <- matrix(w[1:20], 100, 20, byrow = TRUE) # 20 groups, of which each says one thing
  expect_equal(sandwich(repeated)$e_log_w_fwd_stderr, sd(w[1:20]) / sqrt(20), tolerance = 0.1)
  groups <- lapply(1:20, function(k) repeated[, k])
  expect_equal(sandwich(groups)$e_log_w_fwd_stderr, sandwich(repeated)$e_log_w_fwd_stderr)
  expect_equal(sandwich(data.frame(log_w = w, T = 7))$T, 7)
})

test_that("errors are sentences in R's words", {
  skip_if_not(breadboard_found())
  expect_error(exact(toy = "barier"), "toy \"barier\" is unknown; the nearest known is barrier")
  expect_error(exact(), "toy")
  expect_error(exact(logf, T = 1), "^T 1; a number of levels")
  expect_error(exact(logf, T = 10, binary = "no-such-program"), "no program breadboard")
})

test_that("a result prints its verdict, and nothing of the program's own", {
  skip_if_not(breadboard_found())
  expect_output(print(exact(toy = "barrier", T = 100)), "J +1.6479")
  flip <- validate(c(0, 1), matrix = matrix(c(0.25, 0.5, 0.75, 0.5), 2))
  expect_output(print(flip), "breaks 3 of 8 laws.*count from 0.*Its parts: verdict.*laws")
  expect_equal(sum(!flip$laws$ok), 3)
  expect_output(print(sweep(logf, T = c(10, 20))), "kernel metropolis")
})

test_that("an expectation of draws passes, fails and warns", {
  skip_if_not(breadboard_found())
  set.seed(1)
  expect_match(expect_draws(draw(5000), logf), "no difference seen")
  expect_failure(expect_draws(draw(5000, rep(1, 12)), logf), "not draws of p")
  expect_warning(expect_draws(draw(20), logf), "cannot tell")
})

# A mean and a noise, each of a few values, and two numbers of data.
means <- seq(-2, 2, length.out = 5)
noises <- c(0.5, 1, 2)
simulate <- function(cell) rnorm(2, means[cell[2]], noises[cell[1]])
loglik <- function(y) outer(noises, means, Vectorize(function(s, m) sum(dnorm(y, m, s, log = TRUE))))

test_that("a model of functions is fitted, and is tested with a step that is told the density", {
  skip_if_not(breadboard_found())
  y <- c(0.5, 1.2)
  fit <- protocol(prior = matrix(0, 3, 5), simulate = simulate, loglik = loglik, data = y, T = 5, sets = 2)
  posterior <- rowSums(exp(loglik(y)))
  expect_equal(fit$fit$p_real, posterior / sum(posterior))
  step <- function(cell, beta, logf) {
    to <- cell + sample(list(c(1, 0), c(-1, 0), c(0, 1), c(0, -1)), 1)[[1]]
    if (any(to < 1 | to > c(3, 5))) return(cell)
    if (log(runif(1)) < logf[to[1], to[2]] - logf[cell[1], cell[2]]) to else cell
  }
  model <- list(prior = matrix(0, 3, 5), simulate = simulate, loglik = loglik, draws = 100, steps = 2)
  expect_true(attr(do.call(geweke, c(model, kernel = "heat-bath")), "ok"))
  expect_true(attr(do.call(geweke, c(model, step = step)), "ok"))
  model$loglik <- function(y) loglik(y + 4)
  expect_false(attr(do.call(geweke, c(model, kernel = "heat-bath")), "ok"))
  file <- tempfile(fileext = ".csv")
  writeLines(rep("0,0,0,0,0", 3), file)
  expect_identical(do.call(geweke, replace(model, "prior", file))$p, do.call(geweke, model)$p)
  expect_error(geweke(prior = matrix(0, 3, 5), simulate = simulate), "simulate and loglik belong together")
})
