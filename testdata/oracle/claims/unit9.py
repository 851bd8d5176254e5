"""Claims of unit 9, choosing the kernel, recomputed."""

import functools
import itertools
import math
import re

from lab import (accepted, claim, dot, drawn_moons, eigen, gram, linear, main, moons, near, need, number, points, poly,
                 rbf, rounds, rows, sigmoid, solve, square, svm, times, told, transpose)


def vector(text):
    return [number(v) for v in text.strip("()[]{}").split(", ")]


def form(K, v):
    """Return vᵀKv."""
    return dot(v, times(K, v))


def least(K):
    """Return the smallest eigenvalue, and its vector."""
    values, vectors = eigen(K)
    return values[0], vectors[0]


def line(at):
    """Return the points of the stage of 9.2."""
    return vector(at.read("The points, in order: {{points}}.", "six")["points"].replace("points", ""))


def machine(k, xs, t, C, tol=1e-6):
    """Return α, b and f of a machine."""
    alpha, b, _ = svm(gram(k, xs), t, C, tol=tol)
    kept = [(a * u, x) for a, u, x in zip(alpha, t, xs) if a > 0]
    return alpha, b, lambda z: sum(a * k(x, z) for a, x in kept) + b


def wrong(f, xs, t):
    return sum(u * f(x) <= 0 for u, x in zip(t, xs))


# ---------------------------------------------------------------- 9.1


@claim("9.1", "hand", "The similarities xᵢᵀx are {{k1}}, {{k2}} and {{k3}}.",
       "Their sum is {{sum}}, and its sign is the class.")
@claim("9.1", "against", "xᵢᵀx is negative for these i: {{against}}.")
def votes(at):
    said = told("9.1", "hand", at.seed)
    x = vector(re.search(r"and x = (\([^)]*\))\.", said)[1])
    voters = rows(said, "i", "xᵢ", "tᵢ", "αᵢ")[:3]
    ks = [dot(vector(r["xᵢ"]), x) for r in voters]
    got = [number(r["αᵢ"]) * number(r["tᵢ"]) * k for r, k in zip(voters, ks)]
    answers = {"votes": str(got), "sum": f"{sum(got):g}", "side": "+1" if sum(got) > 0 else "-1"}
    need(accepted("9.1", "hand", at.seed, **answers), f"{answers} is not accepted")
    against = {i + 1 for i, k in enumerate(ks) if k < 0}
    need(accepted("9.1", "against", at.seed, against=str(against) if against else "none"), f"{against} is not accepted")


@claim("9.1", "guess", "The linear kernel depends on direction and length, not on nearness.")
@claim("9.1", "know", "With a narrow RBF, the heaviest voter is usually the nearest one. With xᵀz, it seldom is.")
def nearest(at):
    xs, t = moons(at.random, 24)
    shares = {}
    for name, k in (("rbf", rbf(0.3)), ("linear", linear)):
        alpha = svm(gram(k, xs), t, 1.0)[0]
        voters = [i for i in range(24) if alpha[i] > 0]
        hits = places = 0
        for i in range(30):
            for j in range(30):
                z = [-1.6 + 4.2 * i / 29, -1.1 + 2.7 * j / 29]
                places += 1
                heavy = max(voters, key=lambda v: alpha[v] * abs(k(xs[v], z)))
                hits += heavy == min(voters, key=lambda v: square(xs[v], z))
        shares[name] = hits / places
    need(shares["rbf"] > 0.5, f"RBF: the nearest at {shares['rbf']:.0%}")
    need(shares["linear"] < 1 / 3, f"linear: the nearest at {shares['linear']:.0%}")


@claim("9.1", "walk",
       "The heaviest voter is point {{heaviest}}, with k(xᵢ, x) = {{heavyK}}; the nearest is point {{nearest}}, "
       "with {{nearK}}.")
def heaviest(at):
    # The stage tells the votes of the linear machine at x; its colour and side tell the sign of k.
    place = re.search(r"With the linear kernel and x at (\([^)]*\)),", at.said)[1]
    x1, x2 = place.strip("()").split(", ")
    shown = at.talk("set votekernel linear", f"set x1 {x1.replace('−', '-')}", f"set x2 {x2.replace('−', '-')}",
                    "look")
    bars = re.findall(r"(\d+): (−?[\d.]+\d)\.", shown[shown.rfind("The heaviest 8 of"):])
    best = max(bars, key=lambda b: abs(number(b[1])))
    need(int(best[0]) == at.n("heaviest"), f"the first bar is {best}")
    need((at.n("heavyK") < 0) == accepted("9.1", "walk", at.seed, like="below", why="size"), "the sign of k")


@claim("9.1", "linear", "The function s rises, and s(0) = ½. So s(f) > ½ exactly where f > 0", "s(1) = 0.73 is above ½ already.")
@claim("9.1", "know", "Linear logistic regression is the vote with k(x, z) = xᵀz.")
def linear_vote(at):
    xs, t = moons(at.random, 20)
    w, a = [0.0, 0.0], [0.0] * 20
    for _ in range(50):
        step = [0.05 * ((u + 1) / 2 - sigmoid(dot(w, x))) for x, u in zip(xs, t)]
        a = [p + q for p, q in zip(a, step)]
        w = [c + sum(q * x[j] for q, x in zip(step, xs)) for j, c in enumerate(w)]
    z = [at.random.gauss(0, 1), at.random.gauss(0, 1)]
    near(dot(w, z), sum(p * linear(x, z) for p, x in zip(a, xs)), "the vote", abs_=1e-9)
    need((sigmoid(dot(w, z)) > 0.5) == (dot(w, z) > 0) and rounds("0.73", sigmoid(1)), "s")
    need(accepted("9.1", "linear", at.seed, vote="sum(i, a_i k(x_i, x))", kernel="x'z", sign="zero"), "the vote")


@claim("9.1", "rest", "The scores are {{fa}}, {{fb}} and {{fc}}. None is above 0",
       "so on the line x₂ = ({{a}}/{{c}})x₁. Where x₁ and x₂ are both large, two machines say yes")
def rest(at):
    p, q = vector(re.search(r"The new point on the stage is x = (\([^)]*\))", at.said)[1])
    a, c = at.n("a"), at.n("c")
    scores = [a * p - 1, -a * p - 1, c * q - 1]
    need(max(scores) < 0 and sorted(scores)[1] < max(scores), f"the scores {scores}")
    near(a * 5 - 1, c * (a / c * 5) - 1, "the draw")
    need(a * 9 - 1 > 0 and c * 9 - 1 > 0, "two machines")
    at.judge(scores=str(scores), signs="none", winner="ABC"[scores.index(max(scores))], border=f"{a:g}*x1/{c:g}",
             wrong={"winner": "ABC"[scores.index(min(scores))]})


# ---------------------------------------------------------------- 9.2

FUNCTIONS = {
    "exp(-(x-z)^2)": lambda x, z: math.exp(-(x - z) ** 2),
    "(1+xz)^2": lambda x, z: (1 + x * z) ** 2,
    "min(x,z)": min,
    "(xz-1)^2": lambda x, z: (x * z - 1) ** 2,
    "tanh(xz+1)": lambda x, z: math.tanh(x * z + 1),
    "exp(-|x-z|^3)": lambda x, z: math.exp(-abs(x - z) ** 3),
}


@claim("9.2", "guess",
       "The first three are kernels. The fourth is not a kernel, because of its term −2xz. tanh(xz + 1) is often "
       "called a kernel, wrongly. For p > 0, exp(−|x − z|ᵖ) is a kernel exactly if p ≤ 2.",
       "All are symmetric, and none is ever negative.")
def six(at):
    for n, (name, k) in enumerate(FUNCTIONS.items()):
        worst = 1.0
        for _ in range(12):
            xs = [3 * at.random.random() for _ in range(8)]
            K = gram(k, xs)
            need(min(min(r) for r in K) >= 0, f"{name} is negative")
            worst = min(worst, least(K)[0])
        need((worst > -1e-9) == (n < 3), f"{name}: smallest eigenvalue {worst:.2g}")
    for p in (0.3, 1.0, 1.7, 2.0, 2.3, 3.0, 5.0):
        k = lambda x, z: math.exp(-abs(x - z) ** p)
        worst = min(least(gram(k, [i * step for i in range(6)]))[0] for step in (0.02, 0.2, 0.5))
        need((worst > -1e-12) == (p <= 2), f"p = {p}: smallest eigenvalue {worst:.2g}")


@claim("9.2", "six",
       "With {{breaks}} points. With {{before}} points, K is still positive semidefinite, and you might have "
       "taken the function for a kernel.")
def breaks(at):
    xs = line(at)
    k = FUNCTIONS["exp(-|x-z|^3)"]
    first = next(n for n in range(1, len(xs) + 1) if least(gram(k, xs[:n]))[0] < 0)
    at.judge(breaks=str(first), wrong={"breaks": str(first - 1)})
    near(at.n("before"), first - 1, "the points before")


@claim("9.2", "witness", "For v = (1, −2) this gives vᵀKv = 1 − 4 + 0 = −3 < 0.")
def by_hand(at):
    near(form(gram(FUNCTIONS["(xz-1)^2"], [0, 1]), [1, -2]), -3, "vᵀKv")


@claim("9.2", "no",
       "For example |x − z|. Its diagonal is 0, so v = (1, −1) at two points gives vᵀKv = −2|x₁ − x₂| < 0. Other "
       "right answers are x + z and max(x, z).")
def others(at):
    xs = line(at)
    for text, k in (("|x - z|", lambda x, z: abs(x - z)), ("x + z", lambda x, z: x + z), ("max(x, z)", max)):
        K = gram(k, xs)
        need(min(min(r) for r in K) >= 0 and least(K)[0] < -1e-6, f"{text} is negative or a kernel")
        at.judge(no=text)


@claim("9.2", "yes",
       "For example (x − 1)(z − 1): it has one feature, f(x) = x − 1, and is negative for points on different sides "
       "of 1. Another right answer is cos(x − z), with two features.",
       "The points lie between 0 and 3.")
def negative(at):
    xs = line(at)
    need(0 <= min(xs) and max(xs) <= 3, f"the points are {xs}")
    for text, k in (("(x - 1)(z - 1)", lambda x, z: (x - 1) * (z - 1)), ("cos(x - z)", lambda x, z: math.cos(x - z))):
        K = gram(k, xs)
        need(min(min(r) for r in K) < 0 and least(K)[0] > -1e-9, f"{text} is never negative, or no kernel")
        at.judge(yes=text)


def bessel(u):
    return sum((-1) ** n * (u / 2) ** (2 * n) / math.factorial(n) ** 2 for n in range(60))


@claim("9.2", "plane", "J₀ is a Bessel function: it begins at 1 and never falls below −0.41, but the cosine falls to −1.",
       "−dist has zeros on the diagonal, so v = (1, 1) gives −2·dist < 0.",
       "cos(dist) is a kernel on a line, but not in the plane.")
def plane(at):
    near(bessel(0), 1, "J₀(0)")
    need(-0.41 < min(bessel(i / 100) for i in range(1500)) < -0.40, "the lowest place of J₀")
    for dim, ok in ((1, True), (2, False)):
        worst = 1.0
        for _ in range(20):
            xs = [[at.random.gauss(0, 2) for _ in range(dim)] for _ in range(9)]
            worst = min(worst, least(gram(lambda x, z: math.cos(math.sqrt(square(x, z))), xs))[0])
        need((worst > -1e-9) == ok, f"{dim} dimensions: {worst:.2g}")


@claim("9.2", "pairs", "For example exp(−dist³): every pair passes, but more points refute it.",
       "Any f(dist) with f(0) = 1 and values between −1 and 1 passes at every pair.")
def four(at):
    xs = [[0.3 * i, at.random.uniform(-1e-3, 1e-3)] for i in range(4)]
    K = gram(lambda x, z: math.exp(-square(x, z) ** 1.5), xs)
    for i, j in itertools.combinations(range(4), 2):
        need(K[i][j] ** 2 <= K[i][i] * K[j][j], "a pair is not in order")
    need(least(K)[0] < -1e-6, f"the smallest eigenvalue is {least(K)[0]:.2g}")
    at.judge(pairs="exp(-dist^3)", wrong={"pairs": "exp(-dist)"})


@claim("9.2", "both", "Their product is right, too, and so is exp(dot)·exp(−dist): each factor is a kernel.")
def products(at):
    xs = [[at.random.gauss(0, 1), at.random.gauss(0, 1)] for _ in range(9)]
    for text, k in (("(1 + dot)^2 + exp(-dist^2)", lambda x, z: (1 + dot(x, z)) ** 2 + math.exp(-square(x, z))),
                    ("(1 + dot)^2 exp(-dist^2)", lambda x, z: (1 + dot(x, z)) ** 2 * math.exp(-square(x, z))),
                    ("exp(dot) exp(-dist)", lambda x, z: math.exp(dot(x, z) - math.sqrt(square(x, z))))):
        need(least(gram(k, xs))[0] > -1e-9, f"{text} has a negative eigenvalue")
        at.judge(both=text)


@claim("9.2", "proof", "vᵀKv = vᵀΦΦᵀv = (Φᵀv)ᵀ(Φᵀv) = ‖Φᵀv‖² ≥ 0.")
@claim("9.2", "know",
       "K = ΦΦᵀ is symmetric, and vᵀKv = ‖Φᵀv‖² ≥ 0. Conversely, if K is positive semidefinite, the rows of U√Λ are "
       "features.",
       "Differences need not be kernels: (xz)² + 1 − 2xz is not a kernel.")
def back_again(at):
    phi = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(5)]
    K, v = times(phi, transpose(phi)), [at.random.gauss(0, 1) for _ in range(5)]
    w = times(transpose(phi), v)
    near(form(K, v), dot(w, w), "vᵀKv")
    values, vectors = eigen(K)
    found = [[u[i] * math.sqrt(max(mu, 0)) for mu, u in zip(values, vectors)] for i in range(5)]
    need(all(abs(dot(found[i], found[j]) - K[i][j]) < 1e-8 for i in range(5) for j in range(5)), "the rows of UΛ^½")
    need(least(gram(lambda x, z: (x * z) ** 2 + 1 - 2 * x * z, [0, 1]))[0] < 0, "(xz)² + 1 − 2xz")


@claim("9.2", "back",
       "If in each row of K the diagonal entry is at least the sum of the sizes of the other entries, K is positive "
       "semidefinite.",
       "For example the rows (2, −1, 0), (−1, 2, −1), (0, −1, 2)")
def dominant(at):
    for _ in range(30):
        a, b, c = (at.random.gauss(0, 1) for _ in range(3))
        K = [[abs(a) + abs(b), a, b], [a, abs(a) + abs(c), c], [b, c, abs(b) + abs(c)]]
        need(least(K)[0] > -1e-9, f"{K}")
    at.judge(gram="[[2, -1, 0], [-1, 2, -1], [0, -1, 2]]", wrong={"gram": "[[1, 2, 0], [2, 1, 0], [0, 0, 1]]"})


@claim("9.2", "square", "With indices: Kᵢⱼ = φᵢᵀφⱼ = φⱼᵀφᵢ = Kⱼᵢ, and vᵀKv = ‖Σᵢ vᵢφᵢ‖² ≥ 0.")
def squared(at):
    phi, v = [[at.random.gauss(0, 1) for _ in range(3)] for _ in range(5)], [at.random.gauss(0, 1) for _ in range(5)]
    K = times(phi, transpose(phi))
    need(all(abs(K[i][j] - K[j][i]) < 1e-12 for i in range(5) for j in range(5)), "K is not symmetric")
    u = [sum(c * p[j] for c, p in zip(v, phi)) for j in range(3)]
    near(form(K, v), dot(u, u), "vᵀKv")
    at.judge(square="K = Phi Phi^T; K^T = K; v^T K v = ||Phi^T v||^2 >= 0",
             wrong={"square": "K = Phi Phi^T; K^T = K; v^T K v = v^T Phi Phi^T v >= 0"})


@claim("9.2", "eigen", "φ₁ = ({{sp}}, {{sq}}, {{sr}})", "φ₂ = ({{sp}}, −{{sq}}, {{sr}})", "φ₃ = ({{sp}}, 0, −{{sr2}})",
       "K(1, 1, 1) = {{mu1}}·(1, 1, 1), K(1, −1, 0) = {{mu2}}·(1, −1, 0) and K(1, 1, −2) = {{mu3}}·(1, 1, −2).",
       "As a check: φ₁ᵀφ₂ = {{sp}}² − {{sq}}² + {{sr}}² = {{k12}}.")
def three(at):
    p, q, r = at.n("sp"), at.n("sq"), at.n("sr")
    phi = [[p, q, r], [p, -q, r], [p, 0, -at.n("sr2")]]
    K = times(phi, transpose(phi))
    for u, mu in (((1, 1, 1), "mu1"), ((1, -1, 0), "mu2"), ((1, 1, -2), "mu3")):
        for x, y in zip(times(K, u), u):
            near(x, at.n(mu) * y, f"K times {u}")
    near(K[0][1], at.n("k12"), "K₁₂")
    shown = re.findall(r"x₁: (\S+), x₂: (\S+), x₃: (\S+),", at.said)[:3]
    need([[number(x) for x in row] for row in shown] == K, f"K is shown as {shown}, computed {K}")
    at.judge(mu1=at.v["mu1"], mu2=at.v["mu2"], mu3=at.v["mu3"], phi1=str(phi[0]), phi2=str(phi[1]), phi3=str(phi[2]),
             wrong={"phi2": str(phi[0])})


@claim("9.2", "mercer", "For n points U√Λ has n columns, so n features are enough for these points")
def columns(at):
    xs = [[at.random.gauss(0, 1)] for _ in range(4)]
    K = gram(rbf(0.7), xs)
    values, vectors = eigen(K)
    found = [[u[i] * math.sqrt(mu) for mu, u in zip(values, vectors)] for i in range(4)]
    need(all(abs(dot(found[i], found[j]) - K[i][j]) < 1e-8 for i in range(4) for j in range(4)), "four features")
    at.judge(mercer="all", needed="n", wrong={"mercer": "training"})


@claim("9.2", "bochner", "The frequencies 0, 1 and {{fr}} have the weights {{c0}}, {{c1}} and c.",
       "For c < 0 take many evenly spaced points, and a v that oscillates with the frequency {{fr}} over them. "
       "Then vᵀKv is negative.")
def spectrum(at):
    c0, c1, fr = at.n("c0"), at.n("c1"), at.n("fr")
    kappa = lambda c: lambda x, z: c0 + c1 * math.cos(x - z) + c * math.cos(fr * (x - z))
    n = 24
    xs = [2 * math.pi * i / n for i in range(n)]
    v = [math.cos(fr * x) for x in xs]
    for c in (0, 0.5, 3):
        need(least(gram(kappa(c), xs))[0] > -1e-9, f"c = {c} is not a kernel")
    for c in (-0.01, -1):
        need(form(gram(kappa(c), xs), v) < 0, f"c = {c} is not refuted")
    at.judge(weights="[0, inf)", wrong={"weights": "(0, inf)"})


# ---------------------------------------------------------------- 9.3


@claim("9.3", "convert", "s = √2·σ and g = 1/(2σ²). With g = {{gamma}}: σ = 1/√(2·{{gamma}}) = {{back}}.")
def letters(at):
    g = at.n("gamma")
    near(at.n("back"), 1 / math.sqrt(2 * g), "σ", rel=2e-3)
    s, r = 0.3 + at.random.random(), at.random.random()
    near(math.exp(-r * r / (2 * s * s)), math.exp(-r * r / (math.sqrt(2) * s) ** 2), "s")


@claim("9.3", "entries",
       "As σ grows, k tends to 1 for every pair of points. As σ falls, k tends to 0 for every pair with x ≠ z.")
def limits(at):
    xs, _ = drawn_moons(40, 0.15, at.seed)
    need(min(min(r) for r in gram(rbf(100), xs)) > 0.999, "σ = 100")
    K = gram(rbf(0.001), xs)
    need(all(K[i][j] < 1e-3 for i in range(40) for j in range(i)), "σ = 0.001")


@claim("9.3", "map",
       "There are {{svLine}}, with {{errLine}} errors. With C = 1 and the same σ, all {{svFlat}} points are support "
       "vectors with α = C, and there are {{errFlat}} errors. The linear kernel with C = 1 has {{svLinear}} "
       "support vectors and {{errLinear}} errors.")
def ends(at):
    xs, t = drawn_moons(40, 0.15, at.seed)
    for name, k, C in (("Line", rbf(100), 1e4), ("Flat", rbf(100), 1.0), ("Linear", linear, 1.0)):
        alpha, b, f = machine(k, xs, t, C, tol=1e-7)
        got = (sum(a > 0 for a in alpha), wrong(f, xs, t))
        need(got == (at.n("sv" + name), at.n("err" + name)), f"{name}: {got} support vectors and errors")
        need(name != "Flat" or all(a == 1 for a in alpha), "an α is not at C")


@claim("9.3", "guess",
       "All points, both times. With a narrow kernel, no point is similar to another, so every point has to vote "
       "for itself. With a wide kernel, f is nearly constant. Both classes have the same size here, so no point "
       "reaches the margin, and every α is C.")
def everyone(at):
    xs, t = drawn_moons(40, 0.15, at.seed)
    need(all(a > 0 for a in machine(rbf(0.01), xs, t, 1.0)[0]), "σ = 0.01")
    alpha, b, f = machine(rbf(100), xs, t, 1.0)
    need(all(a == 1 for a in alpha) and all(u * f(x) < 1 for u, x in zip(t, xs)), "σ = 100")


@claim("9.3", "follow", "For a wide RBF, u is small and exp(−u) is about 1 − u", "C = σ²·1 = {{scaled}}.")
@claim("9.3", "know",
       "As σ goes to infinity with C fixed, f goes flat. If both classes have the same size, every point becomes a "
       "support vector with α = C. With C = σ²·C′, the machine becomes the linear one with C′.")
def follows(at):
    xs, t = drawn_moons(40, 0.15, at.seed)
    one = machine(linear, xs, t, 1.0)[2]
    flat = []
    for sigma in (20.0, 100.0):
        two = machine(rbf(sigma), xs, t, sigma * sigma)[2]
        apart = max(abs(one(x) - two(x)) for x in xs)
        need(apart < (0.1 if sigma < 50 else 0.01), f"σ = {sigma}: f differs by {apart:.3f}")
        narrow = machine(rbf(sigma), xs, t, 1.0)[2]
        flat.append(max(map(narrow, xs)) - min(map(narrow, xs)))
    need(flat[1] < 0.1 * flat[0], f"with C fixed f varies by {flat}")
    wide = number(re.search(r"σ = (\d+)\. Which C", told("9.3", "follow", at.seed))[1])
    need(accepted("9.3", "follow", at.seed, matching=f"{wide * wide:g}"), "σ² is not accepted")


@claim("9.3", "zero",
       "αᵢ = 1 − tᵢb, so {{plus}}(1 − b) − {{minus}}(1 + b) = 0, and b = ({{plus}} − {{minus}})/{{all}} = "
       "{{zeroBias}}.",
       "It is positive: far from all points, the machine says +1, whichever class is nearest.")
def majority(at):
    plus_, minus = int(at.n("plus")), int(at.n("minus"))
    xs, t = drawn_moons(120, 0.15, at.seed)
    keep = [i for i in range(120) if t[i] > 0][:plus_] + [i for i in range(120) if t[i] < 0][:minus]
    xs, t = [xs[i] for i in keep], [t[i] for i in keep]
    alpha, b, f = machine(rbf(0.001), xs, t, 10.0)
    near(b, (plus_ - minus) / (plus_ + minus), "b", rel=1e-3)
    need(all(0 < a < 10 for a in alpha), "a point is not free")
    below = min((x for x, u in zip(xs, t) if u < 0), key=lambda x: x[1])
    need(f([below[0], below[1] - 1]) > 0, "far below a point of class −1 f is not positive")


@claim("9.3", "more", "With 20 points, {{growFew}} new points are wrong, with 240 only {{growMany}}.")
@claim("9.3", "grow",
       "If the kernel is wide, more points help less: the boundary stays nearly straight.",
       "As n grows, a narrow kernel makes far fewer errors. A very wide kernel keeps most of its errors.")
def grows(at):
    fresh, u = drawn_moons(400, 0.2, at.seed + 2**32)
    got = {}
    for n in (20, 240):
        xs, t = drawn_moons(n, 0.2, at.seed)
        for sigma in (0.1, 10.0):
            got[n, sigma] = wrong(machine(rbf(round(sigma, 3)), xs, t, 10.0, tol=1e-5)[2], fresh, u)
    shown = re.findall(r"n = (\d+): 11 values, from (\d+) at log₁₀ σ = \S+ to (\d+) at", told("9.3", "grow", at.seed))
    ends_ = {int(n): int(wide) for n, _, wide in shown}
    need(abs(ends_[20] - got[20, 10.0]) <= 2 and abs(ends_[240] - got[240, 10.0]) <= 2, f"σ = 10: {got}, shown {ends_}")
    v = at.read("{{growMany}} of {{growNew}} with 240 training points, and {{growFew}} with 20.", "grow")
    for n, name in ((20, "growFew"), (240, "growMany")):
        need(abs(number(v[name]) - got[n, 0.1]) <= 1, f"σ = 0.1: {got}, {v}")
    need(got[240, 10.0] > got[240, 0.1], f"the wide side does not stop higher: {got}")
    need(got[20, 10.0] - got[240, 10.0] < got[20, 0.1] - got[240, 0.1], f"the wide side falls more: {got}")
    need(got[240, 10.0] > 0.5 * got[20, 10.0], f"most of it does not stay: {got}")


# ---------------------------------------------------------------- 9.4


def counts(word):
    """Return how many times each substring stands in a word."""
    out = {}
    for i in range(len(word)):
        for j in range(i + 1, len(word) + 1):
            out[word[i:j]] = out.get(word[i:j], 0) + 1
    return out


def strings(x, z, exactly=None):
    a, b = counts(x), counts(z)
    return sum(n * b.get(s, 0) for s, n in a.items() if exactly is None or len(s) == exactly)


def table(x, z):
    T = [[0] * (len(z) + 1) for _ in range(len(x) + 1)]
    for i, p in enumerate(x, 1):
        for j, q in enumerate(z, 1):
            T[i][j] = T[i - 1][j - 1] + 1 if p == q else 0
    return [row[1:] for row in T[1:]]


@claim("9.4", "places", "The number of places at which the words agree is {{places}}. All substrings of {{shorter}} are in "
       "{{longer}}: these are {{common}} different strings.", "The extra letter of {{longer}} moves all letters after it by one place")
def by_place(at):
    long_, short = at.v["longer"], at.v["shorter"]
    pieces = [{w[i:j] for i in range(len(w)) for j in range(i + 1, len(w) + 1)} for w in (long_, short)]
    need(pieces[1] <= pieces[0] and long_[1:] == short, "the substrings")
    same, shared = sum(a == b for a, b in zip(long_, short)), len(pieces[0] & pieces[1])
    need(same == at.n("places") and shared == at.n("common"), f"{same}, {shared}")
    at.judge(places=str(same), shared=str(shared), why="shift", wrong={"shared": str(len(short))})


@claim("9.4", "often",
       "{{part}} begins at {{often}} places, and occurrences that share letters count, too. “th” is nowhere in "
       "{{word}}.",
       "Two occurrences of {{part}} share letters.")
def often(at):
    word, part = at.v["word"].rstrip("."), at.v["part"]
    places = [i for i in range(len(word)) if word.startswith(part, i)]
    need(places[1] - places[0] < len(part), f"{part} at {places} of {word}: the first two share no letter")
    near(at.n("often"), len(places), "places")
    at.judge(often=str(len(places)), never=str(word.count("th")))


@claim("9.4", "few",
       "In eight letters there are 36 ways to choose these two places. Some give the same string: a occurs three "
       "times, r and ar twice. That leaves 32 strings.")
@claim("9.4", "features",
       "For x = aardvark and z = ark: a 3·1, r 2·1, k 1·1, ar 2·1, rk 1·1 and ark 1·1, together 10.")
@claim("9.4", "self", "k(ark, aardvark) = 10 is larger than k(ark, ark) = 6")
def aardvark(at):
    c = counts("aardvark")
    need(sum(c.values()) == 36 and len(c) == 32, f"{sum(c.values())} pairs, {len(c)} strings")
    need({s: n for s, n in c.items() if n > 1} == {"a": 3, "r": 2, "ar": 2}, "strings that come more than once")
    need(strings("aardvark", "ark") == 10 and strings("ark", "ark") == 6, "k")


@claim("9.4", "pairs",
       "There are n substrings of one letter, n − 1 of two letters, and so on, down to one of n letters: n + (n − 1) + … + 1 = "
       "n(n + 1)/2. For n = 8 that is 36.")
def substrings(at):
    n = at.random.randint(3, 12)
    need(len(counts("abcdefghijklmn"[:n])) == n * (n + 1) // 2, f"n = {n}")


@claim("9.4", "features",
       "{{distinct}} substrings occur in both. Each adds the product of its two counts, and the sum is {{k}}.")
def common(at):
    x, z = re.search(r"What is k\((\w+), (\w+)\)\?", at.said).groups()
    near(at.n("distinct"), len(set(counts(x)) & set(counts(z))), "common substrings")
    at.judge(value=str(strings(x, z)), wrong={"value": str(strings(x, z) + 2)})


@claim("9.4", "table", "The row is {{t31}}, {{t32}}, {{t33}}, {{t34}}, and the whole table adds up to k = {{total}}.")
def filled(at):
    x, z = re.search(r"What is the last row of T for x = (\w+) and z = (\w+),", at.said).groups()
    T = table(x, z)
    near(sum(map(sum, T)), strings(x, z), "the table against the list")
    answers = {f"c{j + 1}": str(v) for j, v in enumerate(T[2])}
    at.judge(**answers, total=str(strings(x, z)), cost="O(m l)", wrong={"total": str(strings(x, z) + 1)})


@claim("9.4", "watch",
       "The sum of all cells is {{sum}}. The number of cells that are 2 or more is {{pairs}}. At each of these, a "
       "common substring of two letters ends, so this number is the 2-spectrum kernel.")
@claim("9.4", "cosine", "For a string and itself it is always 1.")
def spectrum(at):
    z = re.search(r"What is k\(aardvark, (\w+)\)", told("9.4", "watch", at.seed))[1]
    cells = [v for row in table("aardvark", z) for v in row]
    need(sum(v >= 2 for v in cells) == strings("aardvark", z, 2), "cells of 2 or more against the 2-spectrum")
    sums = {"sum": str(strings("aardvark", z)), "two": str(strings("aardvark", z, 2))}
    need(accepted("9.4", "watch", at.seed, **sums), f"{sums} is not accepted")
    c = strings("aardvark", z) / math.sqrt(strings(z, z) * strings("aardvark", "aardvark"))
    need(accepted("9.4", "cosine", at.seed, cosine=f"{c:.6f}"), f"{c} is not accepted")
    need(0 < c < 1, "the cosine")


def noise(rng, n, q=4):
    return "".join(rng.choice("ACGTEFHI"[:q]) for _ in range(n))


def alike(rng, n, q=4, exactly=None, pairs=30):
    """Return the mean normalised kernel of two random strings."""
    total = 0.0
    for _ in range(pairs):
        x, z = noise(rng, n, q), noise(rng, n, q)
        total += strings(x, z, exactly) / math.sqrt(strings(x, x, exactly) * strings(z, z, exactly))
    return total / pairs


@claim("9.4", "long",
       "(1/({{alphabet}} − 1))/(1/({{alphabet}} − 1) + ½) = 2/({{alphabet}} + 1). For A, C, G, T it stays near 0.4, however "
       "long the strings are.")
def alphabets(at):
    q = int(at.n("alphabet"))
    near(alike(at.random, 120, q, pairs=20), 2 / (q + 1), f"{q} letters", rel=0.08)
    for n in (30, 120):
        near(alike(at.random, n), 0.4, f"four letters, n = {n}", rel=0.08)
    x = noise(at.random, 150)
    near((150 * 151 / 2) / strings(x, x), 0.6, "the share of the string meeting itself", rel=0.06)


@claim("9.4", "long",
       "Normalising shows this. Fewer features help: for long strings, count only short substrings.")
def cured(at):
    rest = {p: alike(at.random, 160, exactly=p, pairs=10) for p in (1, 2, 3)}
    need(min(rest.values()) > 0.6, f"off the diagonal: {rest}")
    need(alike(at.random, 160, exactly=7, pairs=10) < 0.1, "a spectrum of long substrings is no worse")


@claim("9.4", "guess", "Counts of single letters are noise, so the machine guesses for each new string, and gets about half "
       "of them wrong.")
@claim("9.4", "machine",
       "{{wrong}} of {{held}}. The machine has never seen a letter. It only knows how alike any two strings are.")
def families(at):
    """Draw families as the text has them, and hold the machine to both statements."""
    bad = {"one": 0, "all": 0}
    for _ in range(4):
        motif = noise(at.random, 8)
        other = "".join(at.random.sample(motif, 8))
        while sum(p != q for p, q in zip(motif, other)) < 5:
            other = "".join(at.random.sample(motif, 8))
        xs, t = [], []
        for i in range(80):
            text, spoilt = list((motif, other)[i % 2]), at.random.randrange(8)
            text[spoilt] = at.random.choice([c for c in "ACGT" if c != text[spoilt]])
            rest = noise(at.random, at.random.randint(8, 16))
            cut = at.random.randint(0, len(rest))
            xs.append(rest[:cut] + "".join(text) + rest[cut:])
            t.append(1.0 - 2 * (i % 2))
        for name, k in (("one", lambda x, z: strings(x, z, 1)), ("all", strings)):
            K = gram(k, xs)
            if name == "all":
                d = [math.sqrt(K[i][i]) for i in range(80)]
                K = [[K[i][j] / d[i] / d[j] for j in range(80)] for i in range(80)]
            alpha, b, _ = svm([r[:40] for r in K[:40]], t[:40], 10.0, tol=1e-3)
            for i in range(40, 80):
                bad[name] += t[i] * (sum(alpha[j] * t[j] * K[i][j] for j in range(40)) + b) <= 0
    need(50 <= bad["one"] <= 110, f"single letters: {bad['one']} of 160 are wrong")
    need(bad["all"] <= 32 and bad["all"] < bad["one"] / 2, f"all substrings: {bad}")
    shown = number(at.read("{{wrong}} of {{held}}. The machine has never seen a letter", "machine")["wrong"])
    need(shown <= 6, f"{shown} are not a few")


@claim("9.4", "own", "The motif of family B is {{motifB}}, and f({{ownRight}}) = {{ownValue}}.")
def motif(at):
    need(at.v["motifB"] == at.v["ownRight"] or at.v["motifB"] in at.v["ownRight"], "the motif is not in the string")
    need(at.v["motifB"].startswith(re.search(r"The motif begins with ([ACGT]+)\.", at.said)[1]), "the hint")
    goal = number(re.search(r"Type a string s with f\(s\) at most (\S+)\.", at.said)[1])
    need(at.n("ownValue") <= goal, "f")
    at.judge(own=at.v["motifB"], wrong={"own": "AAAAAAA"})


# ---------------------------------------------------------------- 9.5


@claim("9.5", "scale", "The share is ½·{{large}} divided by ½·{{small}} + ½·{{large}}, so {{large}}/({{small}} + "
                       "{{large}}).",
       "Without a common scale, β means nothing: if you double one of the kernels, the same weights give another "
       "mixture.")
def share(at):
    got = at.n("large") / (at.n("small") + at.n("large"))
    at.judge(share=f"{got:.6f}", wrong={"share": "1/2"})


@claim("9.5", "negative", "At x = 0: k(0, 0) = −½ < 0, so the point 0 with v = (1) is a witness.")
def below(at):
    near(1.5 * 0 - 0.5 * (0 + 1) ** 2, -0.5, "k(0, 0)")
    at.judge(witness="0 | 1", wrong={"witness": "1 | 0"})


@functools.cache
def two_sizes(seed):
    """Return the set of 9.5 at a seed: two large moons and two small ones, found by the middles that the lab tells."""
    shown = re.search(r"Class \+1 has its mean at (\([^)]*\))", told("9.5", "hand", seed))[1]
    for lift, shift in itertools.product(range(8), range(400)):
        start = (seed + (lift << 40) + (shift << 33)) % 2**64
        xs, t = [], []
        for n, s, scale, right, up in ((36, start, 2.1, 0, 0), (24, ~start % 2**64, 0.2, 5.5, 0.5)):
            x, u = drawn_moons(n, 0.12, s)
            xs += [[right + scale * p[0], up + scale * p[1]] for p in x]
            t += u
        middle = [sum(x[j] for x, u in zip(xs, t) if u > 0) / 30 for j in (0, 1)]
        if all(rounds(m, v) for m, v in zip(shown.strip("()").split(", "), middle)):
            return xs, t
    raise AssertionError(f"no set here has its middle at {shown}")


def mixed(at):
    """Return the four K of 9.5, each divided by its mean diagonal, the labels, and the least J of a single one."""
    xs, t = two_sizes(at.seed)
    Ks = []
    for k in (linear, poly(2), rbf(1), rbf(40**-0.5)):
        K = gram(k, xs)
        mean = sum(K[i][i] for i in range(60)) / 60
        Ks.append([[v / mean for v in row] for row in K])
    best = min(svm(K, t, 1.0, tol=1e-5)[2] for K in Ks)
    shown = number(at.read("The best single kernel has J = {{best}}.", "hand")["best"])
    near(shown, best, "J of the best kernel", rel=1e-3)
    return Ks, t, best


def mixture(Ks, beta):
    return [[sum(b * K[i][j] for b, K in zip(beta, Ks) if b) for j in range(60)] for i in range(60)]


@claim("9.5", "hand", "No single kernel is enough.", "The best single kernel has J = {{best}}.")
@claim("9.5", "survive",
       "{{survivors}}: kernel {{first}}, {{firstName}}, and kernel {{second}}, {{secondName}}. At the minimum of"
       " J the others are exactly 0.")
@claim("9.5", "path",
       "Two sizes: kernels {{first}} and {{second}}, with the weights {{firstWeight}} and {{secondWeight}}, J = "
       "{{least}}. No other weights can lower J by more than the duality gap.",
       "At the end, J has the same slope in all weights that are left, and a flatter slope in weights that are 0.")
@claim("9.5", "know", "J(β) is convex. Many weights end at exactly 0, and a duality gap says how near J is to its "
                      "minimum.")
def learned(at):
    Ks, t, best = mixed(at)
    v = at.read("Two sizes: kernels {{first}} and {{second}}, with the weights {{firstWeight}} and {{secondWeight}}, "
                "J = {{least}}.", "path")
    i, j = int(v["first"]) - 1, int(v["second"]) - 1
    beta = [0.0] * 4
    beta[i], beta[j] = number(v["firstWeight"]), 1 - number(v["firstWeight"])
    alpha, _, J = svm(mixture(Ks, beta), t, 1.0, tol=1e-6)
    near(number(v["least"]), J, "J", rel=2e-3)
    signed = [a * u for a, u in zip(alpha, t)]
    slopes = [-form(K, signed) / 2 for K in Ks]
    near(slopes[i], slopes[j], "the slopes of those that are left", rel=0.03)
    for m in range(4):
        need(m in (i, j) or slopes[m] > max(slopes[i], slopes[j]), f"kernel {m + 1} is out and steeper: {slopes}")
    goal = number(at.read("Choose weights such that J is at most {{goal}}.", "hand")["goal"])
    need(goal < best, "one alone gets there")
    # Convex: on the way from this β to another one J lies below the line.
    other = [at.random.random() for _ in range(4)]
    other = [b / sum(other) for b in other]
    far, mid = (svm(mixture(Ks, b), t, 1.0, tol=1e-5)[2] for b in (other, [(p + q) / 2 for p, q in zip(beta, other)]))
    need(mid <= (J + far) / 2 + 1e-3 and far >= J - 1e-3, f"J = {J}, {mid}, {far}")


@claim("9.5", "alignment", "A = (2 − 2·{{c}})/(2√(2 + 2·{{c}}²)).")
def aligned(at):
    c = at.n("c")
    K, y = [[1, c], [c, 1]], [1, -1]
    top = sum(K[i][j] * y[i] * y[j] for i in range(2) for j in range(2))
    a = top / (math.sqrt(sum(v * v for r in K for v in r)) * 2)
    most = re.search(r"alignment gives the weight \S+ to kernel (\d)", at.said)[1]
    at.judge(cosine=f"{a:.6f}", most=most, wrong={"cosine": f"{-a:.6f}"})


@claim("9.5", "caution",
       "On the two sizes, the row with the smallest J has {{newWrong}} of {{fresh}} validation points wrong. No "
       "row has fewer than {{newFewest}}.",
       "With more kernels, the minimum of J over all β never rises.")
def fresh(at):
    table_ = rows(at.said, "weights", "J", "wrong", "new wrong")[:7]
    lowest = min(table_, key=lambda r: number(r["J"]))
    need(number(lowest["new wrong"]) == at.n("newWrong"), f"the least J has {lowest}")
    need(min(number(r["new wrong"]) for r in table_) == at.n("newFewest"), "the fewest")


# ---------------------------------------------------------------- 9.6


@claim("9.6", "average",
       "2 cos(u + θ) cos(v + θ) = cos(u − v) + cos(u + v + 2θ)",
       "cos(u + v + 2θ) goes around twice and is 0 on average.",
       "A kernel matrix has n² entries of 8 bytes each: for 60 000 pictures they take 28.8 GB")
def phases(at):
    u, v = at.random.gauss(0, 2), at.random.gauss(0, 2)
    turn = [2 * math.pi * i / 1000 for i in range(1000)]
    near(sum(2 * math.cos(u + h) * math.cos(v + h) for h in turn) / 1000, math.cos(u - v), "the average")
    near(sum(math.cos(u + v + 2 * h) for h in turn), 0, "the second term", abs_=1e-6)
    near(60000 ** 2 * 8, 28.8e9, "bytes")


@claim("9.6", "frequency",
       "The average of cos(ωδ) is exp(−s²δ²/2), and the kernel is exp(−δ²/(2σ²)). So s = 1/σ = 1/{{sigma}}.")
def gaussian(at):
    sigma, d = at.n("sigma"), 0.7
    s, h = 1 / sigma, 0.001
    grid = [i * h for i in range(-8000, 8001)]
    mean = sum(math.cos(w * s * d) * math.exp(-w * w / 2) for w in grid) * h / math.sqrt(2 * math.pi)
    near(mean, math.exp(-d * d / (2 * sigma * sigma)), "the average over ω", rel=1e-6)
    at.judge(spread=f"1/{sigma:g}", wrong={"spread": f"{sigma:g}"})


def features(rng, xs, m, sigma, pairs):
    if pairs:
        w = [[rng.gauss(0, 1 / sigma) for _ in xs[0]] for _ in range(m // 2)]
        return [[math.sqrt(2 / m) * f(dot(v, x)) for v in w for f in (math.cos, math.sin)] for x in xs]
    w = [([rng.gauss(0, 1 / sigma) for _ in xs[0]], 2 * math.pi * rng.random()) for _ in range(m)]
    return [[math.sqrt(2 / m) * math.cos(dot(v, x) + h) for v, h in w] for x in xs]


@claim("9.6", "guess",
       "The standard deviation of a mean of m draws falls as 1/√m. To halve it, you need four times as many draws.")
@claim("9.6", "grow",
       "For every m, error · √m is between 0.7 and 1, and only chance changes it. So four times as many features "
       "halve the error.",
       "Three more digits need a million times as many features.")
def errors(at):
    xs, _ = moons(at.random, 30)
    K = gram(rbf(1), xs)
    for m in (20, 80, 320):
        total = 0.0
        for _ in range(24):
            Z = features(at.random, xs, m, 1.0, False)
            total += sum((dot(Z[i], Z[j]) - K[i][j]) ** 2 for i in range(30) for j in range(i)) / 435
        product = math.sqrt(total / 24 * m)
        need(0.75 < product < 1.0, f"m = {m}: error · √m = {product:.2f}")
    v = at.read("For m = {{first}}, which is between two steps, this error is about {{firstError}}.", "grow")
    near(number(v["firstError"].rstrip(".")) * math.sqrt(number(v["first"].rstrip("."))), 0.87, "the lab's error · √m", rel=0.08)
    need((10 ** 3) ** 2 == 10 ** 6, "three digits")


@claim("9.6", "pairs",
       "with a phase:   (½(1 − k²)² + ½)/m",
       "in pairs:       (1 − k²)²/m",
       "For the RBF kernel, pairs are never worse")
@claim("9.6", "know",
       "Pairs (cos, sin) are exact on the diagonal and, for the RBF kernel, never worse than a cosine with a "
       "phase.")
def variances(at):
    x, m = [[0.0, 0.0], [at.random.uniform(0.4, 1.2), 0.0]], 16
    k = math.exp(-square(*x) / 2)
    for pairs, want in ((False, (1 - k * k) ** 2 / 2 + 0.5), (True, (1 - k * k) ** 2)):
        seen = []
        for _ in range(4000):
            Z = features(at.random, x, m, 1.0, pairs)
            seen.append(dot(Z[0], Z[1]))
            need(not pairs or abs(dot(Z[1], Z[1]) - 1) < 1e-12, "the diagonal in pairs")
        mean = sum(seen) / 4000
        near(mean, k, "the mean", abs_=0.03)
        near(m * sum((s - mean) ** 2 for s in seen) / 4000, want, f"m · variance, pairs: {pairs}", rel=0.1)
        need((1 - k * k) ** 2 <= (1 - k * k) ** 2 / 2 + 0.5, "pairs are worse")


@claim("9.6", "shift",
       "1, 3 and 5 depend on x − z alone. For 3 the ω follow Cauchy's distribution, and for 5 there is only ω = 1.")
def cauchy(at):
    d = 0.5 + at.random.random()  # ∫ cos(ωd)/(π(1 + ω²)) dω, with ω = tan h
    grid = [i * 0.01 for i in range(-200_000, 200_000)]
    mean = sum(math.cos(d * w) / (1 + w * w) / math.pi * 0.01 for w in grid)
    near(mean, math.exp(-d), "the average over Cauchy's ω", abs_=2e-3)
    at.judge(which="{1, 3, 5}", wrong={"which": "{1, 3, 4, 5}"})


@claim("9.6", "nystrom", "A₂₃ = {{k12}}·{{k13}}/4, where K has {{k23}}",
       "If K_mm is invertible, the rows and columns of the m chosen points are exact. If K is invertible, all of A "
       "is exact with m = n.",
       "At σ = 1, ten chosen points have an error about twenty times smaller than ten random features.",
       "as for a wide kernel, few points are enough.")
@claim("9.6", "know", "A = K_nm K_mm⁻¹ K_mn is exact in the rows of these points.")
def nystrom(at):
    def approximated(K, chosen):
        rows_ = [K[p] for p in chosen]
        inside = [[r[q] for q in chosen] for r in rows_]
        weights = transpose([solve(inside, list(c)) for c in zip(*rows_)])  # K_mm⁻¹ K_mn
        return [[sum(K[i][p] * w[j] for p, w in zip(chosen, weights)) for j in range(len(K))] for i in range(len(K))]

    if at.task == "nystrom":
        b, c = (math.sqrt(at.n(k)) for k in ("k12", "k13"))
        exact = approximated([[4.0, b * b, c * c], [b * b, 0, 0], [c * c, 0, 0]], [0])[1][2]
        at.judge(entry="Kil Klj/Kll", value=str(exact), exact="{1}", less="smaller",
                 wrong={"value": str(at.n("k23") + 0.5)})
    all_, labels = points("moons")
    xs = [x for y in (1, -1) for i, (x, t) in enumerate(zip(all_, labels)) if t == y and i % 10 < 3]
    errors_ = {}
    for sigma in (0.25, 1, 2):
        K, total = gram(rbf(sigma), xs), 0.0
        for _ in range(24):
            chosen = at.random.sample(range(30), 10)
            A = approximated(K, chosen)
            near(A[chosen[3]][5], K[chosen[3]][5], "an entry of a chosen row", abs_=1e-6)
            total += sum((A[i][j] - K[i][j]) ** 2 for i in range(30) for j in range(i)) / 435
        variance = sum((1 - K[i][j] ** 2) ** 2 / 2 + 0.5 for i in range(30) for j in range(i)) / 435
        errors_[sigma] = math.sqrt(total / 24 / (variance / 10))
    need(1 / 30 < errors_[1] < 1 / 14, f"at σ = 1 the share is {errors_[1]:.3f}")
    need(errors_[2] < errors_[1] < errors_[0.25], f"wider kernels need more points: {errors_}")


@claim("9.6", "time",
       "n² = 2nm gives n = 2m = 2·{{m}}. For larger n, a pass of the linear model is cheaper. For n > m, Z is also "
       "smaller than K.")
def products_of_a_pass(at):
    m = int(at.n("m"))
    for n in (m - 1, m + 1, 2 * m - 1, 2 * m, 2 * m + 1):
        need((2 * n * m < n * n) == (n > 2 * m) and (n * m < n * n) == (n > m), f"n = {n}")
    at.judge(even=str(2 * m), wrong={"even": str(m)})


# ---------------------------------------------------------------- 9.7


def subsets(n):
    return [frozenset(c) for r in range(n + 1) for c in itertools.combinations(range(1, n + 1), r)]


@claim("9.7", "meet",
       "{{both}} elements are in both sets, and {{apart}} are in exactly one of them: |A| + |B| − 2|A ∩ B| = "
       "{{apart}}.")
def meet(at):
    a, b = (set(vector(s)) for s in re.search(r"A = (\{[^}]*\}) B = (\{[^}]*\})", at.said).groups())
    at.judge(both=str(len(a & b)), apart=str(len(a ^ b)), wrong={"apart": str(len(a ^ b) + 1)})


@claim("9.7", "name", "The lab tries your φ on all 256 pairs of subsets.")
@claim("9.7", "guess", "So there is a feature for each subset S of the universe, which is 1 if A contains S: 2¹⁰ = "
                       "1024 features.")
@claim("9.7", "powers",
       "φ(A) = (1, a₁, a₂, a₁a₂). In general 2^|A ∩ B| = Π(1 + aᵢbᵢ): n factors in place of 2ⁿ features.")
def sets(at):
    need(len(subsets(4)) ** 2 == 256 and len(subsets(10)) == 1024, "numbers of subsets")
    for n in (2, 4):
        for a, b in itertools.product(subsets(n), repeat=2):
            inside = sum(s <= a and s <= b for s in subsets(n))
            need(inside == 2 ** len(a & b) == math.prod(1 + (i in a) * (i in b) for i in range(1, n + 1)), f"{a}, {b}")
    u = int(re.search(r"over (\d+) elements\?", told("9.7", "powers", at.seed))[1])
    need(accepted("9.7", "powers", at.seed, powers="[1, a1, a2, a1 a2]", number=str(2 ** u)), "the features")


def overlap(a, b):
    return len(a & b) / min(len(a), len(b)) if a and b else 0.0


def jaccard(a, b):
    return len(a & b) / len(a | b) if a | b else 1.0


@claim("9.7", "alike",
       "So φ({1}) = φ({1, 2}) = φ({2}). But the cosine of {1} and {2} is 0, so there is no such φ.")
@claim("9.7", "witness", "The diagonal adds 1 + 1 + 1. The two pairs with overlap 1 add −2 − 2. Together this is −1.",
       "These two sets have K = [[1, 1], [1, 1]], so vᵀKv is never below 0.")
@claim("9.7", "know", "Overlap looks like a kernel but is not: three sets and a vector v show it. Jaccard is a "
                      "kernel.")
def looks(at):
    near(form(gram(overlap, [frozenset({1}), frozenset({2}), frozenset({1, 2})]), [1, 1, -1]), -1, "vᵀKv")
    need(least(gram(jaccard, subsets(4)))[0] > -1e-9, "Jaccard has a negative eigenvalue")
    for a, b in itertools.combinations(subsets(4)[1:], 2):
        need(least(gram(overlap, [a, b]))[0] > -1e-12, f"two sets refute overlap: {a}, {b}")
    some = at.random.sample(subsets(7), 12)
    need(least(gram(jaccard, some))[0] > -1e-9, "Jaccard, seven elements")


@claim("9.7", "jaccard", "|A ∪ B| = n − c, and 1/(n − c) = 1/n + c/n² + c²/n³ + …")
def series(at):
    n = at.random.randint(3, 9)
    a, b = (set(at.random.sample(range(n), at.random.randint(1, n))) for _ in "ab")
    c = n - len(a | b)
    near(sum(c ** i / n ** (i + 1) for i in range(400)), 1 / len(a | b), "the series", rel=1e-6)
    at.judge(union="n - c", second="1/n^3", wrong={"second": "1/n^2"})


@claim("9.7", "walks",
       "The product has {{k0}} vertices and {{edges}} edges: k₀ = {{k0}}, and k₁ = 2·{{edges}} = {{k1}}.",
       "together k₂ = {{k2}}.")
def walks(at):
    graphs = []
    for name in "GH":
        part = at.said.split(f"Picture, {name}: Map")[1].split("Picture,")[0].split("Table,")[0]
        labels = {int(i): c for i, c in re.findall(r"(\d): ([ab])", part)}
        edges = [tuple(map(int, e)) for e in re.findall(r"edge from (\d) to (\d)", part)]
        graphs.append((labels, edges))
    counts_ = []
    for length in range(3):
        seen = []
        for labels, edges in graphs:
            near_ = {v: [b if a == v else a for a, b in edges if v in (a, b)] for v in labels}
            paths = [[v] for v in labels]
            for _ in range(length):
                paths = [p + [w] for p in paths for w in near_[p[-1]]]
            words = {}
            for p in paths:
                word = "".join(labels[v] for v in p)
                words[word] = words.get(word, 0) + 1
            seen.append(words)
        counts_.append(sum(n * seen[1].get(w, 0) for w, n in seen[0].items()))
    at.judge(k0=str(counts_[0]), k1=str(counts_[1]), k2=str(counts_[2]), wrong={"k2": str(counts_[2] + 2)})
    near(at.n("k1"), counts_[1], "k₁")


# ---------------------------------------------------------------- 9.8


def centred(K):
    """Return HKH, as a product of three matrices."""
    n = len(K)
    H = [[(i == j) - 1 / n for j in range(n)] for i in range(n)]
    return [times(H, c) for c in transpose([times(H, c) for c in transpose(K)])]


@claim("9.8", "centre", "Gₖₗ = Kₖₗ − mₖ − mₗ + M", "Each row of G has the sum 0.")
@claim("9.8", "know", "There are at most n − 1 components with λ > 0.",
       "The aₖ add up to 0. Therefore a component of a new x is Σₖ aₖk(xₖ, x) plus a constant")
def centring(at):
    xs = [[at.random.gauss(1, 1), at.random.gauss(0, 1)] for _ in range(7)]
    K = gram(rbf(1), xs)
    G, m = centred(K), [sum(r) / 7 for r in K]
    for k in range(7):
        near(sum(G[k]), 0, "the sum of a row")
        for l in range(7):
            near(G[k][l], K[k][l] - m[k] - m[l] + sum(m) / 7, "an entry of HKH")
    values, vectors = eigen(G)
    near(values[0], 0, "the smallest eigenvalue")
    near(sum(vectors[-1]), 0, "1ᵀa")


@claim("9.8", "three",
       "So G₁₁ = {{k11}} − 2·{{r1}} + {{all}} = {{g11}}, G₁₂ = {{k12}} − {{both}} + {{all}} = −2, "
       "G₁₃ = {{k13}} − 2·{{r1}} + {{all}} = {{g13}} and G₂₂ = {{k22}} − 2·({{r2}}) + {{all}} = 4",
       "Distances between the points stay the same.")
def three(at):
    a, b, c, d = (at.n(f"k{i}") for i in (11, 12, 13, 22))
    K = [[a, b, c], [b, d, b], [c, b, a]]
    need(least(K)[0] > -1e-9, "K is not PSD")
    G, means = centred(K), [sum(r) / 3 for r in K]
    for i, j in itertools.combinations(range(3), 2):
        near(G[i][i] + G[j][j] - 2 * G[i][j], K[i][i] + K[j][j] - 2 * K[i][j], "a squared distance")
    at.judge(means=str(means), whole=str(sum(means) / 3), centred=str([[round(v, 6) for v in r] for r in G]),
             wrong={"centred": str(K)})


@claim("9.8", "unit",
       "(1, −2, 1)/√6, with λ = 6. (1, 1, 1) has λ = 0.", "so λ = {{lambda}}. The projections are",
       "The variance along w is ‖Ga‖²/n = c²λ²/n = λ/n: the largest λ is best.")
def direction(at):
    g, h = at.n("lambda") / 2 + 1, 1 - at.n("lambda") / 2
    values, vectors = eigen([[g, -2, h], [-2, 4, -2], [h, -2, g]])
    for got, want in zip(values, (0, 6, at.n("lambda"))):
        near(got, want, "an eigenvalue")
    a = [v / math.sqrt(values[2]) * math.copysign(1, vectors[2][0]) for v in vectors[2]]
    near(abs(vectors[2][1]), 0, "u₂")
    seen = [round(v * values[2], 6) + 0 for v in a]
    near(sum(v * v for v in seen) / 3, values[2] / 3, "the variance")
    at.judge(norm="a'Ga", scale="1/sqrt(lambda)", value=str(at.n("lambda")), projections=str(seen),
             wrong={"projections": str(a)})


@claim("9.8", "guess", "With σ = 0.8 the first component shows which ring a point belongs to. With σ = 4 only the third "
       "component does.")
@claim("9.8", "rings", "Its third component is nearly x₁² + x₂² minus its mean: the squared radius.",
       "Such a line cuts both rings in half, so the answer is 0.",
       "So the first two components are the directions of the plane, as for xᵀz. The third comes from the next term of k, "
       "which depends on ‖x‖², and tells the rings apart.")
def rings(at):
    n, turn = 60, at.random.random()
    xs = []
    for i in range(n):
        h, r = 2 * math.pi * (i // 2 + turn) / 30, (0.6, 2)[i % 2]
        xs.append([r * math.cos(h) + at.random.gauss(0, 0.05), r * math.sin(h) + at.random.gauss(0, 0.05)])
    found = []
    for k in (linear, poly(2, 0), rbf(0.8), rbf(4)):
        vectors = eigen(centred(gram(k, xs)))[1][:-4:-1]
        signs = [[(x > 0) == (i % 2 > 0) for i, x in enumerate(v)] for v in vectors[:2 if k is linear else 3]]
        apart = [c + 1 for c, all_ in enumerate(signs) if len(set(all_)) == 1]
        found.append(sum(apart))
        need(len(apart) < 2, f"{apart} tell the rings apart")
        if len(found) == 2:
            radius = [dot(x, x) for x in xs]
            r = [v - sum(radius) / n for v in radius]
            near(abs(dot(r, vectors[2])) / math.sqrt(dot(r, r)), 1, "the cosine with the squared radius", abs_=0.05)
    answers = dict(zip(("linear", "square", "narrow", "wide"), map(str, found)))
    need(accepted("9.8", "rings", at.seed, **answers), f"{answers} is not accepted")
    wide, plane = centred(gram(rbf(100), xs)), centred(gram(linear, xs))
    near(wide[0][1] * 100 ** 2, plane[0][1], "σ²G of a wide kernel", rel=0.01, abs_=0.01)


@claim("9.8", "idea", "‖φ(xₖ) − μ‖² = Gₖₖ = Kₖₖ − 2mₖ + M.",
       "4, 5 and 6 change if all feature vectors are rotated, but K does not.")
def rotated(at):
    X = [[at.random.gauss(0, 1), at.random.gauss(0, 1)] for _ in range(5)]
    mean = [sum(c) / 5 for c in transpose(X)]
    K = gram(linear, X)
    near(square(X[0], mean), K[0][0] - 2 * sum(K[0]) / 5 + sum(map(sum, K)) / 25, "the squared distance from the mean")
    Y = [[0.6 * a - 0.8 * b, 0.8 * a + 0.6 * b] for a, b in X]
    near(gram(linear, Y)[1][2], K[1][2], "K of rotated features")
    need(abs(sum(map(abs, X[0])) - sum(map(abs, Y[0]))) > 1e-6, "Σ|w| stays")
    at.judge(which="{1, 2, 3}", far="Kkk - 2mk + M", wrong={"which": "{1, 2, 3, 5}"})


main()
