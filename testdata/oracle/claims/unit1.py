"""Claims of unit 1, lifting, recomputed."""

import math
import re

from lab import accepted, claim, dot, gram, linear, main, near, need, number, placed, points, svm, talk, told


def separable(xs, t):
    """Tell whether a line separates points of the plane: one through, or beside, two of the points does it."""
    for i, p in enumerate(xs):
        for q in xs[:i]:
            for lean in (1e-7, -1e-7):
                w = (p[1] - q[1] + lean, q[0] - p[0] + lean)
                for shift in (1e-7, -1e-7):
                    side = [dot(w, x) - dot(w, p) + shift for x in xs]
                    if all(s * u > 0 for s, u in zip(side, t)) or all(s * u < 0 for s, u in zip(side, t)):
                        return True
    return False


def nine(seed):
    said = told("1.2", "threshold", seed)
    groups = re.search(r"From left to right: class \+1: (.*?); class −1: (.*?); class \+1: (.*?)\. The", said).groups()
    xs = [[number(v) for v in g.split(", ")] for g in groups]
    return sum(xs, []), [1] * len(xs[0]) + [-1] * len(xs[1]) + [1] * len(xs[2])


@claim("1.1", "line",
       "A turn of {{goalTurn}} with a shift of {{goalShift}} works. No line gets every point right.")
def line(at):
    turn, shift = at.v["goalTurn"], at.v["goalShift"].replace("−", "-")
    shown = talk("1.1", "line", at.seed, f"set turn {turn}", f"set move {shift}", "look")
    wrong = int(re.findall(r"(\d+) of 50 points on the wrong side of your line", shown)[-1])
    goal = int(re.search(r"at most (\d+) of the 50 points", shown)[1])
    need(0 < wrong <= goal, f"{wrong} points are wrong, at most {goal} are asked")


@claim("1.1", "board",
       "Blobs: the training error is {{train3}} % for degree 3 and {{train1}} % for the line. On new points the "
       "errors are {{fresh3}} % and {{fresh1}} %, so there the line is better. Parabola: {{bendLine}} − {{bendCurve}} "
       "= {{gain}} percentage points.",
       "By the training error, more features win on both sets. Only the error on new "
       "points tells the two sets apart.")
def board(at):
    cells = re.findall(r"(overlapping blobs|parabola), (a line|degree 3)\. train (\S+) % new (\S+) %\.", at.said)
    got = {(name, kind): (number(a), number(b)) for name, kind, a, b in cells}
    need(len(got) == 4, f"{got}")
    blobs, bend = "overlapping blobs", "parabola"
    line_, bent = got[blobs, "a line"], got[blobs, "degree 3"]
    need(bent[0] < line_[0] and bent[1] > line_[1], f"{got}")
    need(got[bend, "degree 3"][0] < got[bend, "a line"][0], f"{got}")
    gain = got[bend, "a line"][1] - got[bend, "degree 3"][1]
    near(at.n("gain"), gain, "the gain", abs_=1e-6)
    near(at.n("train1"), got[blobs, "a line"][0], "the line in training")


@claim("1.1", "bend",
       "{{fresh5}} % of {{fresh}} points against {{fresh1}} %: {{moreWrong}} more. The training error fell, from"
       " {{train1}} % to {{train5}} %",
       "On new points of the parabola, which has no noise, every degree above 1 makes less than half as many "
       "errors as the line.")
def bend(at):
    near(at.n("moreWrong"), (at.n("fresh5") - at.n("fresh1")) / 100 * at.n("fresh"), "more wrong", abs_=0.51)
    need(at.n("train5") < at.n("train1"), "the training error does not fall")
    shown = talk("1.1", "bend", at.seed, "set data parabola", "look")
    chart = shown[shown.rfind("new:"):]
    errors = {}
    for degree in range(1, 9):
        one = talk("1.1", "bend", at.seed, "set data parabola", f"set degree {degree}", "look")
        if not re.search(rf"now {degree}; from", one):
            break
        errors[degree] = number(re.findall(r"new(?: points)?:? (\d[\d.]*) %", one)[-1])
    need(len(errors) >= 4, f"{errors} {chart[:200]}")
    need(all(2 * errors[d] < errors[1] for d in errors if d > 1), f"errors on new points of the parabola: {errors}")


@claim("1.1", "bumps",
       "On the parabola σ = 3 is best: all narrower bumps make more errors on new points.",
       "On the blobs the line is best: it gets {{fresh1}} % of the new points wrong. Bumps with σ = {{sigma}} get "
       "{{freshRBF}} % wrong, though only {{trainRBF}} % of the training points.")
def bumps(at):
    errors = []
    for place in "abcdef":  # σ = 3, 1, 0.5, 0.3, 0.2, 0.1
        shown = talk("1.1", "bumps", at.seed, "set data parabola", f"set width {place}", "look")
        errors.append(number(re.findall(r"new(?: points)?:? (\d[\d.]*) %", shown)[-1]))
    need(errors[0] < min(errors[1:]), f"new points of the parabola, σ from 3 to 0.1: {errors}")
    need(at.n("freshRBF") > at.n("fresh1") and at.n("trainRBF") < 14, "the blobs")


@claim("1.1", "demand", "If points lie on one side of a line, everything between them lies on that side too.",
       "Name at most four points that no line can separate.")
def demand(at):
    proof = re.search(r"solution The worked solution: ([\d, and{}]+), for example", at.said)[1]
    need(accepted("1.1", "demand", at.seed, proof=proof), f"{proof} is not accepted")
    few, t = placed(at.said[:at.said.index("Question:")])
    chosen = [int(i) - 1 for i in re.findall(r"\d+", proof)]
    need(len(chosen) <= 4, f"{proof} are too many")
    need(not separable([few[i] for i in chosen], [t[i] for i in chosen]), f"a line separates {proof}")


@claim("1.2", "threshold",
       "The best cut makes {{best}} errors",
       "A threshold cuts the line once, but along these points the label changes twice.")
def threshold(at):
    xs, t = nine(at.seed)
    best = min(sum((s if x > c else -s) != u for x, u in zip(xs, t)) for c in [v + 0.01 for v in xs] for s in (1, -1))
    at.judge(fewest=str(best), wrong={"fewest": str(best - 1)})
    need(sum(p != q for p, q in zip(t, t[1:])) == 2, "changes of the label")


FEATURES = {"exp": math.exp, "cube": lambda x: x ** 3, "log": lambda x: math.log(x + 9), "line": lambda x: 3 * x + 2,
            "sine": lambda x: math.sin(3 * x)}


@claim("1.2", "place",
       "The heights of class −1 go up to {{minusTop}}, and the heights of class +1 begin at {{plusLow}}.",
       "a point x₁ is called +1 if (x₁ + 1)² > h.")
def place(at):
    xs, t = nine(at.seed)
    heights = [(x + 1) ** 2 for x in xs]
    top, low = (pick(h for h, u in zip(heights, t) if u == sign) for pick, sign in ((max, -1), (min, 1)))
    v = at.read("The heights of class −1 go up to {{minusTop}}, and the heights of class +1 begin at {{plusLow}}.",
                "place")
    near(number(v["minusTop"]), top, "the highest of class −1", rel=1e-3)
    near(number(v["plusLow"]), low, "the lowest of class +1", rel=1e-3)
    for h, right in ((top - 0.01, False), (top + 0.01, True), (low - 0.01, True), (low + 0.01, False)):
        need(all((k > h) == (u > 0) for k, u in zip(heights, t)) == right, f"x₂ = {h}")
        need(accepted("1.2", "place", at.seed, level=f"{h:.6f}", above="plus") == right, f"h = {h} judged wrongly")


@claim("1.2", "surprise",
       "Three do: exp(x₁), x₁³ and ln(x₁ + 9). 3x₁ + 2 does not bend at all, and sin(3x₁) goes up and down too often.")
@claim("1.2", "shape",
       "The property is enough, but not necessary: the slope of x₁³ falls and then rises, but x₁³ separates these "
       "points.")
@claim("1.2", "monotone", "Yes. exp bends upwards everywhere, so a slanted line can meet its curve twice")
def shapes(at):
    xs, t = nine(at.seed)
    got = {name for name, f in FEATURES.items() if separable([[x, f(x)] for x in xs], t)}
    need(got == {"exp", "cube", "log"}, f"a line separates with {got}")
    need(accepted("1.2", "surprise", at.seed, separating=str(len(got))), "the number")


@claim("1.2", "shape",
       "If the slope only rises (f is strictly convex) or only falls (strictly concave), a line can cut the curve at "
       "any two places, and nowhere else.")
def convex(at):
    xs = sorted(at.random.uniform(-4, 2) for _ in range(9))
    t = [1] * 3 + [-1] * 3 + [1] * 3
    for f in (lambda x: x * x, lambda x: math.exp(0.5 * x), lambda x: -math.log(5 + x), lambda x: abs(x + 1) ** 1.5):
        need(separable([[x, f(x)] for x in xs], t), "a strictly convex feature fails")


@claim("1.2", "stretch", "the margins of x₁² times 1, 10 and 1000 are {{squareMargins}}.")
@claim("1.2", "beat", "With 10(x₁ + 1)² these heights are ten times as far apart, and the margin is {{tenMargin}}.")
def margins(at):
    xs, t = nine(at.seed)

    def margin(f):
        lifted = [[x, f(x)] for x in xs]
        mean = [sum(p[j] for p in lifted) / len(xs) for j in (0, 1)]
        scale = max(abs(p[1] - mean[1]) for p in lifted)
        K = gram(linear, [[p[0] - mean[0], p[1] - mean[1]] for p in lifted])
        alpha, _, g = svm(K, [float(u) for u in t], 1e9 / scale, tol=1e-6)
        return 1 / math.sqrt(2 * g)

    ten = number(at.read("and the margin is {{tenMargin}}.", "beat")["tenMargin"])
    near(ten, margin(lambda x: 10 * (x + 1) ** 2), "10(x₁ + 1)²", rel=5e-3)
    shown = re.search(r"times 1, 10 and 1000 are (\S+), (\S+) and (\S+)\.", told("1.2", "stretch", at.seed)).groups()
    for text, c in zip(shown[:2], (1, 10)):
        near(number(text), margin(lambda x: c * x * x), f"{c}·x₁²", rel=5e-3)
    gap = min(b - a for a, b, u, v in zip(xs, xs[1:], t, t[1:]) if u != v)
    need(number(shown[2]) < 1.0 and number(shown[0]) < number(shown[1]) <= number(shown[2]) and gap > 0, f"{shown}")


@claim("1.3", "write", "so (a, b, c) = (1, 2, {{c}}).")
@claim("1.3", "roots", "so the roots are {{left}} and {{right}}. Between them the quadratic is negative: class −1.")
@claim("1.3", "look", "w₁·x₁ + w₂·x₂ + offset with x₂ = (x₁ + 1)² is w₂·x₁² + (w₁ + 2w₂)·x₁ + (w₂ + offset), so a = w₂.")
def roots(at):
    v = at.read("so the roots are {{left}} and {{right}}. Between them the quadratic is negative: class −1.", "roots")
    c = number(at.read("so (a, b, c) = (1, 2, {{c}}).", "write")["c"].rstrip(")."))
    for name in ("left", "right"):
        x = number(v[name])
        near(x * x + 2 * x + c, 0, f"the quadratic at the {name} root", abs_=1e-9)
    x, w1, w2, b = (at.random.gauss(0, 1) for _ in range(4))
    near(w1 * x + w2 * (x + 1) ** 2 + b, w2 * x * x + (w1 + 2 * w2) * x + w2 + b, "the line down here")


@claim("1.4", "weights", "So w = (1, 0, 0, −1, 0) and b = −5. Any positive multiple gives the same classifier.")
@claim("1.4", "learned",
       "With p updates at class +1 and m at class −1, p + m = {{updates}} and p − m = b = {{bias}}, so p = "
       "{{plus}}. The updates came in {{passes}} passes. The last pass has no update.")
@claim("1.4", "guess", "No: it stops at the first weight vector that gets every point right, and many vectors do.")
def curve(at):
    xs, t = points("parabola")
    phi = [[x, z, x * x, z * z, x * z] for x, z in xs]
    need(all(u * (x - z * z - 5) > 0 for (x, z), u in zip(xs, t)), "the true curve")
    w, b, made, passes = [0.0] * 5, 0.0, {1: 0, -1: 0}, 0
    while True:
        passes, clean = passes + 1, True
        for p, u in zip(phi, t):
            if u * (dot(w, p) + b) <= 0:
                w, b, clean = [q + u * r for q, r in zip(w, p)], b + u, False
                made[int(u)] += 1
        if clean:
            break
    v = at.read("With p updates at class +1 and m at class −1, p + m = {{updates}} and p − m = b = {{bias}}, so p "
                "= {{plus}}. The updates came in {{passes}} passes. The last pass has no update.", "learned")
    got = (made[1] + made[-1], b, made[1], passes)
    need(got == tuple(number(v[k]) for k in ("updates", "bias", "plus", "passes")), f"{got}")
    need(abs(w[1]) + abs(w[2]) + abs(w[4]) > 1e-6, "it is the true curve")


main()
