package bench

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// What can be typed is read, and what is wrong is told where it is.
func TestReadPlaced(t *testing.T) {
	for text, want := range map[string]Placed{
		"":                      nil,
		" ;; ":                  nil,
		"0.5 1 +":               {{0.5, 1, 1}},
		"0.5, 1, + ; -1 2 -":    {{0.5, 1, 1}, {-1, 2, -1}},
		"−1 −2 −1; 3 -3 +1;":    {{-1, -2, -1}, {3, -3, 1}},
		"0 0 1\n0 0 -1":         {{0, 0, 1}, {0, 0, -1}},
		"1 1 +; 1 1 +; 1 1 + ;": {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
	} {
		if got, err := ReadPlaced(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]struct {
		at  int
		msg string
	}{
		"1 2":            {0, "two numbers and its class"},
		"1 1 +; −1":      {7, "two numbers and its class"},
		"1 1 +; 1 x +":   {9, "“x” is no number"},
		"1 1 +;1 NaN +":  {8, "is no number"},
		"1 1 +; 1 3.1 -": {9, "from −3 to 3"},
		"1e9 1 -":        {0, "from −3 to 3"},
		"1 1 q":          {4, "a class is + or −"},
		"1 1 + 2 2 -":    {6, "a semicolon"},
		strings.Repeat("1 1 +;", MaxPlaced) + "2 2 -": {6 * MaxPlaced, "room for 200"},
	} {
		_, err := ReadPlaced(text)
		fault, ok := errors.AsType[*PlacedError](err)
		if !ok || fault.At != want.at || !strings.Contains(fault.Msg, want.msg) {
			t.Errorf("%q: %v, want “%s” at %d", text, err, want.msg, want.at)
		}
	}
}

// The points before what cannot be read are there.
func TestReadPlacedSoFar(t *testing.T) {
	if got, err := ReadPlaced("1 2 +; 0 1 -; 5"); err == nil || len(got) != 2 {
		t.Errorf("%v, %v", got, err)
	}
}

// Whatever can be read is written so that the same points are read again, and an
// error is about a rune of the text.
func FuzzPlaced(f *testing.F) {
	for _, text := range []string{"0.5 1 +; -1 2 -", "−1 0 −;", "1 1", "\x00;;1e-300 0x1p-1 1", "1 1 +;1 1 +"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		points, err := ReadPlaced(text)
		if fault, bad := errors.AsType[*PlacedError](err); bad && (fault.At < 0 || fault.At > len([]rune(text))) {
			t.Fatalf("at %d of %q", fault.At, text)
		}
		again, err := ReadPlaced(points.String())
		if err != nil || !slices.Equal(again, points) {
			t.Fatalf("%q is %v, written %q, read %v, %v", text, points, points.String(), again, err)
		}
		for _, s := range points {
			if !(s.X >= -Reach && s.X <= Reach && s.Y >= -Reach && s.Y <= Reach) || s.Label*s.Label != 1 {
				t.Fatalf("%q has %v", text, s)
			}
		}
	})
}

// At a free place a second time undoes the first; a place that is taken becomes
// free; no point is placed where there is no room.
func TestToggled(t *testing.T) {
	three := Placed{{0, 0, 1}, {1, 0, -1}, {0, 1, 1}}
	for _, s := range []Spot{{2, 2, 1}, {-3, 3, -1}} {
		once := three.Toggled(s)
		if len(once) != 4 || once[3] != s {
			t.Errorf("%v: %v", s, once)
		}
		if twice := once.Toggled(Spot{s.X, s.Y, -s.Label}); !slices.Equal(twice, three) {
			t.Errorf("%v twice: %v", s, twice)
		}
	}
	if got, want := three.Toggled(Spot{1, 0, 1}),
		(Placed{{0, 0, 1}, {0, 1, 1}}); !slices.Equal(got, want) || len(three) != 3 {
		t.Errorf("%v, want %v; before %v", got, want, three)
	}
	full := slices.Repeat(Placed{{1, 1, 1}}, MaxPlaced)
	if got := full.Toggled(Spot{2, 2, 1}); len(got) != MaxPlaced {
		t.Errorf("%d points", len(got))
	}
	if got := full.Toggled(Spot{1, 1, 1}); len(got) != MaxPlaced-1 {
		t.Errorf("%d points", len(got))
	}
}
