package bench

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestReadPlaced_placesErrors checks that points are read in every form, and that
// errors have their place.
func TestReadPlaced_placesErrors(t *testing.T) {
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

// TestReadPlaced_keepsPointsBeforeAnError checks that the points before an error are
// returned.
func TestReadPlaced_keepsPointsBeforeAnError(t *testing.T) {
	if got, err := ReadPlaced("1 2 +; 0 1 -; 5"); err == nil || len(got) != 2 {
		t.Errorf("ReadPlaced = %v, error %v, want the two points before the error", got, err)
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
			t.Fatalf("got an error at %d of %q, want it inside", fault.At, text)
		}
		again, err := ReadPlaced(points.String())
		if err != nil || !slices.Equal(again, points) {
			t.Fatalf("%q: read %v, written %q, read %v, error %v, want the same points again", text, points,
				points.String(), again, err)
		}
		for _, s := range points {
			if !(s.X >= -Reach && s.X <= Reach && s.Y >= -Reach && s.Y <= Reach) || s.Label*s.Label != 1 {
				t.Fatalf("%q: got the point %v, want it on the map with class ±1", text, s)
			}
		}
	})
}

// TestPlaced_toggled checks that a second toggle undoes the first, that toggling a
// point removes it, and that no point is added to a full set.
func TestPlaced_toggled(t *testing.T) {
	three := Placed{{0, 0, 1}, {1, 0, -1}, {0, 1, 1}}
	for _, s := range []Spot{{2, 2, 1}, {-3, 3, -1}} {
		once := three.Toggled(s)
		if len(once) != 4 || once[3] != s {
			t.Errorf("Toggled(%v) = %v, want it as the fourth point", s, once)
		}
		if twice := once.Toggled(Spot{s.X, s.Y, -s.Label}); !slices.Equal(twice, three) {
			t.Errorf("Toggled(%v) twice = %v, want %v", s, twice, three)
		}
	}
	if got, want := three.Toggled(Spot{1, 0, 1}),
		(Placed{{0, 0, 1}, {0, 1, 1}}); !slices.Equal(got, want) || len(three) != 3 {
		t.Errorf("Toggled = %v, want %v, and %v unchanged", got, want, three)
	}
	full := slices.Repeat(Placed{{1, 1, 1}}, MaxPlaced)
	if got := full.Toggled(Spot{2, 2, 1}); len(got) != MaxPlaced {
		t.Errorf("full, toggled elsewhere: got %d points, want %d", len(got), MaxPlaced)
	}
	if got := full.Toggled(Spot{1, 1, 1}); len(got) != MaxPlaced-1 {
		t.Errorf("full, toggled at a point: got %d points, want %d", len(got), MaxPlaced-1)
	}
}
