package worksheets

import (
	"unicode"
	"unicode/utf8"
)

// delimiter is a run of * or _: what it may do, by what stands on its two sides
// (CommonMark 0.31, section 6.2, "delimiter run"). The zero delimiter is none.
type delimiter struct {
	sign        byte
	length      int // as written
	left        int // of these not yet used
	open, close bool
}

func newDelimiter(text string, at, length int) delimiter {
	before, after := rune('\n'), rune('\n') // the ends count as white space
	if at > 0 {
		before, _ = utf8.DecodeLastRuneInString(text[:at])
	}
	if at+length < len(text) {
		after, _ = utf8.DecodeRuneInString(text[at+length:])
	}
	opens := !unicode.IsSpace(after) && (!punct(after) || unicode.IsSpace(before) || punct(before))
	closes := !unicode.IsSpace(before) && (!punct(before) || unicode.IsSpace(after) || punct(after))
	d := delimiter{sign: text[at], length: length, left: length, open: opens, close: closes}
	if d.sign == '_' {
		d.open = opens && (!closes || punct(before))
		d.close = closes && (!opens || punct(after))
	}
	return d
}

func punct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// pairs reports that an opening delimiter fits a closing one: where one of them may do
// both, their lengths may not add up to a multiple of three, unless both are.
func (d delimiter) pairs(closer delimiter) bool {
	if d.sign != closer.sign || !d.open {
		return false
	}
	both := d.close || closer.open
	return !both || (d.length+closer.length)%3 != 0 || d.length%3 == 0 && closer.length%3 == 0
}

// hopeless is a kind of closing delimiter that found nothing to close; it keeps
// emphasise from looking at the same openings again.
type hopeless struct {
	sign   byte
	open   bool
	length int // modulo 3
}

// emphasise pairs the delimiters, marks what stands between as strong and takes the
// used characters off them. It returns the offsets of the openings.
func emphasise(parts []part) (opened []int) {
	var waiting []int              // parts that may open
	searched := map[hopeless]int{} // by kind of closing delimiter: no part before this one opens it
	for j := range parts {
		if parts[j].sign == 0 {
			continue
		}
		for parts[j].close && parts[j].left > 0 {
			kind := hopeless{parts[j].sign, parts[j].open, parts[j].length % 3}
			k := len(waiting) - 1
			for k >= 0 && waiting[k] >= searched[kind] && !parts[waiting[k]].pairs(parts[j].delimiter) {
				k--
			}
			if k < 0 || waiting[k] < searched[kind] {
				searched[kind] = j
				break
			}
			opened = append(opened, pair(parts, waiting[k], j))
			waiting = waiting[:k+1]
			if parts[waiting[k]].left == 0 {
				waiting = waiting[:k]
			}
		}
		if parts[j].open && parts[j].left > 0 {
			waiting = append(waiting, j)
		}
	}
	depth := 0
	for i := range parts {
		depth += parts[i].deeper
		parts[i].strong = depth > 0
		if parts[i].sign != 0 {
			parts[i].text = parts[i].text[:parts[i].left]
		}
	}
	return opened
}

// pair uses one character, or two where there are, of the delimiters i and j, and
// returns the offset of those of i.
func pair(parts []part, i, j int) int {
	use := 1
	if parts[i].left > 1 && parts[j].left > 1 {
		use = 2
	}
	parts[i+1].deeper++
	parts[j].deeper--
	parts[i].left -= use
	parts[j].left -= use
	return parts[i].start + parts[i].left
}
