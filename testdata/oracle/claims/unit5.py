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


@claim("5.1", "guess", "The two training predictions stay: uᵀxᵢ = 0. f(z) changes, for uᵀz is not 0, and ‖w‖ grows.")
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
       "(0, 0, 1), for example: its first entries force c₁ = c₂ = 0, and then the third would be 0.",
       "Every w with u ≠ 0 will do.")
def outside(at):
    x1, x2 = toy(at)
    need(rank([x1, x2, [0, 0, 1]]) == 3, "(0, 0, 1) is a combination")
    at.judge(witness="[0, 0, 1]", wrong={"witness": f"[1, 1, {x1[2] + x2[2]:g}]"})


@claim("5.1", "exact", "‖u‖² = {{a}}² + {{b}}² + 1 = {{longer}}.")
def longer(at):
    x1, x2 = toy(at)
    near(at.n("longer"), x1[2] ** 2 + x2[2] ** 2 + 1, "‖u‖²")


@claim("5.1", "theorem", "It holds for every loss at the training points, and every penalty that grows with ‖w‖.")
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


@claim("5.1", "theorem", "of all w with 2w₁ + w₂ = 2 the best is (1, 0), which is no multiple of the point (2, 1).")
def lasso(at):
    two = min((abs(w1) + abs(2 - 2 * w1), w1) for w1 in [i / 1000 for i in range(-1000, 2001)])
    near(two[1], 1, "w₁ of the least Σ|w| for (2, 1)")
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


@claim("5.1", "none", "That needs n ≥ d, and it needs points that do not all lie in one plane through 0.")
def nothing(at):
    few = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(2)]
    flat = [[v, 2 * v + w, w] for v, w in (([at.random.gauss(0, 1), at.random.gauss(0, 1)]) for _ in range(100))]
    full = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(3)]
    need(rank(few) == 2 and rank(flat) == 2 and rank(full) == 3, "the ranks are others")


# ---------------------------------------------------------------- 5.2


@claim("5.2", "weight", "aᵢ = (yᵢ − wᵀxᵢ)/λ, the residual of point i over λ.")
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


@claim("5.2", "machine", "with λ = 10⁻¹² only one or two digits agree.")
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


@claim("5.2", "machine", "Look at λ = 1: thirteen digits and more are the same.")
def moderate(at):
    shown = re.findall(r"differ by: (\S+),", at.talk("set lambda 1"))[-3:]
    need(len(shown) == 3 and all(number(e) < 1e-13 for e in shown), f"the differences are {shown}")


@claim("5.2", "mean", "n times the whole is ½‖y − Xw‖² + ½(nλ)‖w‖²: ridge regression as before, with nλ for λ.")
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


@claim("5.3", "residual", "a{{i}} = ({{y}} − {{f}})/{{lambda}} = {{residual}}/{{lambda}} = {{weight}}.")
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


@claim("5.3", "ends", "With the RBF kernel and σ = 0.3 the curve goes through every point, or misses it by 0.02 at most.")
def interpolates(at):
    shown = at.talk("a", "set lambda 1e-10", "set sigma 0.3", "look")
    missed = number(shown.split("f(xᵢ)|:")[-1].split()[0].rstrip("."))
    need(missed <= 0.02, f"the lab shows a miss of {missed}")
    xs, y = wave(at.random)
    f = times(gram(rbf(0.3), xs), solve(plus(gram(rbf(0.3), xs), 1e-10), y))
    need(max(abs(p - q) for p, q in zip(f, y)) <= 0.02, "points like these are missed")


@claim("5.3", "ends", "Why does the polynomial's curve still not go through every point?",
       "a few σ away the RBF's curve goes to 0, and a polynomial grows without bound.")
def parabola(at):
    for kernel in "abc":
        shown = at.talk("a", "set lambda 1e-10", f"set kernel {kernel}", "look")
        missed = number(shown.split("f(xᵢ)|:")[-1].split()[0].rstrip("."))
        need(missed > 0.05, f"kernel {kernel}: the lab shows a miss of only {missed}")
    xs, y = wave(at.random)
    a = solve(plus(gram(rbf(0.3), xs), 0.1), y)
    need(abs(sum(c * rbf(0.3)(x, [6.0]) for c, x in zip(a, xs))) < 1e-6, "ten σ away f is not near 0")


@claim("5.3", "ends", "In one variable degree 2 has m = 3 features, so K = ΦΦᵀ has rank 3 at most",
       "the fit goes to the least squares parabola instead.")
def least_squares(at):
    xs, y = wave(at.random)
    K = gram(poly(2), xs)
    need(rank(K) == 3, f"the rank is {rank(K)}")
    phi = [[1, math.sqrt(2) * x[0], x[0] ** 2] for x in xs]
    w = solve(times(transpose(phi), phi), times(transpose(phi), y))
    f = times(K, solve(plus(K, 1e-7), y))
    need(max(abs(p - q) for p, q in zip(f, times(phi, w))) < 1e-4, "another curve")


@claim("5.3", "line", "M(y + e) − My = Me: what moves depends on the point, on K and on λ, and on no target.")
@claim("5.3", "pull", "The eigenvalues μ/(μ + λ) of M lie in [0, 1), so 0 ≤ Mᵢᵢ < 1")
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


@claim("5.4", "exist", "K needs rank n, so n ≤ m. ΦᵀΦ needs rank m, so m ≤ n. Both: n = m.")
def ranks(at):
    for n, m in ((2, 4), (3, 3), (5, 2)):
        phi = [[at.random.gauss(0, 1) for _ in range(m)] for _ in range(n)]
        need((rank(times(phi, transpose(phi))) == n) == (n <= m), "K")
        need((rank(times(transpose(phi), phi)) == m) == (m <= n), "ΦᵀΦ")


@claim("5.4", "exist", "For m > n it is the other way round, and a = K⁻¹y gives the shortest of all w that fit.")
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
       "With eight, as on the stage now, two eigenvalues are 0 but for rounding.")
def seventh(at):
    xs = [[at.random.gauss(0, 1), at.random.gauss(0, 1)] for _ in range(8)]
    for n in range(1, 9):
        need(rank(gram(poly(2), xs[:n])) == min(n, 6), f"{n} points")
    values = eigen(gram(poly(2), xs))[0]
    need(max(map(abs, values[:2])) < 1e-12 * values[-1] < 1e-3 * values[2], f"eigenvalues {values}")
    at.judge(largest="6", wrong={"largest": "7"})


@claim("5.4", "break", "The nine points of 1.3 have m = 3, so K has rank 3.")
def nine(at):
    for name in ("worksheet1d", "worksheet1d_sym"):
        need(rank(gram(poly(2), points(name)[0])) == 3, "another rank")


@claim("5.4", "twice",
       "At a small distance δ the smallest eigenvalue is proportional to δ², and at most δ²/2: below 10⁻¹⁸ at δ "
       "= 10⁻⁹.",
       "λ lifts every eigenvalue by λ, and the condition number falls to about μmax/λ.")
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
       "11 on a line, and 11 times as many with each dimension: 121, 1331, and 11¹⁰, about 2.6·10¹⁰ for d = 10.")
def centres(at):
    need(f"{11 ** 10:.1e}" == "2.6e+10", "11¹⁰")
    at.judge(one="11", two="121", three="1331", ten="11^10", wrong={"three": "1000"})


@claim("5.5", "formula", "For h = {{h}} and d = 3: ({{k}} + 1)³ = {{centres}}.")
def grid(at):
    k = round(1 / at.n("h"))
    count = sum(1 for _ in ((x, y, z) for x in range(k + 1) for y in range(k + 1) for z in range(k + 1)))
    near(at.n("centres"), count, "the centres, counted")


@claim("5.5", "cure", "Where no data are near, all bumps are almost 0 and f knows nothing")
def covered(at):
    # 100 points in a cube of ten dimensions: hardly a place has one within 2σ = 0.2.
    xs = [[at.random.random() for _ in range(10)] for _ in range(100)]
    places = [[at.random.random() for _ in range(10)] for _ in range(500)]
    reached = sum(any(square(p, x) < 0.04 for x in xs) for p in places)
    need(reached <= 5, f"{reached} of 500 places are reached")


# ---------------------------------------------------------------- 5.6


@claim("5.6", "powers", "so k = (1 − (xz)^M)/(1 − xz). For xz = 1 each of the M terms is 1: k = M.")
@claim("5.6", "bumps", "Over −2σ²: −(x − z)²/(4σ²) − (μ − m)²/σ².")
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
       "The RBF kernel has infinitely many features, and adds them all up in one exponential.")
def taylor(at):
    s, x, z = 0.5 + at.random.random(), at.random.uniform(-2, 2), at.random.uniform(-2, 2)
    phi = lambda v, i: math.exp(-v * v / (2 * s * s)) * (v / s) ** i / math.sqrt(math.factorial(i))
    near(sum(phi(x, i) * phi(z, i) for i in range(80)), math.exp(-((x - z) ** 2) / (2 * s * s)), "the sum", abs_=1e-9)


@claim("5.6", "terms",
       "After {{need}} terms the error is below 10⁻⁶ for the first time; after {{less}} it is not. (Ten terms "
       "would still lack {{ten}}.)")
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
       "Without an offset no w is right at both points, so it never ends. The other two have the same α and the "
       "same offset at the start")
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
       "The separate b alone. The distance of the points stays as it is, so w need not change, and b = "
       "−w·(middle) moves with them, for nothing.")
def keeps(at):
    p, q = pair(at)
    for shift in (0.0, 40.0):
        w, b = machine(p + shift, q + shift, "separate")
        near(w, 2 / (q - p), "w of the separate b", rel=1e-3)
        need(p + shift < -b / w < q + shift, "the separate b is not between them")
    w, b = machine(p + 40, q + 40, "kernel")
    need(not (w > 0 and p + 40 < -b / w < q + 40), "k + 1 is still between them at 40")


@claim("5.7", "shift", "At {{leaves}}; at {{before}} it is still between them.", shown=("7.5", "shift"))
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


@claim("5.7", "know", "To the perceptron a separate b is the same, update by update.")
def same(at):
    p, q = at.random.uniform(0.5, 3), at.random.uniform(3.5, 6)
    need(perceptron(p, q, "own", 5000)[2] == perceptron(p, q, "kernel", 5000)[2], "other updates")


main()
