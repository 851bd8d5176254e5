package expr

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"alpha", "eta", "x1", "linear", "rbf", "polynomial"}
	for _, c := range []struct{ typed, want string }{
		{"alpa", "alpha"}, {"ALPAH", "alpha"}, {"rfb", "rbf"}, {"linaer", "linear"}, {"x2", "x1"}, {"polinomial",
			"polynomial"},
		{"ett", "eta"}, {"width", ""}, {"x", ""}, {"", ""}, {"sigmoid", ""}, {"zz", ""},
	} {
		got, ok := Nearest(c.typed, known)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%q is near %q, %v; want %q", c.typed, got, ok, c.want)
		}
	}
}

// No distance is measured to a name of quite another length.
func TestLongNamesAreNearNone(t *testing.T) {
	long, known := strings.Repeat("q", 4000), slices.Repeat([]string{"alpha", "eta", "x1"}, 40)
	if n := testing.AllocsPerRun(10, func() {
		if _, ok := Nearest(long, known); ok {
			t.Error("a long name is near a short one")
		}
	}); n > 10 {
		t.Errorf("%v pieces of memory for 120 names", n)
	}
}

func TestNumberEnd(t *testing.T) {
	for _, c := range []struct {
		text string
		end  int
	}{
		{"2", 1}, {".5", 2}, {"1.", 2}, {"12.5e-3x", 7}, {"1e5", 3}, {"1E−5", 4}, {"2e", 1}, {"2e+", 1}, {"2ex", 1},
		{".", 0}, {"..5", 0}, {"x", 0}, {"", 0}, {"-1", 0}, {"1.2.3", 3}, {"1..2", 2}, {"e5", 0},
	} {
		if got := NumberEnd([]rune(c.text), 0); got != c.end {
			t.Errorf("%q ends at %d, want %d", c.text, got, c.end)
		}
	}
	if v, err := ParseNumber([]rune("1e−3")); v != 1e-3 || err != nil {
		t.Errorf("1e−3 is %v, %v", v, err)
	}
}

func TestScripts(t *testing.T) {
	for i, r := range []rune(below) {
		if plain := FromBelow(r); plain != []rune(belowPlain)[i] || Subscript(string(plain)) != string(r) {
			t.Errorf("%q below the line is %q", r, plain)
		}
	}
	for i, r := range []rune(above) {
		if plain := FromAbove(r); plain != []rune(abovePlain)[i] || Above(plain) != r {
			t.Errorf("%q above the line is %q", r, plain)
		}
	}
	if got := Subscript("1z"); got != "₁_z" {
		t.Error(got)
	}
	if _, ok := Superscript("2.5"); ok {
		t.Error("2.5 stands above the line")
	}
}

type fault struct{ at int }

func (*fault) Error() string { return "fault" }

func TestCatch(t *testing.T) {
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
			t.Error("another panic was caught")
		}
	}()
	_ = read(func() { panic(errors.New("a bug")) })
}

func TestPlain(t *testing.T) {
	for _, c := range []struct{ typed, want rune }{{'−', '-'}, {'×', '·'}, {'／', '/'}, {'\u00a0', ' '}, {'“', '"'},
		{'ℓ', 'l'}} {
		if got, ok := Plain(c.typed); !ok || got != c.want {
			t.Errorf("%q is read as %q, want %q", c.typed, got, c.want)
		}
	}
	for _, alike := range lookAlikes {
		if plain, ok := Plain([]rune(alike)[0]); ok {
			t.Errorf("%q, plain itself, is read as %q", alike, plain)
		}
	}
}
