package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// TestCentredGram_rowsSumToZero checks that HKH has rows of sum 0, and that centring twice
// changes nothing.
func TestCentredGram_rowsSumToZero(t *testing.T) {
	points := cloud(9, 3)
	once := CentredGram(Gram(Kernel[[]float64](RBF{Sigma: 0.7}), points))
	twice := CentredGram(once)
	for i := range points {
		var sum float64
		for j := range points {
			sum += once.At(i, j)
			if math.Abs(twice.At(i, j)-once.At(i, j)) > 1e-14 {
				t.Errorf("entry %d, %d: got %v centred twice, want %v", i, j, twice.At(i, j), once.At(i, j))
			}
		}
		if math.Abs(sum) > 1e-14 {
			t.Errorf("row %d: got the sum %v, want 0", i, sum)
		}
	}
}

// TestPrincipalComponents_areOrdinaryPCA compares the linear kernel with the eigenvectors of the
// covariance matrix, and checks that there are only as many components as directions.
func TestPrincipalComponents_areOrdinaryPCA(t *testing.T) {
	const d = 3
	points := cloud(12, d)
	mean, scatter := make([]float64, d), mat.NewSymDense(d, nil)
	for _, x := range points {
		floats.AddScaled(mean, 1/float64(len(points)), x)
	}
	for _, x := range points {
		scatter.SymRankOne(scatter, 1, mat.NewVecDense(d, floats.SubTo(make([]float64, d), x, mean)))
	}
	var eig mat.EigenSym
	eig.Factorize(scatter, true)
	var w mat.Dense
	eig.VectorsTo(&w)
	got, shares := PrincipalComponents(Linear{}, points, 5)
	if len(got) != d || math.Abs(floats.Sum(shares)-1) > 1e-12 {
		t.Fatalf("got %d components with the shares %v, want %d with the sum 1", len(got), shares, d)
	}
	for c, f := range got {
		direction := mat.Col(nil, d-1-c, &w)
		sign := math.Copysign(1, floats.Dot(direction, floats.SubTo(make([]float64, d), points[0], mean)))
		for _, x := range cloud(4, d) {
			want := sign * floats.Dot(direction, floats.SubTo(make([]float64, d), x, mean))
			if math.Abs(f.Eval(x)-want) > 1e-10 {
				t.Errorf("component %d at %v: got %v, want %v by ordinary PCA", c+1, x, f.Eval(x), want)
			}
		}
	}
}

// cloud draws n points with normal coordinates of different sizes.
func cloud(n, d int) [][]float64 {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	points := make([][]float64, n)
	for i := range points {
		for j := range d {
			points[i] = append(points[i], 1+float64(j+1)*r.NormFloat64())
		}
	}
	return points
}
