package ascii

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// mostChanges is how many changes are named one by one.
const mostChanges = 3

// Since returns what changed from an earlier figure in a sentence or two, "" if
// nothing worth a word did. ok is false if the two cannot be compared, or so much
// changed that now is better described in full.
func Since(now, before Figure) (words string, ok bool) {
	if now == nil || reflect.TypeOf(now) != reflect.TypeOf(before) {
		return "", false
	}
	switch now := now.(type) {
	case Map:
		if now.Field != nil {
			return now.since(before.(Map))
		}
	case Chart:
		return now.since(before.(Chart))
	case Bars:
		return now.since(before.(Bars))
	case Roster:
		return "", false // the other figures of a run say the same
	}
	old := before.Words()
	said := slices.DeleteFunc(now.Words(), func(s string) bool { return slices.Contains(old, s) })
	if len(said) > mostChanges {
		return "", false
	}
	return strings.Join(said, " "), true
}

// since names the points that have become something else or changed sides. If
// there are none, it says what else the field shows, such as the share of each
// class. It compares pictures of the same points by the same kind of solver.
func (m Map) since(was Map) (string, bool) {
	if !m.comparable(was) {
		return "", false
	}
	var parts []string
	add := func(state string, is func(i int) bool) {
		var at []int
		for i := range m.Marks {
			if is(i) {
				at = append(at, i)
			}
		}
		if len(at) > 0 {
			parts = append(parts, state+": "+m.names(at, mostChanges))
		}
	}
	for k, state := range [...]string{PlainMark: "at α = 0 now", FreeSV: "free support vectors now", BoundSV: "at the bound C now", Missed: "with α > 0 now"} {
		add(state, func(i int) bool { return m.Marks[i].Kind == MarkKind(k) && was.Marks[i].Kind != MarkKind(k) })
	}
	a, b := was.read(), m.read()
	if !a.flat() && !b.flat() {
		wrong := func(r mapReading, i int) bool { return slices.Contains(r.wrong, i) }
		add("on the right side now", func(i int) bool { return wrong(a, i) && !wrong(b, i) })
		add("on the wrong side now", func(i int) bool { return wrong(b, i) && !wrong(a, i) })
	}
	field := b.words()[0]
	switch {
	case len(parts) > 0:
		return strings.Join(parts, "; ") + ".", true
	case field == a.words()[0]:
		return "", true
	}
	return field, true
}

// comparable reports whether both maps show a field of the same kind around the
// same points.
func (m Map) comparable(was Map) bool {
	x, y := m.Ranges()
	wasX, wasY := was.Ranges()
	samePlace := func(a, b Mark) bool { return a.X == b.X && a.Y == b.Y && a.Class == b.Class }
	return was.Field != nil && x == wasX && y == wasY && m.Levels == was.Levels &&
		slices.Equal(m.Kinds, was.Kinds) && slices.EqualFunc(m.Marks, was.Marks, samePlace)
}

// since gives the value at the cursor of every coloured series that changed.
func (c Chart) since(was Chart) (string, bool) {
	if len(was.Series) != len(c.Series) || !c.HasCursor || !was.HasCursor {
		return "", false
	}
	var values []string
	for i, s := range c.Series {
		now, ok := s.near(c.Cursor)
		from, had := was.Series[i].near(was.Cursor)
		if !s.Dim && s.Name == was.Series[i].Name && ok && had && c.said(now) != c.said(from) {
			values = append(values, c.seriesName(i)+" is "+c.said(now))
		}
	}
	return nowSaid(values), true
}

// since gives the new values of a few bars, or counts those that changed.
func (b Bars) since(was Bars) (string, bool) {
	if len(was.Bars) != len(b.Bars) {
		return "", false
	}
	var values []string
	for i, x := range b.Bars {
		if b.said(x.Value) != was.said(was.Bars[i].Value) {
			values = append(values, b.name(i)+" is "+b.said(x.Value))
		}
	}
	if n := len(values); n > mostChanges {
		return fmt.Sprintf("%d bars changed.", n), true
	}
	return nowSaid(values), true
}

// nowSaid returns a sentence on values that are new, "" if there are none.
func nowSaid(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return strings.Join(values, ", ") + " now."
}
