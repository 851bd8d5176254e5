// Command gen writes data for the benchmarks in LIBSVM's text format. The same flags
// give the same data on every machine.
//
//	go run ./testdata/bench/gen -set gauss -n 5000 -seed 1 > gauss.txt
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(2)
	}
}

// run parses the flags and writes the data to out.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("gen", flag.ContinueOnError)
	set := flags.String("set", "moons", "moons (two half circles, d = 2) or gauss (two normal clouds, d = 20)")
	n := flags.Int("n", 1000, "number of points, half of each class")
	seed := flags.Uint64("seed", 1, "seed of the draws")
	if err := flags.Parse(args); err != nil {
		return err
	}
	draw, ok := map[string]func(*rand.Rand, float64) []float64{"moons": moon, "gauss": cloud}[*set]
	if !ok || *n < 2 {
		return errors.New("-set must be moons or gauss, and -n at least 2")
	}
	r := rand.New(rand.NewPCG(*seed, uint64(*n)))
	w := bufio.NewWriter(out)
	for i := range *n {
		y := float64(1 - 2*(i%2))
		writePoint(w, y, draw(r, y))
	}
	return w.Flush()
}

// moonNoise is the standard deviation of the points from their half circle.
const moonNoise = 0.2

// moon draws a point of class y from two interleaving half circles of radius 1.
func moon(r *rand.Rand, y float64) []float64 {
	t := math.Pi * r.Float64()
	x, z := math.Cos(t), math.Sin(t)
	if y < 0 {
		x, z = 1-x, 0.5-z
	}
	return []float64{x + moonNoise*r.NormFloat64(), z + moonNoise*r.NormFloat64()}
}

// cloudDim and cloudShift define two normal distributions with standard deviation 1 in
// 20 coordinates. The distance of their means is 2√20·0.3 ≈ 2.7, so about one point in
// eleven is nearer to the other mean.
const (
	cloudDim   = 20
	cloudShift = 0.3
)

func cloud(r *rand.Rand, y float64) []float64 {
	x := make([]float64, cloudDim)
	for j := range x {
		x[j] = cloudShift*y + r.NormFloat64()
	}
	return x
}

// writePoint writes "label 1:value 2:value …" with six decimals.
func writePoint(w *bufio.Writer, y float64, x []float64) {
	fmt.Fprintf(w, "%+d", int(y))
	for j, v := range x {
		w.WriteString(" " + strconv.Itoa(j+1) + ":" + strconv.FormatFloat(v, 'f', 6, 64))
	}
	w.WriteByte('\n')
}
