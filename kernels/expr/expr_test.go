package expr

import (
	"errors"
	"testing"

	"kernellab/testdata/support/check"
)

func TestNearest_typingErrors(t *testing.T) {
	known := []string{"alpha", "eta", "x1", "linear", "rbf", "polynomial"}
	for _, c := range []struct{ typed, want string }{
		{"alpa", "alpha"}, {"ALPAH", "alpha"}, {"rfb", "rbf"}, {"linaer", "linear"}, {"x2", "x1"},
		{"polinomial", "polynomial"},
		{"ett", "eta"}, {"width", ""}, {"x", ""}, {"", ""}, {"sigmoid", ""}, {"zz", ""},
	} {
		got, ok := Nearest(c.typed, known)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("Nearest(%q) = %q, %v, want %q", c.typed, got, ok, c.want)
		}
	}
}

func TestNumberEnd_forms(t *testing.T) {
	for _, c := range []struct {
		text string
		end  int
	}{
		{"2", 1}, {".5", 2}, {"1.", 2}, {"12.5e-3x", 7}, {"1e5", 3}, {"1E−5", 4}, {"2e", 1}, {"2e+", 1}, {"2ex", 1},
		{".", 0}, {"..5", 0}, {"x", 0}, {"", 0}, {"-1", 0}, {"1.2.3", 3}, {"1..2", 2}, {"e5", 0},
	} {
		check.Equal(t, NumberEnd([]rune(c.text), 0), c.end, "NumberEnd(%q)", c.text)
	}
	if v, err := ParseNumber([]rune("1e−3")); v != 1e-3 || err != nil {
		t.Errorf("ParseNumber(1e−3) = %v, %v, want 1e-3", v, err)
	}
}

func TestSubscript_roundTrip(t *testing.T) {
	for i, r := range []rune(subscripts) {
		if plain := FromSubscript(r); plain != []rune(plainSubscripts)[i] || Subscript(string(plain)) != string(r) {
			t.Errorf("FromSubscript(%q) = %q, want %q", r, plain, []rune(plainSubscripts)[i])
		}
	}
	for i, r := range []rune(superscripts) {
		if plain := FromSuperscript(r); plain != []rune(plainSuperscripts)[i] || ToSuperscript(plain) != r {
			t.Errorf("FromSuperscript(%q) = %q, want %q", r, plain, []rune(plainSuperscripts)[i])
		}
	}
	check.Equal(t, Subscript("1z"), "₁_z", "Subscript(1z)")
	if _, ok := Superscript("2.5"); ok {
		t.Error("Superscript(2.5) is ok, want false")
	}
}

type fault struct{ at int }

func (*fault) Error() string { return "fault" }

func TestCatch_onlyOwnErrors(t *testing.T) {
	read := func(do func()) (err *fault) {
		defer Catch(&err)
		do()
		return nil
	}
	if err := read(func() {}); err != nil {
		t.Error(err)
	}
	if err := read(func() { panic(&fault{3}) }); err == nil || err.at != 3 {
		t.Error(err)
	}
	defer func() {
		if r := recover(); r == nil {
			t.Error("catch of another panic: got it recovered, want it to go on")
		}
	}()
	_ = read(func() { panic(errors.New("a bug")) })
}

func TestPlain_lookAlikes(t *testing.T) {
	for _, c := range []struct{ typed, want rune }{{'−', '-'}, {'×', '·'}, {'／', '/'}, {'\u00a0', ' '}, {'“', '"'},
		{'ℓ', 'l'}} {
		if got, ok := Plain(c.typed); !ok || got != c.want {
			t.Errorf("Plain(%q) = %q, want %q", c.typed, got, c.want)
		}
	}
	for _, alike := range lookAlikes {
		if plain, ok := Plain([]rune(alike)[0]); ok {
			t.Errorf("Plain of the first character of %q = %q, want none", alike, plain)
		}
	}
}

// Commands become characters, and no position changes.
func TestPlainTeX_keepsPositions(t *testing.T) {
	for text, want := range map[string]string{
		`x + 1`:                `x + 1`,
		`$2\cdot x$`:           ` 2·     x `,
		`\left[0, \infty)`:     `     [0, ∞     )`,
		`K_{k\ell}`:            `K_{kℓ   }`,
		`\ell_i`:               `   ℓ_i`,
		`\mathbf{x}_1`:         `         x_1`,
		`\mathbf{x_{1}} + 1`:   `         x_{1} + 1`,
		`X^\top y`:             `X^ᵀ    y`,
		`\sqrt{2}`:             ` sqrt{2}`,
		`\frac12 + \frac1{2n}`: `  (1/2) +   (1/{2n})`,
		`\tfrac{n} 2\pi`:       `   ({n} /2) pi`,
		`\dfrac{1}{2}`:         `  frac{1}{2}`,
		`K \ y`:                `K \ y`,
		`K\y`:                  `K\y`,
		`d \choose p`:          `d \choose p`,
		`\begin{matrix} 1 \\`:  `\begin{matrix} 1 \\`,
		`\mathbf{`:             `       {`,
		`\`:                    `\`,
	} {
		check.Equal(t, string(PlainTeX([]rune(text))), want, "PlainTeX(%q)", text)
	}
}
