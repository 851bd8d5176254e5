package dataset

import (
	"slices"
	"strings"
	"testing"
)

// Families have half of each class in either part, one spoilt motif a string, and
// are the same for one seed.
func TestFamilies(t *testing.T) {
	for seed := range uint64(20) {
		texts, motifs := Families(80, seed)
		again, _ := Families(80, seed)
		if len(texts.Train) != 40 || len(texts.Held) != 40 || !slices.Equal(texts.Train, again.Train) {
			t.Fatalf("seed %d: %d and %d strings", seed, len(texts.Train), len(texts.Held))
		}
		if a, b := []byte(motifs[0]), []byte(motifs[1]); alike(motifs[0], motifs[1]) > 2 || !sameLetters(a, b) {
			t.Errorf("seed %d: motifs %v", seed, motifs)
		}
		var sum float64
		for _, one := range slices.Concat(texts.Train, texts.Held) {
			family := int(1-one.Label) / 2
			if n := len(one.Letters); n < 16 || n > 24 || strings.Trim(one.Letters, "ACGT") != "" || !hasSpoilt(one.Letters, motifs[family]) {
				t.Errorf("seed %d: %v of %s", seed, one, motifs[family])
			}
			sum += one.Label
		}
		if sum != 0 {
			t.Errorf("seed %d: labels add up to %v", seed, sum)
		}
	}
}

func sameLetters(a, b []byte) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// hasSpoilt reports whether a string holds a motif but for one letter.
func hasSpoilt(s, motif string) bool {
	for i := 0; i+len(motif) <= len(s); i++ {
		off := 0
		for j := range motif {
			if s[i+j] != motif[j] {
				off++
			}
		}
		if off <= 1 {
			return true
		}
	}
	return false
}

// The words are of two languages in equal numbers, and none stands twice.
func TestLanguages(t *testing.T) {
	texts := Languages()
	seen, sum := map[string]bool{}, 0.0
	for _, one := range slices.Concat(texts.Train, texts.Held) {
		if seen[one.Letters] || strings.Trim(one.Letters, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Errorf("%v", one)
		}
		seen[one.Letters], sum = true, sum+one.Label
	}
	if len(texts.Train) != len(texts.Held) || sum != 0 {
		t.Errorf("%d and %d words, labels add up to %v", len(texts.Train), len(texts.Held), sum)
	}
}
