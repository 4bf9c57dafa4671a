# Runs of a step of R as it stands, for breadboard validate mine.R --target g.csv; ../doc/runs.md has the protocol.
#
#   source("breadboard.R")
#   step <- function(x, logf) ...  # the next cell after x, from 0, under exp(logf); or step(x, grid, logf)
#   breadboard_serve(step)
#
# While a run is made, the state of R's Mersenne Twister is a tape: its words are those that give the numbers which are
# told, so that runif and C code of packages read them as they read the generator, to the last bit. A choice takes one.
# Functions whose odds are known tell them, and those that draw again until it fits are laws of one number.
breadboard_serve <- local({
  most <- 623L; kind <- 10403L     # numbers of a tape; of a Mersenne Twister, with inversion and rejection
  wide <- 1000                     # outcomes of a choice, above which it is a number
  telling <- FALSE
  told <- choices <- fell <- NULL  # outcomes of the first choices; of all the odds in words, and the outcomes
  state <- function() get0(".Random.seed", globalenv())
  stand <- function(seed) assign(".Random.seed", seed, globalenv())

  # A choice takes the next number of the tape. One that is not told falls by its odds.
  pick <- function(w, compared = "") {
    if (!isTRUE(sum(w) > 0 && sum(w) < Inf)) stop(length(w), " weights sum to ", sum(w), "; use a sum above 0")
    at <- state()[2]; u <- real$runif(1); possible <- which(w > 0)
    i <- if (at > length(told)) possible[min(length(possible), findInterval(u, cumsum(w[possible]) / sum(w)) + 1)]
      else if ((told[at] + 1) %in% possible) told[at] + 1
      else possible[told[at] %% length(possible) + 1]
    choices[at] <<- paste0("[", compared, paste(sprintf("%.17g", w / sum(w)), collapse = ","), "]")
    fell[at] <<- i - 1
    as.integer(i)
  }
  count <- function(n) if (length(n) > 1) length(n) else n
  each <- function(n, draw, ...) {  # of n, with parameters in turn
    all <- lapply(list(...), rep_len, count(n))
    vapply(seq_len(count(n)), function(i) as.integer(do.call(draw, lapply(all, `[[`, i))), 0L)
  }
  binomial <- function(size, prob) {
    if (!isTRUE(size <= wide && prob >= 0 && prob <= 1)) return(stats::qbinom(real$runif(1), size, prob))
    if (size < 1) 0L else pick(stats::dbinom(0:size, size, prob), if (size == 1) '"<",' else "") - 1L
  }
  laws <- list(
    sample.int = function(n, size = n, replace = FALSE, prob = NULL, ...) {
      if (!replace && size > n || !is.null(prob) && length(prob) != n) return(real$sample.int(n, size, replace, prob))
      one <- function(left) if (!is.null(prob)) pick(prob[left]) else if (length(left) == 1) 1L
        else if (length(left) > wide) floor(length(left) * real$runif(1)) + 1 else pick(rep(1, length(left)))
      drawn <- integer(size); left <- seq_len(n)
      for (i in seq_len(size)) { at <- one(left); drawn[i] <- left[at]; if (!replace && i < size) left <- left[-at] }
      drawn
    },
    rbinom = function(n, size, prob) each(n, binomial, size, prob),
    rhyper = function(nn, m, n, k) each(nn, function(m, n, k) pick(stats::dhyper(0:k, m, n, k)) - 1L, m, n, k),
    rmultinom = function(n, size, prob) {
      rest <- rev(cumsum(rev(prob)))
      odds <- ifelse(rest > 0, pmin(1, prob / rest), 0)[-length(prob)]  # of each, among those from it on
      drawn <- vapply(seq_len(n), function(j) {
        left <- size
        c(vapply(odds, function(p) { k <- binomial(left, p); left <<- left - k; k }, 0L), as.integer(left))
      }, integer(length(prob)))
      matrix(drawn, length(prob), dimnames = if (!is.null(names(prob))) list(names(prob), NULL))
    })
  one <- function(q, as) { force(q); function(n, ...) as(q(real$runif(n), ...)[seq_len(count(n))]) }
  quantiles <- function(names, as) sapply(paste0("r", names), function(name)
    one(getExportedValue("stats", sub("r", "q", name)), as))
  laws <- c(laws, quantiles(c("norm", "lnorm", "exp", "gamma", "beta", "t", "chisq", "f"), as.numeric),
    quantiles(c("pois", "geom", "nbinom"), as.integer))

  # In a run they are found everywhere, also where packages have imported them.
  home <- function(name) if (name == "sample.int") "base" else "stats"
  real <- sapply(c("runif", names(laws)), function(name) getExportedValue(home(name), name))
  for (name in names(laws)) local({
    law <- laws[[name]]; as_it_is <- real[[name]]
    either <- function(...) if (telling) law(...) else as_it_is(...)
    imports <- lapply(setdiff(loadedNamespaces(), "base"), function(package) parent.env(asNamespace(package)))
    for (e in c(asNamespace(home(name)), as.environment(paste0("package:", home(name))), imports)) {
      if (!exists(name, e, inherits = FALSE)) next
      if (bindingIsLocked(name, e)) unlockBinding(name, e)
      assign(name, either, e); lockBinding(name, e)
    }
  })

  # R tempers a word to a number by a linear map over bits. Its inverse takes each half of a number, of 16 bits, to both
  # halves of the word.
  signed <- function(v) {  # words as R keeps them: NA is -2^31
    v <- v - 2^32 * (v >= 2^31); v[v == -2^31] <- NA
    as.integer(v)
  }
  inverse <- function() {
    bits <- function(v) matrix(v %/% rep(2^(31:0), each = length(v)) %% 2, length(v))  # a row each
    stand(c(kind, 1L, 1L, signed(2^(31:0)), integer(most - 32)))
    map <- bits(real$runif(32) * 2^32)
    back <- round(det(map) * solve(map)) %% 2  # as the determinant is odd
    value <- function(from, to) as.integer(((bits(0:65535)[, 17:32] %*% back[from, to]) %% 2) %*% 2^(15:0))
    list(value(1:16, 1:16), value(17:32, 1:16), value(1:16, 17:32), value(17:32, 17:32))
  }
  words <- function(v) {  # that are tempered to these numbers below 2^32
    high <- v %/% 65536 + 1; low <- v %% 65536 + 1
    half <- function(k) bitwXor(untempered[[k]][high], untempered[[k + 1]][low])
    signed(half(1) * 65536 + half(3))
  }
  moves <- own <- NULL  # the states of the generators for moves and for runs
  begin <- function(seed) {
    set.seed(seed)
    moves <<- state(); own <<- c(kind, most + 1L, signed(floor(real$runif(most + 1) * 2^32)))
  }
  begin(NULL); untempered <- inverse(); stand(moves)

  # A run reads these outcomes, and fresh numbers after them. It returns its choices, their outcomes and its end.
  run <- function(moved, x, outcomes) {
    told <<- outcomes[seq_len(min(most, length(outcomes)))]
    choices <<- rep('["u",32]', most); fell <<- rep(NA, most)
    stand(own); real$runif(1)  # the next words of the generator are a fresh tape
    own <<- tape <- state(); own[2] <<- most + 1L
    tape[2:3] <- 1L; tape[3 + seq_along(told)] <- words(told %/% 2^21 %% 2^32)  # the first 32 bits of 53
    stand(tape); telling <<- TRUE
    end <- tryCatch(sprintf("%.0f", moved(x)), error = function(e) paste0('"an error, ',
      gsub("[^ -~]|\\\\", "?", gsub('"', "'", conditionMessage(e))), '"'))
    telling <<- FALSE; after <- state()
    if (!identical(after[-2], tape[-2])) stop(structure(class = c("unseen", "error", "condition"),
      list(message = paste("your step seeds R's generator, or draws more than", most, "random numbers"), call = NULL)))
    stand(tape); n <- seq_len(after[2] - 1)
    keys <- floor(real$runif(n) * 2^32) * 2^21
    keys <- ifelse(!is.na(fell[n]), fell[n], ifelse(n <= length(told), told[n], keys))
    sprintf("[[%s],[%s],%s]", paste(choices[n], collapse = ","), paste(sprintf("%.0f", keys), collapse = ","), end)
  }

  function(step) {
    takes <- names(formals(step)); grid <- logf <- NULL
    moved <- function(x) {  # step, if it ends in a cell
      y <- if ("grid" %in% takes) step(x, grid, logf) else if (length(takes) > 1) step(x, logf) else step(x)
      if (length(y) == 1 && y %in% (seq_along(logf) - 1)) y
      else stop("step(", x, ") is ", toString(y), "; use a cell, 0 to ", length(logf) - 1)
    }
    has <- function(line, name) grepl(name, line, fixed = TRUE)
    numbers <- function(list) as.numeric(strsplit(gsub("null", "-Inf", list, fixed = TRUE), ",", fixed = TRUE)[[1]])
    listed <- function(all) paste0("[", paste(all, collapse = ","), "]")
    answer <- function(line, list) {
      if (has(line, '"runs"')) {
        asked <- lapply(strsplit(list, "],[", fixed = TRUE)[[1]], numbers)
        tryCatch(listed(lapply(asked, function(v) run(moved, v[1], v[-1]))),
          unseen = function(e) paste0('"', conditionMessage(e), '"'))
      }
      else if (has(line, '"states"')) {
        stand(moves); ends <- sprintf("%.0f", vapply(numbers(list), moved, 0)); moves <<- state()
        listed(ends)
      } else "null"
    }
    input <- file("stdin", "r")
    while (length(line <- readLines(input, n = 1)) > 0) {
      list <- sub("[]}]+ *$", "", sub("^[^[]*[[]+", "", line))  # without brackets around it
      if (has(line, '"grid"')) { grid <- numbers(list); begin(as.integer(gsub('.*"seed":|,.*', "", line))) }
      else if (has(line, '"logf"')) logf <- numbers(list)
      else {
        sink(stderr()); reply <- answer(line, list); sink()  # what the step prints is no answer
        cat(reply, "\n", sep = ""); flush(stdout())
      }
    }
  }
})
