package thin

import "strconv"

// choose follows a sequence that selects colours and attributes. One with
// something in it that is not followed is passed on as it is, and so are those
// after it until a reset.
func (t *Writer) choose(sequence []byte) {
	if t.inks.full() {
		t.restore(nil)
		t.inks = newInks()
	}
	before := t.text.look
	if t.apply() && !t.text.look.odd {
		return
	}
	after := t.text.look
	t.text.look = before
	t.pass(sequence)
	after.odd = true
	t.text.look, t.real.look = after, after
}

// apply changes the text's look; it reports whether it could follow all of it.
func (t *Writer) apply() bool {
	params := t.parser.Params()
	if len(params) == 0 {
		t.text.look = look{}
	}
	for i := 0; i < len(params); {
		used := t.selects(i)
		if used == 0 {
			return false
		}
		i += used
	}
	return true
}

// selects follows parameter i and those that belong to it; it returns how many
// they are, 0 for one that it does not know.
func (t *Writer) selects(i int) (used int) {
	p, now := t.param(i, 0), &t.text.look
	if t.parser.Params()[i].HasMore() {
		return 0
	}
	switch {
	case p == 0:
		*now = look{}
	case p <= 9:
		now.attrs |= 1 << p
	case p == 22:
		now.attrs &^= 1<<1 | 1<<2
	case p == 25:
		now.attrs &^= 1<<5 | 1<<6
	case p == 23 || p == 24 || p >= 27 && p <= 29:
		now.attrs &^= 1 << (p - 20)
	case p >= 30 && p <= 37 || p >= 90 && p <= 97:
		now.fg = t.inks.of(strconv.AppendInt(nil, int64(p), 10))
	case p >= 40 && p <= 47 || p >= 100 && p <= 107:
		now.bg = t.inks.of(strconv.AppendInt(nil, int64(p), 10))
	case p == 39:
		now.fg = 0
	case p == 49:
		now.bg = 0
	case p == 38 || p == 48:
		return t.mixes(i)
	default:
		return 0
	}
	return 1
}

// mixes follows 38 or 48 with an indexed or a mixed colour.
func (t *Writer) mixes(i int) (used int) {
	switch t.param(i+1, 0) {
	case 2:
		used = 5
	case 5:
		used = 3
	}
	params := t.parser.Params()
	if used == 0 || i+used > len(params) {
		return 0
	}
	var space [24]byte
	text := space[:0]
	for j := i; j < i+used; j++ {
		if params[j].HasMore() {
			return 0
		}
		if j > i {
			text = append(text, ';')
		}
		text = strconv.AppendInt(text, int64(t.param(j, 0)), 10)
	}
	if t.param(i, 0) == 38 {
		t.text.look.fg = t.inks.of(text)
	} else {
		t.text.look.bg = t.inks.of(text)
	}
	return used
}

// param is parameter i, or what it is where it is not given.
func (t *Writer) param(i, without int) int {
	v, ok := t.parser.Param(i, without)
	if !ok || v <= 0 {
		return without
	}
	return v
}
