"""
Tests of samplers for Test, by the program breadboard. This module was not run: no Julia was at hand.

    @test assert_kernel(step, (i, j) -> -(i - j)^2, (3, 4))

The program is what the argument binary says, or the variable BREADBOARD, or breadboard in the PATH. It asks for moves.
The step runs here, so that closures and debuggers work, and what it throws ends the test.
"""
module Breadboard

using Random
export assert_kernel, assert_program, Broken

"The verdict on a sampler that breaks a law."
struct Broken <: Exception
    verdict::String
end
Base.showerror(io::IO, e::Broken) =
    print(io, e.verdict, "\nHere cells and places count from 0, so that [1 0] is (2, 1).")

"""
    assert_kernel(step, logf, shape; levels=nothing, seed=1, options...)

Throw Broken unless step leaves exp(logf) invariant, as far as moves can tell; return true. A cell is a tuple of
places, from 1. logf is a function of the places, or an array; -Inf is a wall. step takes a cell and returns the next;
with levels=11 it takes a cell and a beta, and leaves exp(beta logf) invariant. The options are those of
`breadboard validate`, such as time="30s". Too few moves to tell are a warning.
"""
function assert_kernel(step, logf, shape; levels=nothing, seed=1, options...)
    beta = 1.0
    answer(line) = begin
        occursin("\"beta\"", line) && (beta = parse(Float64, match(r"beta\":([^,]+)", line)[1]))
        occursin("\"states\"", line) || return nothing
        next(x) = levels === nothing ? step(cell(x, shape)) : step(cell(x, shape), beta)
        [string(number(next(x), shape)) for x in parse.(Int, inside(line))]
    end
    level = levels === nothing ? "--beta=1" : "--levels=$levels"
    converse(answer, logf, shape, seed, ["validate", level], options)
end

"""
    assert_program(forward, reverse, logf, shape; seed=1, options...)

Throw Broken unless forward and reverse runs fit together, as their weights say. forward() returns a cell and a log
weight; reverse(cell) returns the log weight of a run that might have returned this cell. A weight of 0 is -Inf in
forward, and a run that forward never makes is Inf in reverse; the other infinity, and NaN, throw ArgumentError.
"""
function assert_program(forward, reverse, logf, shape; seed=1, options...)
    run() = ((x, logw) = forward(); "[$(number(x, shape)),$(weight(logw, "forward", -Inf))]")
    answer(line) = begin
        occursin("\"forward\"", line) && return [run() for _ in 1:parse(Int, match(r"([0-9]+)", line)[1])]
        occursin("\"reverse\"", line) || return nothing
        [weight(reverse(cell(x, shape)), "reverse", Inf) for x in parse.(Int, inside(line))]
    end
    converse(answer, logf, shape, seed, ["aide", "--gold=posterior", "--skip-exact"], options)
end

# A log weight as JSON, which has no infinity: null stands for one of them, and the other is no log weight.
function weight(logw, way, null)
    logw == null && return "null"
    isfinite(logw) || throw(ArgumentError("$way returned the log weight $logw; a finite number or $null would do"))
    string(Float64(logw))
end

inside(line) = split(match(r"\[(.*)\]", line)[1], ",")  # what is between the brackets

# The program counts cells from 0, and its last axis runs fastest.
cell(x, shape) = Base.reverse(Tuple(CartesianIndices(Base.reverse(Tuple(shape)))[x+1]))

function number(cell, shape)
    all(k -> cell[k] in 1:shape[k], eachindex(shape)) && length(cell) == length(shape) ||
        throw(ArgumentError("the sampler returned $cell, which is no cell of shape $shape"))
    LinearIndices(Base.reverse(Tuple(shape)))[Base.reverse(Tuple(cell))...] - 1
end

# Answers what the program asks, and returns true, or throws its verdict.
function converse(answer, logf, shape, seed, words, options)
    options = Dict{Symbol,Any}(options)
    binary = Sys.which(pop!(options, :binary, get(ENV, "BREADBOARD", "breadboard")))
    binary === nothing && error("no program breadboard; the argument binary, BREADBOARD or the PATH may name it")
    Random.seed!(seed)
    flags = ["--$(replace(string(k), "_" => "-"))=$v" for (k, v) in options]
    mktempdir() do folder
        write_array(joinpath(folder, "logf.npy"), logf, shape)
        command = `$(abspath(binary)) $words --exec=- --target=logf.npy --timeout=24h --mc-seed=$seed $flags`
        program = open(ignorestatus(Cmd(command; dir=folder)), "r+")
        report = String[]
        try
            for line in eachline(program)
                startswith(line, "{\"") || (push!(report, line); continue)  # the report comes after the last question
                replies = answer(line)
                replies === nothing || (println(program, "[", join(replies, ","), "]"); flush(program))
            end
        finally
            close(program.in)
        end
        wait(program)
        judge(join(report, "\n"), program.exitcode)
    end
end

function judge(report, code)
    (code > 1 || isempty(report)) && error("breadboard refused it, with exit code $code; its standard error says why")
    own = split(report, "exec: -. ")
    verdict = length(own) > 1 ? split(own[2], "\nWarning")[1] : split(report, "\n\n")[1]
    code == 1 && throw(Broken(verdict))
    occursin(r"not enough data to tell|Stopped before|cannot be told", verdict) && @warn verdict
    true
end

# Writes float64 as NumPy does, so that a target may have any number of axes.
function write_array(path, logf, shape)
    head = "{'descr': '<f8', 'fortran_order': False, 'shape': ($(join(shape, ",")),), }"
    head *= " "^mod(-(length(head) + 11), 64) * "\n"
    value(at) = Float64(logf isa AbstractArray ? logf[at...] : logf(at...))
    open(path, "w") do file
        write(file, UInt8[0x93], "NUMPY", UInt8[1, 0], htol(UInt16(length(head))), head)
        foreach(x -> write(file, htol(value(cell(x, shape)))), 0:prod(shape)-1)
    end
end

end
