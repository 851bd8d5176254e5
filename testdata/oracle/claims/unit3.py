"""Claims of unit 3, deriving φ, recomputed."""

import itertools
import math
import re

from lab import accepted, claim, dot, eigen, gram, main, near, need, number, points, poly, svm, told

ROOT = math.sqrt(2)


def quadratic(x, c=1.0):
    """Return φ of (xᵀz + c)² in two dimensions."""
    a, b = x
    return [c, math.sqrt(2 * c) * a, math.sqrt(2 * c) * b, a * a, b * b, ROOT * a * b]


def pair(at, d=2):
    return [[at.random.gauss(0, 1) for _ in range(d)] for _ in "xz"]


@claim("3.2", "why", "For 5·x₁z₁ we need c² = 5, so c = √5. In (xᵀz + 1)² the coefficient is 2, so c = √2.",
       "With c = 5 the kernel would have 25·x₁z₁.")
def roots(at):
    x, z = at.random.gauss(0, 1), at.random.gauss(0, 1)
    for c, k in ((math.sqrt(5), 5), (math.sqrt(2), 2), (5, 25)):
        near((c * x) * (c * z), k * x * z, f"the coefficient for c = {c}", rel=1e-9)
    at.judge(adds="c^2 x1 z1", needs="2.236", wrong={"adds": "c x1 z1", "needs": "5"})


@claim("3.1", "square", "= u² + v² + 1 + 2uv + 2u + 2v")
@claim("3.1", "groups", "The coefficients are 1, 2, 2, 1, 1, 2.")
@claim("3.2", "phi", "So φ(x) = [1, √2·x₁, √2·x₂, x₁², x₂², √2·x₁x₂].")
@claim("3.4", "general",
       "that gives φ(x) = [c, √(2c)·x₁, √(2c)·x₂, x₁², x₂², √2·x₁x₂]. For c = 1 it is the φ of 3.2.")
def splits(at):
    x, z = pair(at)
    u, v, c = x[0] * z[0], x[1] * z[1], at.random.random() * 3
    near((u + v + 1) ** 2, 1 + 2 * u + 2 * v + u * u + v * v + 2 * u * v, "the square")
    near(dot(quadratic(x), quadratic(z)), (dot(x, z) + 1) ** 2, "φ(x)·φ(z)")
    near(dot(quadratic(x, c), quadratic(z, c)), (dot(x, z) + c) ** 2, "φ(x)·φ(z) with c")


@claim("3.1", "general",
       "d(d − 1)/2 = {{d}}·{{dMinus1}}/2 = {{pairs}}. Together with the constant, {{d}} squares and {{d}} linear "
       "terms, these are {{terms}} terms.")
def terms(at):
    d = int(at.n("d"))
    near(at.n("pairs"), len(list(itertools.combinations(range(d), 2))), "pairs")
    near(at.n("terms"), math.comb(d + 2, 2), "terms")
    x, z = pair(at, d)
    total = 1 + sum((p * q) ** 2 + 2 * p * q for p, q in zip(x, z))
    total += sum(2 * x[i] * x[j] * z[i] * z[j] for i, j in itertools.combinations(range(d), 2))
    near(total, (dot(x, z) + 1) ** 2, "the sum")


@claim("3.1", "signs",
       "So x₁z₁ has the coefficient −2.",
       "Then φ(x)·φ(x) = (1 − 1)² = 0, so φ(x) is the zero vector and φ(x)·φ(z) = 0 for every z. But z = (0, 0) "
       "gives (0 − 1)² = 1.")
@claim("3.1", "know", "(xᵀz − 1)² has the same groups but no φ.")
@claim("3.4", "know", "For c < 0, (xᵀz + c)² is not a kernel.")
def minus(at):
    for c in (-1.0, -0.3 - at.random.random()):
        k = poly(2, c)
        near(k([math.sqrt(-c), 0], [math.sqrt(-c), 0]), 0, "k(x, x)")
        values = eigen(gram(k, [[math.sqrt(-c), 0], [0, 0]]))[0]
        need(values[0] < -1e-6, f"c = {c}: {values}")


@claim("3.2", "unique", "yes, for every such Q, square or tall")
@claim("3.2", "tall",
       "The last column of Q has length 1, because q² + q² = ½ + ½ = 1, and the other columns have a single entry "
       "1: QᵀQ = I.")
def tall(at):
    Q = [[float(i == j) for j in range(6)] for i in range(5)] + [[0, 0, 0, 0, 0, 1 / ROOT]] * 2
    for i in range(6):
        for j in range(6):
            near(sum(r[i] * r[j] for r in Q), float(i == j), "QᵀQ")
    x, z = pair(at)
    wide = lambda p: [dot(r, quadratic(p)) for r in Q]
    near(dot(wide(x), wide(z)), (dot(x, z) + 1) ** 2, "Qφ(x)·Qφ(z)")
    near(wide(x)[5], x[0] * x[1], "the sixth feature")


@claim("3.3", "rows", "φ({{p}}, {{q}}) = (1, {{p}}√2, {{q}}√2, {{pp}}, {{qq}}, {{pq}}√2)")
@claim("3.3", "both", "Both are {{both}}.")
def two_rows(at):
    v = at.read("φ({{p}}, {{q}}) = (1, {{p}}√2, {{q}}√2, {{pp}}, {{qq}}, {{pq}}√2)", "rows")
    p, q = number(v["p"]), number(v["q"])
    r = number(re.search(r"and z = \(0, (\d)\): one row", told("3.3", "rows", at.seed))[1])
    need((number(v["pp"]), number(v["qq"]), number(v["pq"])) == (p * p, q * q, p * q), f"{v}")
    both = dot(quadratic([p, q]), quadratic([0, r]))
    near(both, (q * r + 1) ** 2, "the two ways")
    need(accepted("3.3", "both", at.seed, kernel=f"{both:.9g}", inner=f"{both:.9g}"), f"{both} is not accepted")


@claim("3.3", "yours", "so φ(x)·φ(z) = (xᵀz + 1)² = ({{dot}} + 1)² = {{value}}.")
def yours(at):
    drawn = re.search(r"For x = \(([^)]*)\) and z = \(([^)]*)\):", at.said).groups()
    x, z = ([number(v) for v in p.split(", ")] for p in drawn)
    value = dot(quadratic(x), quadratic(z))
    at.judge(own=f"{value:.9g}", wrong={"own": f"{value + 1:.9g}"})


@claim("3.3", "gram", "So you compute only six of the nine numbers. For n points you compute n(n + 1)/2.")
def nine(at):
    found = re.findall(r"x[₁₂₃] = \(([^)]*)\): (\d+) (\d+) (\d+)", at.said)[:3]
    xs = [[number(v) for v in p.split(", ")] for p, *_ in found]
    K = gram(poly(2), xs)
    need([[number(v) for v in r[1:]] for r in found] == K, f"{K}, the lab has {found}")
    entries = {f"k{i + 1}{j + 1}": f"{K[i][j]:g}" for i in range(3) for j in range(3)}
    need(accepted("3.3", "gram", at.seed, **entries), f"{entries} is not accepted")


@claim("3.4", "pure",
       "So φ(x) = [x₁², √2·x₁x₂, x₂²]. Another φ has all ordered products, [x₁², x₁x₂, x₂x₁, x₂²], "
       "each with coefficient 1.")
@claim("3.4", "any", "So φ(x) = [c, √(2c)·x_i, x_i x_j], with all ordered pairs (i, j) in the last family.")
def families(at):
    d, c = at.random.randint(2, 6), at.random.random() * 2
    x, z = pair(at, d)
    phi = lambda p: [c] + [math.sqrt(2 * c) * v for v in p] + [v * w for v in p for w in p]
    near(dot(phi(x), phi(z)), (dot(x, z) + c) ** 2, "φ(x)·φ(z)")
    x, z = pair(at)
    pure = lambda p: [p[0] ** 2, ROOT * p[0] * p[1], p[1] ** 2]
    near(dot(pure(x), pure(z)), dot(x, z) ** 2, "(xᵀz)²")


@claim("3.4", "guess",
       "c = 0 fails on the blobs. At c = 0 every feature is a product of two coordinates, so φ(−x) = φ(x) and f(−x) = "
       "f(x).",
       "With c = 1 it makes no error on any of them.",
       "On the parabola every point has x₁ > 0, so no two points lie opposite each other, and an even f can separate "
       "the two sides.")
def fails(at):
    if at.seed > 1:
        return  # the sets are built in
    for name in ("circles", "parabola", "blobs_sep"):
        xs, t = points(name)
        if name == "parabola":
            need(all(x[0] > 0 for x in xs), "a point with x₁ ≤ 0")
        for c in (0.0, 1.0):
            K = gram(poly(2, c), xs)
            alpha, b, _ = svm(K, t, 10.0, tol=1e-3)
            wrong = sum(u * (sum(a * q * k for a, q, k in zip(alpha, t, r)) + b) <= 0 for u, r in zip(t, K))
            need((wrong > 0) == (name == "blobs_sep" and c == 0), f"{name}, c = {c}: {wrong} wrong")


@claim("3.4", "regions",
       "The blobs lie opposite each other, and {{wrong}} of {{n}} points are on the wrong side at c = 0. From "
       "c = {{least}} on, every point is right")
def regions(at):
    if at.seed > 1:
        return  # the set is built in
    xs, t = points("blobs_sep")
    for c, want in ((0.0, at.n("wrong")), (at.n("least"), 0)):
        K = gram(poly(2, c), xs)
        alpha, b, _ = svm(K, t, 10.0, tol=1e-4)
        wrong = sum(u * (sum(a * q * k for a, q, k in zip(alpha, t, r)) + b) <= 0 for u, r in zip(t, K))
        need(wrong == want, f"c = {c}: {wrong} are wrong")


@claim("3.4", "negative",
       "Take p = {{root}}, q = 0 and v = (1, −1). Then k(p, p) = ({{k}} − {{k}})² = 0 and k(p, q) = k(q, q) = {{kk}}, "
       "so vᵀKv = 0 − 2·{{kk}} + {{kk}} = −{{kk}}.")
def negative(at):
    r, k = at.n("root"), at.n("k")
    f = lambda x, z: (x * z - k) ** 2
    near(f(r, r) - 2 * f(r, 0) + f(0, 0), -at.n("kk"), "vᵀKv")
    at.judge(witness=f"{r:g}, 0 | 1, -1", range="[0, inf)", wrong={"range": "(0, inf)"})


@claim("3.5", "which", "(1 + t)³ = 1 + 3t + 3t² + t³.", "so ordered products with coefficient 1 give k₁.")
@claim("3.5", "scales",
       "In k₁ the scales are their roots: 1, √2, √3, √6. In k₂ degrees 1 and 2 have another factor 3 under the "
       "root: √3 for x₁, √6 for x₁x₂. Degree 3 has no such factor: the scales stay √3 and √6. So the scales agree in "
       "degree 3, and in degree 0")
def cubes(at):
    x, z = pair(at, 3)
    u = dot(x, z)
    ordered = sum(math.prod(x[i] for i in p) * math.prod(z[i] for i in p)
                  for n in range(4) for p in itertools.product(range(3), repeat=n))
    near(ordered, 1 + u + u * u + u ** 3, "ordered products")
    near((1 + u) ** 3, 1 + 3 * u + 3 * u * u + u ** 3, "the cube")
    for weights in ((1, 1, 1, 1), (1, 3, 3, 1)):
        total = 0.0
        for n, w in enumerate(weights):
            for p in itertools.combinations_with_replacement(range(3), n):
                orders = len(set(itertools.permutations(p)))
                total += orders * w * math.prod(x[i] for i in p) * math.prod(z[i] for i in p)
        near(total, sum(w * u ** n for n, w in enumerate(weights)), "scales squared")
    orders = [len(set(itertools.permutations(p))) for p in ((1,), (1, 2), (1, 1, 2), (1, 2, 3))]
    need(orders == [1, 2, 3, 6], f"orders {orders}")


@claim("3.5", "weights", "√(3c²) = √{{linear}} and √(2·3c) = √{{mixed}}.")
def constant(at):
    c = number(re.search(r"for c = (\d)\?", at.said)[1])
    near(at.n("linear"), 3 * c * c, "x₁")
    near(at.n("mixed"), 6 * c, "x₁x₂")
    u = at.random.gauss(0, 1)
    near((u + c) ** 3, c ** 3 + 3 * c * c * u + 3 * c * u * u + u ** 3, "(u + c)³")


@claim("3.5", "general", "x₁²x₂x₃ in (xᵀz)⁴: √(4!/(2!·1!·1!)) = √12", "{{mono}} in (1 + xᵀz)ᵖ, p = {{power}}: √{{inside}}",
       "mixed monomials count more than pure powers.")
@claim("3.5", "know", "In (xᵀz)ᵖ a monomial has p!/(i₁! i₂! ⋯) orders, one factorial for each exponent.")
def any_degree(at):
    def orders(letters, p, monomial):
        return sum(sorted(w) == sorted(monomial) for w in itertools.product(letters, repeat=p))

    need(orders("123", 4, "1123") == 12 > orders("123", 4, "1111") == 1, "x₁²x₂x₃")
    for i, j in ((1, 1), (2, 1), (3, 2), (4, 1)):
        want = math.factorial(i + j) // math.factorial(i) // math.factorial(j)
        need(orders("12", i + j, "1" * i + "2" * j) == want, f"{i}, {j}")
    if at.task == "general":
        p, word = int(at.n("power")), {"x₁x₂": "12", "x₁²x₂": "112"}[at.v["mono"]]
        count = orders("012", p, word + "0" * (p - len(word)))
        need(count == at.n("inside"), f"{count} orders")
        at.judge(orders="(i+j)!/(i! j!)", four="√12", one=f"√{count}", wrong={"one": str(count)})


main()
