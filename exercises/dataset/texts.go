package dataset

import (
	"math/rand/v2"
	"strings"
)

// Texts is strings with a label each, −1 or +1: what a string kernel is for. Half
// of each class are to learn from, the others to try.
type Texts struct {
	Name        string
	Train, Held []Text
	Neg, Pos    string // what −1 and +1 are called
}

// Text is a string with its label.
type Text struct {
	Letters string
	Label   float64
}

// Families draws n strings of 16 to 24 letters A, C, G, T, half of them for
// training, the classes in turn. All letters are equally likely; each string
// holds the motif of its family once, with one of its eight letters drawn anew, so
// that neither a length nor a position nor a letter tells the families apart. The
// two motifs have their letters in common. It panics where n is below 4.
func Families(n int, seed uint64) (t Texts, motifs [2]string) {
	if n < 4 {
		panic("dataset: too few strings for two families")
	}
	r := newSource(seed, streamFamilies)
	motifs[0] = shuffled(r, "AACCGGTT")
	for motifs[1] == "" || alike(motifs[0], motifs[1]) > 2 {
		motifs[1] = shuffled(r, motifs[0])
	}
	t = Texts{Name: "families", Neg: "family B", Pos: "family A"}
	for i := range n {
		family := i % 2
		held := Text{planted(r, motifs[family]), 1 - 2*float64(family)}
		if i%4 < 2 {
			t.Train = append(t.Train, held)
		} else {
			t.Held = append(t.Held, held)
		}
	}
	return t, motifs
}

// alike is the length of the longest common substring.
func alike(x, z string) int {
	for n := min(len(x), len(z)); n > 0; n-- {
		for i := 0; i+n <= len(x); i++ {
			if strings.Contains(z, x[i:i+n]) {
				return n
			}
		}
	}
	return 0
}

func shuffled(r *rand.Rand, letters string) string {
	out := []byte(letters)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return string(out)
}

// planted is a random string around a motif, one letter of which is drawn anew.
func planted(r *rand.Rand, motif string) string {
	word := []byte(motif)
	word[r.IntN(len(word))] = "ACGT"[r.IntN(4)]
	n := 8 + r.IntN(9)
	before := r.IntN(n + 1)
	return Letters(r, before) + string(word) + Letters(r, n-before)
}

// Letters draws n letters A, C, G, T, all equally likely.
func Letters(r *rand.Rand, n int) string {
	out := make([]byte, n)
	for i := range out {
		out[i] = "ACGT"[r.IntN(4)]
	}
	return string(out)
}

// Languages are common words of English (+1) and Italian (−1), written down for
// this lab, in pairs of one meaning: the same for every seed.
func Languages() Texts {
	const words = `house casa bridge ponte thought pensiero window finestra weather tempo winter inverno
		kitchen cucina street strada friend amico knight cavaliere daughter figlia shoulder spalla
		breakfast colazione school scuola bright luminoso church chiesa thunder tuono whisper sussurro
		strength forza laughter risata feather piuma stone pietra morning mattina forest foresta
		rich ricco white bianco bread pane butter burro sheep pecora ship nave
		worth valore earth terra length lunghezza shadow ombra wheel ruota brother fratello`
	t := Texts{Name: "languages", Neg: "Italian", Pos: "English"}
	for i, w := range strings.Fields(words) {
		one := Text{w, 1 - 2*float64(i%2)}
		if i%4 < 2 {
			t.Train = append(t.Train, one)
		} else {
			t.Held = append(t.Held, one)
		}
	}
	return t
}
