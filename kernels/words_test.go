package kernels

import "testing"

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"linear": "linear kernel", "poly(degree=2,c=1)": "kernel (xᵀz + 1)²", "poly(degree=12,c=0)": "kernel (xᵀz)¹²", "poly(degree=1,c=0.5)": "kernel (xᵀz + 0.5)",
		"rbf(sigma=0.7)": "RBF kernel, σ = 0.7", "rbf(sigma=1.23456789)": "RBF kernel, σ = 1.235", "linear + rbf(sigma=1)": "kernel linear+rbf(sigma=1)",
	} {
		k, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := Words(k); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
