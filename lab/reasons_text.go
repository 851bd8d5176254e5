package lab

// reason is the words where they hold, else "".
func reason(holds bool, words string) string {
	if holds {
		return words
	}
	return ""
}
