package dataset

import (
	"errors"
	"strconv"
	"strings"
)

// parseNumber reads a decimal number: sign, digits, point, exponent. The
// problem is empty where it could be read, and msg and hint otherwise. The
// typographic minus counts as a minus.
func parseNumber(text string) (v float64, problem, hint string) {
	if v, rest, ok := plainNumber(text); ok && rest == "" {
		return v, "", ""
	}
	t := strings.ReplaceAll(text, "−", "-")
	if t == "" {
		return 0, "no value", "write a number, or leave the whole row out"
	}
	if special(t) {
		return 0, "not a finite number", "leave out rows with missing or infinite values"
	}
	if strings.ContainsFunc(t, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return 0, "not a number", numberHint(t)
	}
	v, err := strconv.ParseFloat(t, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, "too large for a number", "numbers go up to about 1.8e308; rescale the column"
	case err != nil:
		return 0, "not a number", numberHint(t)
	}
	return v, "", ""
}

// isNumber reports whether text reads as a number, finite or not.
func isNumber(text string) bool {
	_, problem, _ := parseNumber(text)
	return problem == "" || special(text) || problem == "too large for a number"
}

func special(text string) bool {
	switch strings.ToLower(strings.TrimLeft(text, "+-")) {
	case "nan", "inf", "infinity":
		return true
	}
	return false
}

func numberHint(text string) string {
	if strings.Count(text, ",") == 1 && isNumber(strings.Replace(text, ",", ".", 1)) {
		return "write a decimal point, not a comma"
	}
	return "write it like 2, -0.5 or 1.5e-3"
}
