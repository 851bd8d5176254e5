"""Claims of unit 5, why dual weights exist, recomputed."""

import math
import re
from decimal import Decimal, getcontext
from fractions import Fraction

from lab import (accepted, claim, dot, eigen, gram, main, near, need, number, plus, points, poly, rank, rbf, read,
                 rounds, says, sigmoid, solve, square, times, told, transpose)

# ---------------------------------------------------------------- 5.1


def toy(at):
    """Return the two points of 5.1."""
    v = at.read("x₁ = (1, 0, {{a}})", "perpendicular") | at.read("x₂ = (0, 1, {{b}})", "perpendicular")
    return [1, 0, number(v["a"])], [0, 1, number(v["b"])]


@claim("5.1", "perpendicular", "u = ({{negA}}, {{negB}}, 1): uᵀx₁ =")
def perpendicular(at):
    x1, x2 = toy(at)
    u = [at.n("negA"), at.n("negB"), 1]
    need(dot(u, x1) == 0 and dot(u, x2) == 0, "u is not perpendicular to both points")
    at.judge(normal=f"[{-x1[2]:g}, {-x2[2]:g}, 1]", wrong={"normal": f"[{-x2[2]:g}, {-x1[2] + 1:g}, 1]"})


@claim("5.1", "perpendicular",
       "With fewer points than dimensions there are directions that no training point can see.")
def unseen(at):
    for n in range(1, 5):
        xs = [[at.random.gauss(0, 1) for _ in range(5)] for _ in range(n)]
        need(rank(xs) < 5, f"{n} points span five dimensions")


@claim("5.1", "guess", "The two training predictions stay because uᵀxᵢ = 0. f(z) changes because uᵀz is not 0, and ‖w‖ grows.")
def moves(at):
    x1, x2 = toy(at)
    u, z = [-x1[2], -x2[2], 1], [1, 1, 0]
    v = [p - q for p, q in zip(x1, x2)]
    before = None
    for s in (0, 0.25, 0.5, 1):
        w = [p + s * q for p, q in zip(v, u)]
        now = (dot(w, x1), dot(w, x2), dot(w, z), dot(w, w))
        if before:
            need(now[:2] == before[:2] and now[2] != before[2] and now[3] > before[3], f"s = {s}: {before} to {now}")
        before = now


@claim("5.1", "slide", "uᵀz = {{negA}} + {{negB}} + 0 = {{slope}}.")
def slope(at):
    x1, x2 = toy(at)
    near(at.n("slope"), -x1[2] - x2[2], "the change of f(z)")
    at.judge(change=f"{-x1[2] - x2[2]:g}", wrong={"change": f"{x1[2] + x2[2]:g}"})


@claim("5.1", "outside",
       "For example w = (0, 0, 1): its first two entries force c₁ = c₂ = 0, but then its third would be 0.",
       "Every w = v + s·u with s ≠ 0 is outside the span.")
def outside(at):
    x1, x2 = toy(at)
    need(rank([x1, x2, [0, 0, 1]]) == 3, "(0, 0, 1) is a combination")
    at.judge(witness="[0, 0, 1]", wrong={"witness": f"[1, 1, {x1[2] + x2[2]:g}]"})


@claim("5.1", "exact", "‖u‖² = {{a}}² + {{b}}² + 1 = {{longer}}.")
def longer(at):
    x1, x2 = toy(at)
    near(at.n("longer"), x1[2] ** 2 + x2[2] ** 2 + 1, "‖u‖²")


@claim("5.1", "theorem", "It holds for every loss at the training points, and for every penalty that grows with ‖w‖.")
def span(at):
    x1, x2 = toy(at)
    # A logistic loss with ½‖w‖², by descent from a w outside of the span: u has to go.
    w = [at.random.gauss(0, 1) for _ in range(3)]
    for _ in range(4000):
        slope = list(w)
        for x, y in ((x1, 1), (x2, -1)):
            g = -y * sigmoid(-y * dot(w, x))
            slope = [s + g * v for s, v in zip(slope, x)]
        w = [p - 0.01 * s for p, s in zip(w, slope)]
    need(abs(dot(w, [-x1[2], -x2[2], 1])) < 1e-6, f"w = {w} is not in the span")


@claim("5.1", "theorem", "Of all w with the same prediction p > 0 the best is (p/2, 0), which is not a multiple of "
       "(2, 1).")
def lasso(at):
    for p in (0.5, 1, 2):
        best = min((abs(w1) + abs(p - 2 * w1), w1) for w1 in [i / 1000 for i in range(-1000, 2001)])
        near(best[1], p / 2, f"w₁ of the least Σ|w| for (2, 1) and the prediction {p}")
    # One point (1, c), |c| > 1: of all w with wᵀx = 1 the least Σ|w| is (0, 1/c), no multiple of x.
    c = 1.5 + at.random.random()
    best = min(((abs(w1) + abs((1 - w1) / c), w1) for w1 in [i / 1000 for i in range(-1000, 1001)]))
    near(best[1], 0, "w₁ of the least Σ|w|")
    need(rank([[1, c], [0, 1 / c]]) == 2, "that w is in the span")


@claim("5.1", "theorem", "Descent starts in the span, at 0, and each step adds multiples of the xᵢ.")
def descent(at):
    x1, x2 = toy(at)
    w, u = [0.0] * 3, [-x1[2], -x2[2], 1]
    for _ in range(50):
        for x, y in ((x1, 1), (x2, -0.5)):
            r = y - dot(w, x)
            w = [p + 0.01 * r * v for p, v in zip(w, x)]
        need(abs(dot(w, u)) < 1e-12, "descent has left the span")


@claim("5.1", "representer", "if Ω grows with the Euclidean length, every best w has the form Σᵢ aᵢφᵢ. "
       "If Ω never falls but may stay the same, and there is a best w, then at least one best w has this form.")
def better(at):
    phi = [[at.random.gauss(0, 1) for _ in range(5)] for _ in range(3)]
    w = [at.random.gauss(0, 1) for _ in range(5)]
    a = solve([[dot(p, q) for q in phi] for p in phi], [dot(p, w) for p in phi])
    v = [sum(c * p[j] for c, p in zip(a, phi)) for j in range(5)]
    u = [x - y for x, y in zip(w, v)]
    need(all(abs(dot(u, p)) < 1e-9 and abs(dot(w, p) - dot(v, p)) < 1e-9 for p in phi), "the scores differ")
    near(dot(w, w), dot(v, v) + dot(u, u), "‖w‖²")
    need(dot(u, u) > 1e-6 and dot(w, w) > dot(v, v), "w is not longer")


@claim("5.1", "sparse-penalty", "c = {{tt}}/({{px}}² + {{py}}²) = {{tt}}/{{square}}, so the w in the span has",
       "But w = (2, 0) also has wᵀx = {{tt}}, and its |w₁| + |w₂| = 2 is less.")
def sizes(at):
    px, py, tt = at.n("px"), at.n("py"), at.n("tt")
    c = tt / (px * px + py * py)
    near(px * px + py * py, at.n("square"), "xᵀx")
    near(2 * px, tt, "wᵀx")
    need(c * (px + py) > 2, "the w in the span is better")
    best = min((abs(w) + abs(tt - px * w) / py, w) for w in [i / 1000 for i in range(-1000, 4001)])
    near(best[1], 2, "w₁ of the least Σ|w|")
    near(best[0], 2, "the least Σ|w|")
    at.judge(c=f"{c:.6f}", inside=f"{c * (px + py):.6f}", best="[2, 0]", fails="length",
             wrong={"best": f"[0, {tt / py:g}]"})


@claim("5.1", "kernel", "f(x) = Σᵢ aᵢφ(xᵢ)ᵀφ(x) = Σᵢ aᵢk(xᵢ, x).")
def expansion(at):
    phi = lambda x: [1, math.sqrt(2) * x, x * x]
    xs, a, x = [at.random.gauss(0, 1) for _ in range(4)], [at.random.gauss(0, 1) for _ in range(4)], 0.3
    w = [sum(c * phi(z)[j] for c, z in zip(a, xs)) for j in range(3)]
    near(dot(w, phi(x)), sum(c * (1 + z * x) ** 2 for c, z in zip(a, xs)), "f(x)")
    at.judge(machine="sum(i, a_i k(x_i, x))", wrong={"machine": "sum(i, k(x_i, x))"})


@claim("5.1", "none", "That needs at least d points that do not all lie in one subspace of d − 1 dimensions (for d = 3, "
       "in one plane through 0).")
def nothing(at):
    few = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(2)]
    flat = [[v, 2 * v + w, w] for v, w in (([at.random.gauss(0, 1), at.random.gauss(0, 1)]) for _ in range(100))]
    full = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(3)]
    need(rank(few) == 2 and rank(flat) == 2 and rank(full) == 3, "the ranks are others")


# ---------------------------------------------------------------- 5.2


@claim("5.2", "gradient", "∇J = Σᵢ (wᵀxᵢ − yᵢ)xᵢ + λw = Xᵀ(Xw − y) + λw",
       "Then the gradient is Σᵢ 2(wᵀxᵢ − yᵢ)xᵢ + 2λw, which is 0 at the same w.")
def ridge_gradient(at):
    rng, n, d, lam = at.random, 4, 3, 0.7
    X = [[rng.gauss(0, 1) for _ in range(d)] for _ in range(n)]
    y, w = [rng.gauss(0, 1) for _ in range(n)], [rng.gauss(0, 1) for _ in range(d)]
    J = lambda w: sum((dot(w, x) - v) ** 2 for x, v in zip(X, y)) / 2 + lam * dot(w, w) / 2
    residuals = [dot(w, x) - v for x, v in zip(X, y)]
    whole = times(transpose(X), residuals)
    rest = solve(plus(times(transpose(X), X), lam), times(transpose(X), y))
    for j in range(d):
        up, down = list(w), list(w)
        up[j], down[j] = w[j] + 1e-5, w[j] - 1e-5
        want = (J(up) - J(down)) / 2e-5
        near(sum(r * x[j] for r, x in zip(residuals, X)) + lam * w[j], want, "the sum over the points", abs_=1e-6)
        near(whole[j] + lam * w[j], want, "Xᵀ(Xw − y) + λw", abs_=1e-6)
        two = sum(2 * (dot(rest, x) - v) * x[j] for x, v in zip(X, y)) + 2 * lam * rest[j]
        near(two, 0, "the gradient without ½ at this w", abs_=1e-9)
    at.judge(point="(w^T x - y) x", shrink="lambda w", whole="X^T (X w - y) + lambda w", wrong={"shrink": "2 lambda w"})


@claim("5.2", "weight", "aᵢ = (yᵢ − wᵀxᵢ)/λ, the residual of point i divided by λ.")
@claim("5.2", "push", "Xᵀ(XXᵀ + λI) = XᵀXXᵀ + λXᵀ = (XᵀX + λI)Xᵀ.")
def ridge(at):
    rng = at.random
    n, d, lam = rng.randint(2, 6), rng.randint(2, 6), 0.1 + rng.random()
    X = [[rng.gauss(0, 1) for _ in range(d)] for _ in range(n)]
    y = [rng.gauss(0, 1) for _ in range(n)]
    w = solve(plus(times(transpose(X), X), lam), times(transpose(X), y))
    a = solve(plus(times(X, transpose(X)), lam), y)
    for i in range(n):
        near(a[i], (y[i] - dot(w, X[i])) / lam, "a against the residual over λ", abs_=1e-7)
    for got, want in zip(times(transpose(X), a), w):
        near(got, want, "Xᵀa against w", abs_=1e-7)
    left = times(transpose(X), plus(times(X, transpose(X)), lam))
    right = times(plus(times(transpose(X), X), lam), transpose(X))
    need(all(abs(p - q) < 1e-9 for r, s in zip(left, right) for p, q in zip(r, s)), "push-through")


@claim("5.2", "side", "{{large}}³/{{small}}³ = ({{large}}/{{small}})³ = {{times}}³ = {{cheaper}}.")
def cubes(at):
    near(at.n("cheaper"), (at.n("large") / at.n("small")) ** 3, "the factor")
    quotient = at.n("large") / at.n("small")
    at.judge(times=f"{quotient ** 3:g}", wrong={"times": f"{quotient ** 2:g}"})


@claim("5.2", "machine", "So with λ = 10⁻¹² only one or two digits agree.")
def digits(at):
    shown = re.findall(r"differ by: ([0-9.]+)", at.talk("set lambda 1e-12"))[-3:]
    X = [[at.random.gauss(0, 1) for _ in range(50)] for _ in range(30)]
    y = [at.random.gauss(0, 1) for _ in range(30)]
    w = solve(plus(times(transpose(X), X), 1e-12), times(transpose(X), y))
    v = times(transpose(X), solve(plus(times(X, transpose(X)), 1e-12), y))
    off = math.sqrt(square(w, v) / dot(v, v))
    need(len(shown) == 3, "the lab shows no three sizes")
    for error in [number(e) for e in shown] + [off]:
        need(1e-3 < error < 0.1, f"the relative difference is {error:.2g}")


@claim("5.2", "machine", "Look at λ = 1: at least 13 digits are the same.")
def moderate(at):
    shown = re.findall(r"differ by: (\S+),", at.talk("set lambda 1"))[-3:]
    need(len(shown) == 3 and all(number(e) < 1e-13 for e in shown), f"the differences are {shown}")


@claim("5.2", "mean", "n times this objective is ½‖y − Xw‖² + ½(nλ)‖w‖². That is ridge regression as before, with nλ in "
       "place of λ.")
def mean_loss(at):
    rng, n, d, lam = at.random, 6, 3, 0.3
    X = [[rng.gauss(0, 1) for _ in range(d)] for _ in range(n)]
    y = [rng.gauss(0, 1) for _ in range(n)]
    w = times(transpose(X), solve(plus(times(X, transpose(X)), n * lam), y))
    for j in range(d):  # the slope of (1/2n)‖y − Xw‖² + ½λ‖w‖²
        g = sum((dot(X[i], w) - y[i]) * X[i][j] for i in range(n)) / n + lam * w[j]
        near(g, 0, "the slope at this w", abs_=1e-9)
    at.judge(ridge="n lambda", wrong={"ridge": "lambda/n"})


# ---------------------------------------------------------------- 5.3


@claim("5.3", "residual",
       "The residual is yᵢ − f(xᵢ) = {{residual}}, so a{{i}} = {{residual}}/{{lambda}} = {{weight}}.",
       "One point has y{{i}} = {{y}} and f(x{{i}}) = {{f}}.")
def residual(at):
    y, f, lam = (number(at.v[v].strip("()")) for v in ("y", "f", "lambda"))
    says(at.v["residual"], y - f, "the residual")
    near(at.n("weight"), (y - f) / lam, "the weight", rel=2e-3)
    at.judge(weight=f"{(y - f) / lam:.6g}", wrong={"weight": f"{(y - f) * lam:.6g}"})


def wave(rng, n=16):
    """Return points and targets like those of 5.3."""
    xs = [[-3 + 6 * (i + rng.random()) / n] for i in range(n)]
    return xs, [math.sin(2 * x[0]) + 0.3 * x[0] + rng.gauss(0, 0.15) for x in xs]


@claim("5.3", "residual", "the largest weights belong to the points that the curve misses most.")
@claim("5.3", "know", "λ → ∞ gives a ≈ y/λ and f → 0.")
def large(at):
    xs, y = wave(at.random)
    K = gram(rbf(0.5), xs)
    a = solve(plus(K, 0.2), y)
    f = times(K, a)
    need(max(range(16), key=lambda i: abs(a[i])) == max(range(16), key=lambda i: abs(y[i] - f[i])), "another point")
    a = solve(plus(K, 1e6), y)
    need(all(abs(1e6 * p / q - 1) < 1e-4 for p, q in zip(a, y)), "the bars have another shape than y")
    need(max(map(abs, times(K, a))) < 1e-4, "f does not go to 0")


@claim("5.3", "ends", "With the RBF kernel and σ = 0.3 the curve goes through every point, or misses it by at most "
       "0.02.")
def interpolates(at):
    shown = at.talk("a", "set lambda 1e-10", "set sigma 0.3", "look")
    missed = number(shown.split("f(xᵢ)|:")[-1].split()[0].rstrip("."))
    need(missed <= 0.02, f"the lab shows a miss of {missed}")
    xs, y = wave(at.random)
    f = times(gram(rbf(0.3), xs), solve(plus(gram(rbf(0.3), xs), 1e-10), y))
    need(max(abs(p - q) for p, q in zip(f, y)) <= 0.02, "points like these are missed")


@claim("5.3", "ends", "Why does the polynomial still miss some points?")
def parabola(at):
    for kernel in "abc":
        shown = at.talk("a", "set lambda 1e-10", f"set kernel {kernel}", "look")
        missed = number(shown.split("f(xᵢ)|:")[-1].split()[0].rstrip("."))
        need(missed > 0.05, f"kernel {kernel}: the lab shows a miss of only {missed}")


@claim("5.3", "away", "a few σ away from the points f is almost 0, unless some weights are huge. With the cubic "
       "kernel f is a polynomial of degree at most 3. Unless it is constant, it goes to +∞ or −∞.")
def outside_of_the_data(at):
    xs, y = wave(at.random)
    for lam in (1e-6, 0.1, 1):
        a = solve(plus(gram(rbf(0.3), xs), lam), y)
        need(abs(sum(c * rbf(0.3)(x, [6.0]) for c, x in zip(a, xs))) < 1e-6, "ten σ away f is not near 0")
        a = solve(plus(gram(poly(3), xs), lam), y)
        f = [abs(sum(c * poly(3)(x, [place]) for c, x in zip(a, xs))) for place in (1e2, 1e4, 1e6)]
        need(f[0] < f[1] < f[2] and f[2] > 1e4, f"the polynomial is {f}")
    at.judge(bump="zero", cubic="away", wrong={"cubic": "last"})


@claim("5.3", "ends", "So K = ΦΦᵀ has rank 3 at most",
       "the curve goes to the least squares parabola instead.")
def least_squares(at):
    xs, y = wave(at.random)
    K = gram(poly(2), xs)
    need(rank(K) == 3, f"the rank is {rank(K)}")
    phi = [[1, math.sqrt(2) * x[0], x[0] ** 2] for x in xs]
    w = solve(times(transpose(phi), phi), times(transpose(phi), y))
    f = times(K, solve(plus(K, 1e-7), y))
    need(max(abs(p - q) for p, q in zip(f, times(phi, w))) < 1e-4, "another curve")


@claim("5.3", "line", "How far the curve moves depends on the pulled point, on K and on λ, but on no target.")
@claim("5.3", "pull", "For each eigenvalue μ ≥ 0 of K, M has the eigenvalue μ/(μ + λ). It lies in [0, 1), so 0 ≤ Mᵢᵢ < 1")
def smoother(at):
    xs, y = wave(at.random)
    for kernel in (rbf(0.5), poly(3), poly(2, 0.5)):
        K, lam = gram(kernel, xs), 10 ** at.random.uniform(-3, 3)
        pulled = [v + (1 if i == 4 else 0) for i, v in enumerate(y)]
        here = [p - q for p, q in zip(times(K, solve(plus(K, lam), pulled)), times(K, solve(plus(K, lam), y)))]
        alone = times(K, solve(plus(K, lam), [1.0 if i == 4 else 0.0 for i in range(16)]))
        need(max(abs(p - q) for p, q in zip(here, alone)) < 1e-6, "the other targets count")
        need(0 < alone[4] < 1, f"Mᵢᵢ = {alone[4]}")
    need(accepted("5.3", "pull", at.seed, between="(0, 1)"), "(0, 1) is not accepted")
    need(not accepted("5.3", "pull", at.seed, between="[0, 1)"), "[0, 1) is accepted")


# ---------------------------------------------------------------- 5.4


@claim("5.4", "least", "∂L/∂a = −Kᵀ(y − Ka) = Kᵀ(Ka − y). This is K(Ka − y), because K is symmetric.",
       "L is ½‖y − Ka‖² − t(Kv)ᵀ(y − Ka) + ½t²‖Kv‖²", "If K has none, L has its minimum at more than one a.")
def convex(at):
    phi = [[at.random.gauss(0, 1) for _ in range(2)] for _ in range(4)]  # so K has rank 2 of 4
    K, y = times(phi, transpose(phi)), [at.random.gauss(0, 1) for _ in range(4)]
    L = lambda a: square(y, times(K, a)) / 2
    a, v, t = ([at.random.gauss(0, 1) for _ in range(4)] for _ in range(3))
    t, Kv = t[0], times(K, v)
    r = [p - q for p, q in zip(y, times(K, a))]
    line = dot(r, r) / 2 - t * dot(Kv, r) + t * t * dot(Kv, Kv) / 2
    near(L([p + t * q for p, q in zip(a, v)]), line, "L along a line")
    near(-dot(times(K, r), v), (L([p + 1e-5 * q for p, q in zip(a, v)]) - L([p - 1e-5 * q for p, q in zip(a, v)])) / 2e-5,
         "the slope along v", rel=1e-4, abs_=1e-5)
    # A limit of ridge regression for λ → 0 has gradient 0. So has its sum with a null vector of K, and L is the same.
    rest = solve(plus(K, 1e-9), y)
    p, q = transpose(phi)
    n = [at.random.gauss(0, 1) for _ in range(4)]
    n = [u - w for u, w in zip(n, times(phi, solve(times(transpose(phi), phi), times(transpose(phi), n))))]
    need(max(map(abs, times(K, n))) < 1e-9 < max(map(abs, n)), "no null vector")
    other = [u + w for u, w in zip(times(phi, solve(plus(times(transpose(phi), phi), 1e-9), times(transpose(phi), rest))), n)]
    near(L(rest), L(other), "L of two minima", rel=1e-5)
    for _ in range(50):
        need(L([u + at.random.gauss(0, 1) for u in rest]) >= L(rest) - 1e-9, "a lower place")
    at.judge(grad="K (K a - y)", enough="always", wrong={"enough": "regular"})


@claim("5.4", "exist", "K needs rank n, so n ≤ m. ΦᵀΦ needs rank m, so m ≤ n. For both, n = m.")
def ranks(at):
    for n, m in ((2, 4), (3, 3), (5, 2)):
        phi = [[at.random.gauss(0, 1) for _ in range(m)] for _ in range(n)]
        need((rank(times(phi, transpose(phi))) == n) == (n <= m), "K")
        need((rank(times(transpose(phi), phi)) == m) == (m <= n), "ΦᵀΦ")


@claim("5.4", "exist", "For m > n, a = K⁻¹y is unique and gives the shortest w of all that fit.")
def shortest(at):
    phi = [[at.random.gauss(0, 1) for _ in range(5)] for _ in range(3)]
    y = [at.random.gauss(0, 1) for _ in range(3)]
    w = times(transpose(phi), solve(times(phi, transpose(phi)), y))
    for _ in range(20):  # add what no point sees
        r = [at.random.gauss(0, 1) for _ in range(5)]
        back = times(transpose(phi), solve(times(phi, transpose(phi)), times(phi, r)))
        other = [p + q - s for p, q, s in zip(w, r, back)]
        need(all(abs(p - q) < 1e-8 for p, q in zip(times(phi, other), y)), "the other w does not fit")
        need(dot(other, other) > dot(w, w), "a shorter w")


@claim("5.4", "break", "(xᵀz + 1)² has six features in two dimensions, so K has rank 6 at most",
       "With eight points, two eigenvalues are 0 except for rounding.")
def seventh(at):
    xs = [[at.random.gauss(0, 1), at.random.gauss(0, 1)] for _ in range(8)]
    for n in range(1, 9):
        need(rank(gram(poly(2), xs[:n])) == min(n, 6), f"{n} points")
    values = eigen(gram(poly(2), xs))[0]
    need(max(map(abs, values[:2])) < 1e-12 * values[-1] < 1e-3 * values[2], f"eigenvalues {values}")
    at.judge(largest="6", wrong={"largest": "7"})


@claim("5.4", "break", "The nine points of 1.3 lie on a number line. There m is 3, so K has rank 3 at most.")
def nine(at):
    for name in ("worksheet1d", "worksheet1d_sym"):
        need(rank(gram(poly(2), points(name)[0])) == 3, "another rank")


@claim("5.4", "twice",
       "At a small distance δ and σ = 1, the smallest eigenvalue is about proportional to δ², and at most δ²/2. At δ "
       "= 10⁻⁹ it is below 10⁻¹⁸.",
       "Adding λI raises every eigenvalue by λ, and the condition number falls to about the largest eigenvalue "
       "divided by λ.")
def twice(at):
    getcontext().prec = 60
    xs = [[Decimal(at.random.gauss(0, 1)), Decimal(at.random.gauss(0, 1))] for _ in range(5)]
    k = lambda x, z: (-square(x, z) / 2).exp()
    least = {}
    for exponent in (-3, -6, -9):
        delta = Decimal(10) ** exponent
        K = gram(k, xs + [[xs[0][0] + delta, xs[0][1]]])
        values = eigen(K, Decimal.sqrt)[0]
        least[exponent] = values[0]
        need(0 < values[0] <= delta * delta / 2, f"δ = {delta}: smallest eigenvalue {values[0]:.3e}")
        lifted = eigen(plus(K, Decimal("1e-6")), Decimal.sqrt)[0]
        need(abs(lifted[0] - values[0] - Decimal("1e-6")) < Decimal("1e-30"), "λ does not lift it by λ")
    near(float(least[-6] / least[-9]), 1e6, "the quotient for δ a thousand times as large", rel=1e-3)
    need(least[-9] < Decimal("1e-18"), "at δ = 10⁻⁹")
    near(float(lifted[-1] / lifted[0]), float(values[-1]) / 1e-6, "the condition number", rel=0.01)


# ---------------------------------------------------------------- 5.5


@claim("5.5", "count",
       "There are 11 centres on a line, and each further dimension multiplies the number by 11: 121, 1331, and for d = "
       "10 it is 11¹⁰, about 2.6·10¹⁰.")
def centres(at):
    need(f"{11 ** 10:.1e}" == "2.6e+10", "11¹⁰")
    at.judge(one="11", two="121", three="1331", ten="11^10", wrong={"three": "1000"})


@claim("5.5", "formula", "For h = {{h}} and d = 3: ({{k}} + 1)³ = {{centres}}.")
def grid(at):
    k = round(1 / at.n("h"))
    count = sum(1 for _ in ((x, y, z) for x in range(k + 1) for y in range(k + 1) for z in range(k + 1)))
    near(at.n("centres"), count, "the centres, counted")


@claim("5.5", "cure", "But where no data are near, all bumps are almost 0, so f says nothing.")
def covered(at):
    # 100 points in a cube of ten dimensions: hardly a place has one within 2σ = 0.2.
    xs = [[at.random.random() for _ in range(10)] for _ in range(100)]
    places = [[at.random.random() for _ in range(10)] for _ in range(500)]
    reached = sum(any(square(p, x) < 0.04 for x in xs) for p in places)
    need(reached <= 5, f"{reached} of 500 places are reached")


# ---------------------------------------------------------------- 5.6


@claim("5.6", "powers", "so k = (1 − (xz)^M)/(1 − xz). For xz = 1 each of the M terms is 1: k = M.")
@claim("5.6", "bumps", "Divided by −2σ², this is −(x − z)²/(4σ²) − (μ − m)²/σ².")
def closed(at):
    x, z, mu, s = (at.random.uniform(-2, 2) for _ in range(4))
    s, M = abs(s) + 0.3, at.random.randint(2, 12)
    near(sum((x * z) ** i for i in range(M)), (1 - (x * z) ** M) / (1 - x * z), "the geometric sum")
    m = (x + z) / 2
    two = ((x - mu) ** 2 + (z - mu) ** 2) / (2 * s * s)
    near(two, (x - z) ** 2 / (4 * s * s) + (mu - m) ** 2 / s ** 2, "the exponents")


@claim("5.6", "know",
       "Bumps on a dense grid that reaches well beyond the points give, up to a factor, an RBF kernel √2 times as "
       "wide as the bumps.")
def dense(at):
    s = 0.5 + at.random.random()
    centres_ = [i * s / 20 for i in range(-300, 301)]
    bumps = lambda x, z: sum(math.exp(-((x - m) ** 2 + (z - m) ** 2) / (2 * s * s)) for m in centres_)
    factor = bumps(0, 0)
    for _ in range(20):
        x, z = at.random.uniform(-1.5, 1.5), at.random.uniform(-1.5, 1.5)
        near(bumps(x, z) / factor, math.exp(-((x - z) ** 2) / (2 * (math.sqrt(2) * s) ** 2)), "k", rel=1e-4)


@claim("5.6", "taylor", "The exponents add up to −(x² + z² − 2xz)/(2σ²) = −(x − z)²/(2σ²): the RBF kernel.",
       "The RBF kernel has infinitely many features, and one exponential adds up all their products.")
def taylor(at):
    s, x, z = 0.5 + at.random.random(), at.random.uniform(-2, 2), at.random.uniform(-2, 2)
    phi = lambda v, i: math.exp(-v * v / (2 * s * s)) * (v / s) ** i / math.sqrt(math.factorial(i))
    near(sum(phi(x, i) * phi(z, i) for i in range(80)), math.exp(-((x - z) ** 2) / (2 * s * s)), "the sum", abs_=1e-9)


@claim("5.6", "space", "has the factor (√π·σ)^d = (πσ²)^(d/2) and the exponent −Σᵢ(xᵢ − zᵢ)²/(4σ²) = −‖x − z‖²/(4σ²).",
       "∫ exp(−(μ − m)²/σ²) dμ = √π·σ, for every m")
def everywhere(at):
    s, d, h = 0.5 + at.random.random(), 3, 0.05
    x, z = ([at.random.uniform(-1, 1) for _ in range(d)] for _ in range(2))
    k = 1.0
    for p, q in zip(x, z):
        grid = [i * h for i in range(-300, 301)]
        k *= h * sum(math.exp(-((p - m) ** 2 + (q - m) ** 2) / (2 * s * s)) for m in grid)
        near(h * sum(math.exp(-((m - p) ** 2) / s ** 2) for m in grid), math.sqrt(math.pi) * s, "the integral given")
    near(k, (math.pi * s * s) ** (d / 2) * math.exp(-square(x, z) / (4 * s * s)), "k for d = 3")
    at.judge(factor="(pi sigma^2)^(d/2)", power="-|x - z|^2/(4 sigma^2)", wrong={"power": "-|x - z|^2/(2 sigma^2)"})


@claim("5.6", "coordinates", "−½‖x − z‖² = −½‖x‖² − ½‖z‖² + xᵀz.",
       "Up to degree 3 there are C({{dims}} + 3, 3) = {{upto}} of them.")
def several(at):
    x, z = ([at.random.uniform(-1, 1) for _ in range(4)] for _ in range(2))
    near(-square(x, z) / 2, -dot(x, x) / 2 - dot(z, z) / 2 + dot(x, z), "the exponents")
    near(sum(dot(x, z) ** i / math.factorial(i) for i in range(40)), math.exp(dot(x, z)), "the power series")
    # The monomials of degree i with weight √(i!/∏αⱼ!) have (xᵀz)ⁱ as kernel: four variables, degree 3.
    total = 0.0
    for e in [(a, b, c, 3 - a - b - c) for a in range(4) for b in range(4 - a) for c in range(4 - a - b)]:
        weight = math.factorial(3) / math.prod(math.factorial(v) for v in e)
        total += weight * math.prod((p * q) ** v for p, q, v in zip(x, z, e))
    near(total, dot(x, z) ** 3, "the monomials of degree 3")
    d = int(number(at.v["dims"]))
    near(at.n("upto"), math.comb(d + 3, 3), "features")
    at.judge(mixed="x'z", upto=str(math.comb(d + 3, 3)), wrong={"upto": str(math.comb(d + 2, 3))})


@claim("5.6", "doable", "needs the n² values k(xᵢ, xⱼ), one exponential each.")
def dual_only(at):
    xs, y = wave(at.random)
    a = solve(plus(gram(rbf(0.5), xs), 0.2), y)
    need(len(a) == len(xs), "another number of weights")
    at.judge(primal="no", dual="yes", learned="n", wrong={"learned": "n^2"})


@claim("5.6", "terms",
       "After {{need}} terms the error is below 10⁻⁶ for the first time. After {{less}} terms it is not. (After "
       "ten terms the error is still {{ten}}.)")
def terms(at):
    r = number(at.read("At x = z = {{r}}σ, what is")["r"])
    u, total, n, ten = Fraction(r) ** 2, Fraction(0), 0, 0
    term = Fraction(1)
    while True:
        total += term
        n += 1
        term = term * u / n
        error = 1 - math.exp(-float(u)) * float(total)
        if n == 10:
            ten = error
        if error <= 1e-6 and n >= 10:
            break
    near(at.n("need"), n, "terms")
    near(at.n("less"), n - 1, "terms less")
    need(rounds(at.v["ten"].rstrip(")"), ten), f"ten terms lack {ten:.4g}, the lab says {at.v['ten']}")
    at.judge(need=str(n), wrong={"need": str(n + 1)})


# ---------------------------------------------------------------- 5.7


def pair(at):
    v = read("Two points on a line: x₁ = {{p}} of class −1, and x₂ = {{q}} of class +1.", told("5.7", "sign", at.seed))
    return number(v["p"]), number(v["q"])


def perceptron(p, q, offset, visits):
    """Return α, b and the steps of a perceptron on two points, visited in turn."""
    xs, t, alpha, b, steps = (p, q), (-1, 1), [0, 0], 0, []
    for v in range(visits):
        i = v % 2
        f = sum(alpha[j] * t[j] * (xs[j] * xs[i] + (1 if offset == "kernel" else 0)) for j in (0, 1)) + b
        if t[i] * f <= 0:
            alpha[i] += 1
            b += t[i] if offset == "own" else 0
            steps.append(v)
    return alpha, b, steps


@claim("5.7", "guess",
       "Without an offset no w is right at both points, so this perceptron never stops. The other two start with "
       "the same α and the same offset.")
@claim("5.7", "counts", "α counts updates: {{second}} of the {{updates}} were at x₂.")
def counts(at):
    p, q = pair(at)
    alpha, b, steps = perceptron(p, q, "own", 2000)
    with_one = perceptron(p, q, "kernel", 2000)
    bare = perceptron(p, q, "", 2000)
    need(steps == with_one[2] and alpha == with_one[0], "k + 1 makes other updates")
    need(steps[-1] < 1990 and bare[2][-1] >= 1998, "what ends and what does not")
    near(b, alpha[1] - alpha[0], "b = Σαt")
    w = alpha[1] * q - alpha[0] * p
    answers = {"second_updates": str(alpha[1]), "bare": f"{w * p:g}"}
    need(accepted("5.7", "counts", at.seed, **answers), f"{answers} is not accepted")
    need(not accepted("5.7", "counts", at.seed, **dict(answers, second_updates=str(sum(alpha)))), "all updates")
    need(w * p > 0, "f(x₁) without b is not positive")


def machine(x1, x2, way, C=10.0):
    """Return w and b of a soft-margin SVM on x1 (−1) and x2 (+1), by ternary search of the objective."""

    def least(fixed):
        lo, hi = -60.0, 60.0
        for _ in range(200):
            m1, m2 = lo + (hi - lo) / 3, hi - (hi - lo) / 3
            lo, hi = (lo, m2) if fixed(m1) < fixed(m2) else (m1, hi)
        return lo

    def loss(w, b):
        return C * (max(0, 1 + w * x1 + b) + max(0, 1 - w * x2 - b)) + w * w / 2 + (b * b / 2 if way == "kernel" else 0)

    best_b = lambda w: 0.0 if way == "none" else least(lambda c: loss(w, c - w * (x1 + x2) / 2)) - w * (x1 + x2) / 2
    w = least(lambda v: loss(v, best_b(v)))
    return w, best_b(w)


@claim("5.7", "far",
       "Only the machine with a separate b does. The distance between the points stays the same, so w need not change, "
       "and b = −w·(middle) follows the points at no cost.")
def keeps(at):
    p, q = pair(at)
    for shift in (0.0, 40.0):
        w, b = machine(p + shift, q + shift, "separate")
        near(w, 2 / (q - p), "w of the separate b", rel=1e-3)
        need(p + shift < -b / w < q + shift, "the separate b is not between them")
    w, b = machine(p + 40, q + 40, "kernel")
    need(not (w > 0 and p + 40 < -b / w < q + 40), "k + 1 is still between them at 40")


@claim("5.7", "shift", "The boundary leaves at the shift {{leaves}}. At {{before}} it is still between the points.", shown=("7.5", "shift"))
def leaves(at):
    p, q = pair(at)
    for shift, stays in ((at.n("before"), True), (at.n("leaves"), False)):
        w, b = machine(p + shift, q + shift, "kernel")
        need((w > 0 and p + shift < -b / w < q + shift) == stays, f"shift {shift}: the boundary is at {-b / w:.3f}")


@claim("5.7", "alone", "g′ = 1 − {{norm}}α₂ is 0 at α₂ = 1/{{norm}}.", shown=("7.5", "price"))
def top(at):
    q = pair(at)[1]
    near(at.n("norm"), q * q + 1, "the curvature")
    g = lambda a: a - a * a * (q * q + 1) / 2
    best = max((i / 100000 for i in range(0, 50000)), key=g)
    near(best, 1 / (q * q + 1), "the top of g", abs_=1e-5, rel=1e-3)


@claim("5.7", "know", "For the perceptron a separate b does the same, update by update.")
def same(at):
    p, q = at.random.uniform(0.5, 3), at.random.uniform(3.5, 6)
    need(perceptron(p, q, "own", 5000)[2] == perceptron(p, q, "kernel", 5000)[2], "other updates")


# ---------------------------------------------------------------- 5.8


def inverse(m):
    """Return the inverse of a symmetric matrix."""
    n = len(m)
    return [solve([list(r) for r in m], [float(i == j) for i in range(n)]) for j in range(n)]


def band(xs, y, sigma, lam, places):
    """Return the mean of f and its standard deviation at some places."""
    k = rbf(sigma)
    A, out = inverse(plus(gram(k, xs), lam)), []
    for place in places:
        row = [k(x, [place]) for x in xs]
        u = times(A, row)
        out.append((dot(u, y), math.sqrt(max(0.0, 1 - dot(u, row)))))
    return out


def sixteen(at):
    xs, y = points("sine_gap")
    chosen = sorted(at.random.sample(range(len(y)), 16))
    return [xs[i] for i in chosen], [y[i] for i in chosen]


@claim("5.8", "model", "S = K + λI.", "With (K + λI)a = y this is Σⱼ aⱼk(xⱼ, x), the curve of 5.3.")
def process(at):
    # 200 000 draws of f at two places and of the noise: what they have in common is K + λI, and k.
    c, lam, rng = 0.6, 0.4, at.random
    sums, n = [0.0] * 4, 200_000
    for _ in range(n):
        f = [rng.gauss(0, 1)]
        f.append(c * f[0] + math.sqrt(1 - c * c) * rng.gauss(0, 1))
        y = [v + math.sqrt(lam) * rng.gauss(0, 1) for v in f]
        for i, v in enumerate((y[0] * y[0], y[0] * y[1], f[0] * y[0], f[0] * y[1])):
            sums[i] += v / n
    for got, want in zip(sums, (1 + lam, c, 1, c)):
        near(got, want, "a covariance", abs_=0.03)
    xs, y = sixteen(at)
    a = solve(plus(gram(rbf(0.6), xs), 0.1), y)
    for place, (f, _) in zip((-1, 0.3), band(xs, y, 0.6, 0.1, (-1, 0.3))):
        near(f, sum(w * rbf(0.6)(x, [place]) for w, x in zip(a, xs)), "the mean against the curve")
    at.judge(cov="K + lambda I", cross="kernel", wrong={"cov": "K"})


@claim("5.8", "hand",
       "{{diagonal}} on the diagonal and {{c}} off it. Its determinant is {{diagonal}}² − {{c}}² = {{det}}. So (K + "
       "λI)⁻¹k = ({{diagonal}} − {{c}}², {{diagonal}}·{{c}} − {{c}})/{{det}} = ({{first}}, {{second}}). The variance "
       "is 1 − ({{first}} + {{c}}·{{second}}) = 1 − {{kept}} = {{variance}}.",
       "with k(x₁, x₁) = k(x₂, x₂) = 1, k(x₁, x₂) = {{c}}, and λ = {{lambda}}. Take")
def by_hand(at):
    c, lam = number(at.v["c"].rstrip(",)")), at.n("lambda")
    K = [[1, c], [c, 1]]
    u = solve(plus(K, lam), [1, c])
    variance = 1 - dot(u, [1, c])
    near(at.n("variance"), variance, "the variance")
    near(variance, lam * times(K, inverse(plus(K, lam)))[0][0], "the variance against λM₁₁")
    near(at.n("first"), u[0], "the first weight")
    near(at.n("second"), u[1], "the second weight")
    near(at.n("det"), (1 + lam) ** 2 - c * c, "the determinant")
    at.judge(weights=f"[{u[0]:.10g}, {u[1]:.10g}]", variance=f"{variance:.10g}", far="1",
             wrong={"variance": f"{1 - variance:.10g}"})
    at.judge(weights=f"[{u[0]:.10g}, {u[1]:.10g}]", variance=f"{variance:.10g}", far="1", wrong={"far": "0"})


@claim("5.8", "guess", "The band is widest far from all points, where k is nearly 0 and the variance is nearly k(x, x) = 1.",
       "If K has an inverse, the variance at each point goes to 0 for λ → 0.",
       "If the model is right, then at each x the band contains f(x) with about 95 % probability.")
@claim("5.8", "band", "With a larger σ they still say something about f in the gap, so the band is much narrower.",
       "At the points f is uncertain because of the noise, and a smaller λ means less noise.",
       "With a smaller σ a point says less about its neighbours, and the band gets wider, in the gap and at the points.")
def widths(at):
    near(math.erf(2 / math.sqrt(2)), 0.954, "two standard deviations", abs_=1e-3)
    xs, y = sixteen(at)
    places = [x[0] for x in xs]
    width = lambda sigma, lam, place: band(xs, y, sigma, lam, [place])[0][1]
    need(width(0.6, 0.01, 40) == 1, "far away the variance is not k(x, x)")
    need(max(width(0.6, 1e-6, place) for place in places) < 1.01e-3, "for λ → 0 something is left at a point")
    gap, data = (lambda s, l: width(s, l, 0.1)), (lambda s, l: max(width(s, l, place) for place in places))
    start, near_ = gap(0.6, 0.01), data(0.6, 0.01)
    need(gap(1.2, 0.01) < 0.6 * start and gap(0.6, 0.0001) > 0.75 * start, "σ is not what counts in the gap")
    need(data(0.6, 0.0001) < 0.2 * near_ < 0.6 * near_ < data(1.2, 0.01), "λ is not what counts at the points")
    need(gap(0.3, 0.01) > start and data(0.3, 0.01) > near_ and data(0.6, 0.1) > near_, "smaller σ, or larger λ")
    shown = [re.findall(r"band is ±(\S+) at its narrowest and ±(\S+) at its widest", at.talk(*c))[-1]
             for c in (("look",), ("set targets b", "look"), ("set sigma 1.2", "look"))] if at.task == "band" else None
    if shown:
        need(shown[0] == shown[1], f"doubled targets change the widths {shown}")
        need(number(shown[2][1]) < number(shown[0][1]), f"a larger σ does not make the widest place narrower: {shown}")


@claim("5.8", "noise", "{{sd}}² = {{noise}}. The new noise is independent of f(x₁), so the variances add up: {{variance}} + "
       "{{lambda}} = {{fresh}}.")
def fresh(at):
    sd = number(at.v["sd"])
    near(at.n("noise"), sd * sd, "λ")
    near(at.n("fresh"), at.n("variance") + at.n("lambda"), "the variance of a new measurement")
    at.judge(device=f"{sd * sd:.10g}", fresh=f"{at.n('variance') + at.n('lambda'):.10g}", wrong={"device": f"{sd:g}"})


@claim("5.8", "trust", "With σ = 0.6 and the true λ, nearly all of the truth is in the band.",
       "In two of the settings most of the truth lies outside the band.",
       "With λ = 0.0001 the curve is very near its points, but most of the truth is outside the band.")
def false_models(at):
    share = lambda said: number(re.findall(r"truth is in the band at (\S+) %", said)[-1])
    for sigma, lam, least, most in ((0.6, 0.0225, 90, 100), (3, 0.0225, 0, 40), (0.6, 0.0001, 0, 49)):
        shown = share(at.talk(f"set sigma {sigma}", f"set lambda {lam}", "look"))
        need(least <= shown <= most, f"σ = {sigma}, λ = {lam}: the lab shows {shown} %")
        xs, y = sixteen(at)
        places = [-3 + i / 20 for i in range(121)]
        inside = sum(abs(m - math.sin(2 * p) - 0.3 * p) <= 2 * s for p, (m, s) in zip(places, band(xs, y, sigma, lam, places)))
        need(least <= inside / 1.21 <= most, f"σ = {sigma}, λ = {lam}: {inside / 1.21:.0f} % of the truth is inside")


main()
