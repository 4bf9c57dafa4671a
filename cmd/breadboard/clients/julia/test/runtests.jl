# Not run: no Julia was at hand. A right sampler passes, and a sampler with one slip fails.
using Breadboard, Test

const shape = (3, 4)
logf(i, j) = 0.8 * i - 0.3 * (j - 1)^2

function metropolis(again)
    function step(cell)
        axis, way = rand(1:2), rand((-1, 1))
        to = ntuple(k -> k == axis ? cell[k] + way : cell[k], 2)
        all(k -> to[k] in 1:shape[k], 1:2) || return again ? step(cell) : cell
        log(rand()) < logf(to...) - logf(cell...) ? to : cell
    end
end

@testset "Breadboard" begin
    @test assert_kernel(metropolis(false), logf, shape)
    @test assert_kernel(metropolis(false), [logf(i, j) for i in 1:3, j in 1:4], shape)
    @test_throws Broken assert_kernel(metropolis(true), logf, shape)
    @test_throws ArgumentError assert_kernel(cell -> (7, 7), logf, shape)
    @test_throws ArgumentError assert_program(() -> ((1, 1), Inf), cell -> 0.0, logf, shape)
    @test_throws ArgumentError assert_program(() -> ((1, 1), NaN), cell -> 0.0, logf, shape)
    @test_throws ArgumentError assert_program(() -> ((1, 1), 0.0), cell -> -Inf, logf, shape)
end
