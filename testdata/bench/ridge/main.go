// Command ridge measures the time of ridge regression and prints a table in Markdown.
// See ../ridge.sh.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"kernellab/kernels"
)

func main() {
	program := flag.String("kernellab", "", "the program")
	folder := flag.String("data", "", "folder with gauss-N.txt")
	size := flag.Int("parts", 0, "only print the seconds for the Gram matrix of this number of points and for its Cholesky factor")
	flag.Parse()
	var err error
	switch {
	case *size > 0:
		err = parts(*size)
	case *program == "" || *folder == "":
		err = errors.New("-kernellab and -data are needed")
	default:
		err = ridge(*program, *folder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "ridge:", err)
		os.Exit(2)
	}
}

// ridge compares the time of the command with that of its two large parts. They run
// alternately in separate processes, because a matrix takes longer in fresh memory than
// in reused memory.
func ridge(program, folder string) error {
	fmt.Println("## Ridge regression")
	fmt.Println("\nRBF, d = 20, medians of five rounds, the last column of the ratio within each. Cholesky is gonum's, in Go: OpenBLAS takes about 0.05 s at n = 2000 and 0.7 s at n = 5000 on two cores.")
	fmt.Println("\n| n | Gram s | Cholesky s | whole command s | whole / (Gram + Cholesky) |")
	fmt.Println("| --- | --- | --- | --- | --- |")
	for _, n := range []int{1000, 2000, 5000} {
		var gram, factor, whole, ratio []float64
		for range 5 {
			g, f, err := partsInProcess(n)
			if err != nil {
				return err
			}
			start := time.Now()
			err = exec.Command(program, "solve", "--json", "--model", "ridge", "--lambda", "0.1", "--kernel", "rbf(gamma=0.05)",
				"--data", filepath.Join(folder, fmt.Sprintf("gauss-%d.txt", n))).Run()
			if err != nil {
				return err
			}
			s := time.Since(start).Seconds()
			gram, factor, whole, ratio = append(gram, g), append(factor, f), append(whole, s), append(ratio, s/(g+f))
		}
		fmt.Printf("| %d | %.3f | %.3f | %.3f | %.2f |\n", n, median(gram), median(factor), median(whole), median(ratio))
	}
	return nil
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}

// partsInProcess runs this program in another process to measure the parts for n
// points.
func partsInProcess(n int) (gram, factor float64, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	out, err := exec.Command(self, "-parts", fmt.Sprint(n)).Output()
	if err != nil {
		return 0, 0, err
	}
	_, err = fmt.Fscan(bytes.NewReader(out), &gram, &factor)
	return gram, factor, err
}

// parts prints the seconds that K + λI and its Cholesky factor take for n points.
func parts(n int) error {
	debug.SetGCPercent(400) // as the command does
	points := make([][]float64, n)
	r := rand.New(rand.NewPCG(1, 1))
	for i := range points {
		points[i] = make([]float64, 20)
		for j := range points[i] {
			points[i][j] = r.NormFloat64()
		}
	}
	start := time.Now()
	k := kernels.Gram(kernels.Kernel[[]float64](kernels.RBFFromGamma(0.05)), points)
	for i := range n {
		k.SetSym(i, i, k.At(i, i)+0.1)
	}
	gram := time.Since(start)
	var c mat.Cholesky
	if !c.Factorize(k) {
		return fmt.Errorf("the matrix of %d points is not positive definite", n)
	}
	_, err := fmt.Println(gram.Seconds(), time.Since(start).Seconds()-gram.Seconds())
	return err
}
