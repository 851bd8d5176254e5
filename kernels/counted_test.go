package kernels

import (
	"context"
	"math"
	"math/big"
	"testing"
)

// The features give the kernel, and there are C(d + p, p) of them.
func TestCountedFeaturesAreTheKernel(t *testing.T) {
	for _, d := range []int{1, 2, 3, 7, 28} {
		points := normalPoints(2, d)
		x, z := points[0], points[1]
		for p := 1; p <= 4; p++ {
			value, far, err := CountedFeatures(t.Context(), x, z, p)
			if err != nil {
				t.Fatal(err)
			}
			byKernel, near := CountedKernel(x, z, p)
			want := Poly{Degree: p, C: 1}.Eval(x, z)
			if math.Abs(value-want) > 1e-11*(1+math.Abs(want)) || math.Abs(byKernel-want) > 1e-11*(1+math.Abs(want)) {
				t.Errorf("d = %d, p = %d: features %v, kernel %v, want %v", d, p, value, byKernel, want)
			}
			m := int(new(big.Int).Binomial(int64(d+p), int64(p)).Int64())
			if far.Features != m || far.Inner != m {
				t.Errorf("d = %d, p = %d: %d features and %d products, want %d", d, p, far.Features, far.Inner, m)
			}
			if near.Inner != d+p-1 {
				t.Errorf("d = %d, p = %d: the kernel took %d products", d, p, near.Inner)
			}
		}
	}
}

// For p = 2 the features of a point take d(d + 1)/2 products, and a weight √2
// for the d single ones and the d(d − 1)/2 mixed ones.
func TestCountedBuild(t *testing.T) {
	for _, d := range []int{2, 5, 784} {
		x := normalPoints(1, d)[0]
		_, got, err := CountedFeatures(t.Context(), x, x, 2)
		if want := 2 * (d*(d+1)/2 + d + d*(d-1)/2); err != nil || got.Build != want {
			t.Errorf("d = %d: %d products for both points, want %d, error %v", d, got.Build, want, err)
		}
	}
}

func TestCountedFeaturesGiveUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := normalPoints(1, 784)[0]
	if _, got, err := CountedFeatures(ctx, x, x, 3); err == nil || got.Features > 1 {
		t.Errorf("%d features after the end, error %v", got.Features, err)
	}
}
