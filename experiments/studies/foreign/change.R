# A change point in JAGS. Counts of 30 periods have the mean 2 up to the period 10 + place, and 3 + 0.6 rate after it.
# Every place from 1 to 10 is as likely before the counts are seen. A rate from 1 to 10 has the weight 11 - rate.
#
#   Rscript change.R FAULT SEED DRAWS   # reads counts.csv; writes draws.csv: chain, place and rate, from 1

suppressPackageStartupMessages(library(rjags))
words <- commandArgs(TRUE)
fault <- words[1]
seed <- as.integer(words[2])
draws <- as.integer(words[3])
chains <- 4

counts <- scan("counts.csv", sep = ",", quiet = TRUE)
prior <- if (fault == "prior") rep(1, 10) else 10:1
text <- "model {
  place ~ dcat(even)
  rate ~ dcat(prior)
  for (t in 1:30) {
    mean[t] <- ifelse(t > 10 + place, 3 + 0.6 * rate, 2)
    counts[t] ~ dpois(mean[t])
  }
}"
if (fault == "off-by-one") text <- sub("t > 10", "t >= 10", text)

starts <- lapply(1:chains, function(k) list(.RNG.name = "base::Mersenne-Twister", .RNG.seed = chains * seed + k))
model <- jags.model(textConnection(text), list(counts = counts, even = rep(1, 10), prior = prior), starts, chains,
                    n.adapt = 100, quiet = TRUE)
update(model, 100, progress.bar = "none")
samples <- coda.samples(model, c("place", "rate"), draws / chains, progress.bar = "none")

rows <- do.call(rbind, lapply(1:chains, function(k) data.frame(chain = k, as.matrix(samples[[k]]))))
if (fault == "exchanged") names(rows) <- c("chain", "rate", "place")
write.csv(rows, "draws.csv", row.names = FALSE)
