package lessons

import (
	"math"
	"math/rand/v2"
	"testing"

	"kernellab/exercises/dataset"
	"kernellab/kernels"
	"kernellab/kernels/structured"
)

// What 9.4 says of its two families: single letters are a coin, all substrings
// err rarely, and a string of noise hardly ever gets as far as is asked.
func TestFamilies(t *testing.T) {
	all := structured.Normalised[string]{Kernel: structured.Substrings{}}
	for seed := range uint64(40) {
		texts, motifs := dataset.Families(80, seed)
		m := must(newStringMachine(t.Context(), texts, all))
		if n, one := m.trainingErrors(), wrongOf(m, texts.Train); n != one {
			t.Errorf("seed %d: %d of the training strings are wrong by the Gram matrix, %d by the kernel", seed, n, one)
		}
		if n := m.errors(); n > 10 {
			t.Errorf("seed %d: %d of %d wrong", seed, n, len(texts.Held))
		}
		coin := must(newStringMachine(t.Context(), texts, structured.Spectrum{P: 1}))
		if n := coin.errors(); n < 11 || n > 29 {
			t.Errorf("seed %d: single letters err on %d of %d", seed, n, len(texts.Held))
		}
		o := newOwnString(m, motifs[1])
		if !o.check(t.Context(), o.reference).Accepted || o.goal > -0.3 {
			t.Errorf("seed %d: %s gets %v of %v", seed, o.reference, m.at(o.reference), o.goal)
		}
		r, lucky := rand.New(rand.NewPCG(seed, 1)), 0
		for range 200 {
			if o.check(t.Context(), dataset.Letters(r, mostOwn)).Accepted {
				lucky++
			}
		}
		if lucky > 10 {
			t.Errorf("seed %d: %d of 200 strings of noise are accepted", seed, lucky)
		}
		if o.check(t.Context(), motifs[0]).Accepted {
			t.Errorf("seed %d: the other motif is accepted", seed)
		}
	}
}

// wrongOf counts the strings on the wrong side, one by one.
func wrongOf(m stringMachine, list []dataset.Text) int {
	n := 0
	for _, one := range list {
		if m.at(one.Letters)*one.Label <= 0 {
			n++
		}
	}
	return n
}

// Two random strings over A letters are alike by 2/(A + 1): about 0.40 for four.
func TestNoiseIsAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 94))
	for alphabet := 3; alphabet <= 8; alphabet++ {
		x := make([]string, 20)
		for i := range x {
			letters := make([]byte, 400)
			for j := range letters {
				letters[j] = byte('a' + r.IntN(alphabet))
			}
			x[i] = string(letters)
		}
		got := offDiagonal(structured.NormalisedGram(kernels.Gram[string](structured.Substrings{}, x)))
		if want := 2 / float64(alphabet+1); math.Abs(got-want) > 0.01 {
			t.Errorf("%d letters: %v, want %v", alphabet, got, want)
		}
	}
}
