"""Claims of units 2 to 4, counting features, recomputed. Small cases are listed, large ones computed."""

import itertools
import math

from lab import claim, main, near, need, number, rounds


def monomials(d, p):
    """List the monomials of degree at most p in d variables."""
    return [e for e in itertools.product(range(p + 1), repeat=d) if sum(e) <= p]


@claim("2.1", "table",
       "So there are 1 + 2 + 3 = 6 for p = 2, and 6 + 4 = 10 for p = 3.",
       "So there are 1 + 3 + 6 = 10 for p = 2, and 10 + 10 = 20 for p = 3.",
       "If you mirror the table across its diagonal, it stays the same.")
@claim("2.1", "formula", "The table agrees: C(4, 2) = 6, C(5, 2) = C(5, 3) = 10, C(6, 3) = 20.")
@claim("2.1", "guess", "C(102, 100) and C(102, 2) are the same number")
def counts(at):
    d, p = at.random.randint(1, 4), at.random.randint(1, 4)
    need(len(monomials(d, p)) == math.comb(d + p, p) == len(monomials(p, d)), f"d = {d}, p = {p}")
    need([len(monomials(*c)) for c in ((2, 2), (2, 3), (3, 2), (3, 3))] == [6, 10, 10, 20], "the table")


@claim("2.1", "both", "C(102, 2) = 102·101/2 = 5151, and C(102, 100) is the same.", "dᵖ/p!, here 5000.")
def both(at):
    need(math.comb(102, 2) == math.comb(102, 100) == 102 * 101 // 2 == 5151 and 100 ** 2 / 2 == 5000, "the numbers")
    at.judge(both="5151", roughly="unordered", wrong={"roughly": "ordered"})


@claim("2.2", "list", "3 + 3 + 3 = 9.")
@claim("2.2", "formula", "d + d + d(d − 1)/2 = (4d + d² − d)/2 = d(d + 3)/2. For d = {{d}} that is {{total}}.")
def quadratic(at):
    v = at.read("d + d + d(d − 1)/2 = (4d + d² − d)/2 = d(d + 3)/2. For d = {{d}} that is {{total}}.", "formula")
    d = int(v["d"])
    near(number(v["total"]), len(monomials(d, 2)) - 1, "the number for the d drawn")
    need(len(monomials(3, 2)) - 1 == 9 and len(monomials(d, 2)) - 1 == d * (d + 3) // 2, f"d = {d}")


@claim("2.2", "guess", "The share is (d − 1)/(d + 3) = 783/787, or 99.5 %.")
@claim("2.2", "digits",
       "There are 784·787/2 = 308 504 features. Of these, 784·783/2 = 306 936 (99.5 %) are products of two "
       "different pixels. C(786, 2) = 308 505 also counts the monomial of degree 0")
def digits(at):
    need(784 * 787 // 2 == 308504 == math.comb(786, 2) - 1 and 784 * 783 // 2 == 306936, "the numbers")
    need(rounds("99.5", 100 * 306936 / 308504) and rounds("99.5", 100 * 783 / 787), "the share")


@claim("2.3", "meter",
       "There are C(1003, 3) = 1003·1002·1001/6 = 167 668 501 features. With 8 bytes each, one point takes 1 341 348 "
       "008 bytes, or 1.34 GB. 8·n·m = 8n² gives n = m = 167 668 501. At n = 5000 Φ takes 6.71 TB and K takes 200 MB.")
@claim("2.3", "order", "That makes 1 + 10³ + 10⁶ + 10⁹ = 1 001 001 001 features, and 8.01 GB for each point.")
@claim("2.3", "know", "Ordered products (x₁x₂ and x₂x₁) describe the same functions, but here take about six times as much "
                      "memory.")
def storage(at):
    m = math.comb(1003, 3)
    need(m == 167668501 and 8 * m == 1341348008 and 8 * 5000 ** 2 == 200e6, "the numbers")
    need(rounds("6.71", 8 * 5000 * m / 1e12) and rounds("8.01", 8 * 1001001001 / 1e9), "the sizes")
    need(5.9 < 1001001001 / m < 6.1, "about six times")
    x = [at.random.gauss(0, 1), at.random.gauss(0, 1)]
    near(2 * x[0] * x[1] + 3 * x[1] * x[0], 5 * x[0] * x[1], "one weight")


@claim("4.1", "any",
       "This number is (d + p)⋯(d + 1)/p!, or about dᵖ/p! if d is much larger than p².",
       "xᵀz takes d multiplications, and a product of p factors takes p − 1. Together that is d + p − 1.")
def any_degree(at):
    d, p = at.random.randint(1, 4), at.random.randint(1, 4)
    need(len(monomials(d, p)) == math.prod(range(d + 1, d + p + 1)) // math.factorial(p), f"d = {d}, p = {p}")
    near(math.comb(10 ** 6 + p, p), 10 ** (6 * p) / math.factorial(p), "about dᵖ/p!", rel=1e-4)
    at.judge(long="C(d+p, p)", short="d + p - 1", wrong={"long": "d^p/p!", "short": "d + p"})


@claim("4.1", "rates",
       "φ(x) has C(d + p, p) entries. That is a polynomial in d of degree p, so the costs are O(d²) and O(d³). xᵀz "
       "takes d multiplications, and the power takes p − 1, whatever d is: O(d).")
@claim("4.1", "guess",
       "There are C(d + 2, 2) ≈ d²/2 features, and each takes one multiplication in the inner product. If d doubles, "
       "that is four times as many. xᵀz takes d multiplications and the square takes one more, so this number "
       "about doubles.")
@claim("4.1", "primal", "With C(4, 2) = 6 entries instead of 2, a step takes 6/2 = 3 times as long.")
def rates(at):
    for p in (2, 3):
        near(math.comb(2000 + p, p) / math.comb(1000 + p, p), 2 ** p, "twice as many coordinates", rel=0.01)
    near((2000 + 1) / (1000 + 1), 2, "the kernel", rel=0.01)
    need(math.comb(4, 2) == 6, "C(4, 2)")


@claim("4.1", "watch",
       "{{m}} multiplications are {{ratio}} times as many as {{near}}. In general the factor is (d + 1)(d + 2)/2 "
       "divided by d + 1, which is (d + 2)/2.")
def watch(at):
    d = at.n("near") - 1
    near(at.n("m"), math.comb(int(d) + 2, 2), "the features")
    at.judge(ratio=f"{(d + 2) / 2:g}", wrong={"ratio": f"{d / 2:g}"})


@claim("4.2", "line",
       "The colours of the chart use the exact numbers: there are C(d + p, p) features instead of dᵖ, and each costs "
       "2 multiplications, one in wᵀφ and one in the step.",
       "With about dᵖ/p! features and 2 multiplications for each, the edge of the colours is near n = 2dᵖ⁻¹/p!.",
       "So for p = 3 and 4 and a large d your line lies above this edge.")
@claim("4.2", "know", "On the fly the kernel wins for n below about 2m/d, or 2dᵖ⁻¹/p!.")
def edge(at):
    for d in (50, 300, 784):
        for p in (2, 3, 4):
            m = math.comb(d + p, p)
            n = 2 * m / d
            near(2 * n * m, n * n * d, "both sides of the edge")
            near(d ** (p - 1) / n, {2: 1, 3: 3, 4: 12}[p], f"the line over the edge, d = {d}, p = {p}", rel=0.18)


@claim("4.2", "guess",
       "On the fly the kernel wins for n < 2m/d = 787, and 60 000 is far above 787. With K stored it wins for n < "
       "2m = 617 010")
@claim("4.2", "digits",
       "On the fly the kernel takes n²d = 2.82·10¹² multiplications, and the features take 2nm = 3.70·10¹⁰: the "
       "kernel takes 76.2 times as many. With K stored the kernel takes n² = 3.6·10⁹: the features take 10.3 times as "
       "many. K has 8n² = 28.8·10⁹ bytes, 28.8 GB. Φ would have 148 GB.")
def mnist(at):
    n, d, m = 60000, 784, math.comb(786, 2)
    need(round(2 * m / d) == 787 and 2 * m == 617010, "the edges")
    for shown, value in (("2.82", n * n * d / 1e12), ("3.70", 2 * n * m / 1e10), ("76.2", n * d / (2 * m)),
                         ("10.3", 2 * m / n), ("28.8", 8 * n * n / 1e9), ("148", 8 * n * m / 1e9)):
        need(rounds(shown, value), f"{shown} against {value}")


@claim("4.2", "total",
       "The factor is T n² d/(n² d + T n²) = T d/(d + T) = {{passes}}·784/(784 + {{passes}}) = {{gain}}.",
       "It is always less than d and less than T.")
def total(at):
    n, d = 5, 784
    v = at.read("{{passes}}·784/(784 + {{passes}}) = {{gain}}.", "total")
    T = int(number(v["passes"]))
    fly = sum(d for _ in range(T) for _ in range(n) for _ in range(n))
    stored = n * n * d + sum(1 for _ in range(T) for _ in range(n) for _ in range(n))
    near(number(v["gain"]), fly / stored, "on the fly/K stored", rel=5e-3)
    need(fly / stored < min(d, T), "the quotient")
    at.judge(allfeatures="O(T n m)", allfly="O(T n^2 d)", allstored="O(n^2 (d + T))", gain=f"{fly / stored:.4g}",
             wrong={"allstored": "O(T n^2)"})


@claim("4.2", "stored",
       "n² = 2nm gives n = 2m = ({{d}} + 1)({{d}} + 2) = {{stored}}. On the fly n is 2m/d, about {{d}} + 3: "
       "storing K moves the edge up by the factor d.")
def stored(at):
    d = int(at.n("d"))
    near(at.n("stored"), 2 * math.comb(d + 2, 2), "the edge")
    need(round(2 * math.comb(d + 2, 2) / d) == d + 3, "the edge on the fly")


@claim("4.3", "costs", "Primal training takes n m² + m³, which is O(m³) for n ≤ m", "Kernel training takes n² d + "
                                                                                    "n³, which is O(n³) for d ≤ n")
@claim("4.3", "numbers",
       "60 000·784/308 505 = 152 times as long, or half of that if the m products for φ(x) count too. "
       "Training takes n³ = 2.2·10¹⁴ with the kernel and m³ = 2.9·10¹⁶ with features. By these two terms the "
       "kernel is 136 times as fast.")
@claim("4.3", "unless", "The nine points of 1.3 have n = 9 and m = 3: for them m³ = 27 leaves out the larger "
       "part, nm² = 81.")
def ridge(at):
    n, d, m = 60000, 784, 308505
    for shown, value in (("152", n * d / m), ("2.2", n ** 3 / 1e14), ("2.9", m ** 3 / 1e16), ("136", m ** 3 / n ** 3)):
        need(rounds(shown, value), f"{shown} against {value}")
    need(9 * 3 ** 2 == 81 > 27 == 3 ** 3, "n m² against m³")


main()
