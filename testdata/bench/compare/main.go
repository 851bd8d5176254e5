// Command compare runs kernellab solve and LIBSVM's svm-train alternately on the same
// files, and prints a table in Markdown. It measures whole processes, from reading the
// file to the result. See ../compare.sh.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The limits that kernellab must keep. maxRatio is the maximum ratio of its time to the time of
// svm-train in a case, and maxMeanRatio the maximum of the geometric mean of these ratios.
// maxExtraMB is how much more memory it may take, and maxDifference the maximum relative difference
// of the objectives.
const (
	maxRatio      = 1.0
	maxMeanRatio  = 0.7
	maxExtraMB    = 30
	maxDifference = 1e-4
)

func main() {
	ok, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
}

// options holds the flags.
type options struct {
	ours, theirs, svc string
	folder            string
	rounds, cache     int
	sizes             []int
}

func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.StringVar(&o.ours, "kernellab", "", "our program")
	flags.StringVar(&o.theirs, "svm-train", "svm-train", "LIBSVM's program")
	flags.StringVar(&o.svc, "svc", "", "a Python with scikit-learn, and svc.py: the fit alone is timed too")
	flags.StringVar(&o.folder, "data", "", "folder with SET-N.txt")
	flags.IntVar(&o.rounds, "rounds", 5, "minimum number of runs of each program per case; short cases have more")
	flags.IntVar(&o.cache, "cache", 256, "memory for rows in MB, the same for both")
	sizes := flags.String("sizes", "1000,2000,5000,10000,20000", "numbers of points")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	for _, text := range strings.Split(*sizes, ",") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return o, fmt.Errorf("-sizes %s: %w", *sizes, err)
		}
		o.sizes = append(o.sizes, n)
	}
	if o.ours == "" || o.folder == "" || o.rounds < 1 {
		return o, errors.New("-kernellab, -data and at least one round are needed")
	}
	return o, nil
}

// gammas holds the γ of the RBF kernel for each set, which depends on the scale of the
// set.
var gammas = map[string]float64{"moons": 1, "gauss": 0.05}

func run(args []string) (bool, error) {
	o, err := parse(args)
	if err != nil {
		return false, err
	}
	fmt.Println("| set | n | C | svm-train s | kernellab s | ratio, median (least – most) | CPU ratio | updates | support vectors | peak MB | objective off by |" + column(o, " SVC fit s |"))
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |" + column(o, " --- |"))
	var ratios []float64
	ok := true
	for _, n := range o.sizes {
		for _, set := range []string{"moons", "gauss"} {
			for _, c := range []float64{1, 100} {
				row, err := compareCase(o, set, n, c)
				if err != nil {
					return false, err
				}
				fmt.Println(row.markdown(o, set, n, c))
				ratios = append(ratios, row.ratio[len(row.ratio)/2])
				ok = ok && row.passes()
			}
		}
	}
	g := geometricMean(ratios)
	fmt.Printf("\nGeometric mean %.2f, worst case %.2f.\n", g, slices.Max(ratios))
	return ok && g <= maxMeanRatio, nil
}

func column(o options, text string) string {
	if o.svc == "" {
		return ""
	}
	return text
}

// row holds the results of one case.
type row struct {
	ours, theirs []outcome
	svc          []float64
	ratio        []float64 // ratios of the times in each round, sorted
	cpu          []float64 // ratios of the processor times, likewise
	difference   float64   // relative difference of the objectives
}

// Short cases are repeated until both programs together have run for minSeconds, so that the
// medians are reliable on a busy machine.
const (
	minSeconds = 2.0 // seconds
	maxRounds  = 101
)

func compareCase(o options, set string, n int, c float64) (row, error) {
	var r row
	file := filepath.Join(o.folder, fmt.Sprintf("%s-%d.txt", set, n))
	job := job{file: file, gamma: gammas[set], c: c, cache: o.cache}
	for i, seconds := 0, 0.0; i < o.rounds || i < maxRounds && seconds < minSeconds; i++ {
		theirs, err := runTheirs(o.theirs, job)
		if err != nil {
			return r, err
		}
		ours, err := runOurs(o.ours, job)
		if err != nil {
			return r, err
		}
		r.ours, r.theirs = append(r.ours, ours), append(r.theirs, theirs)
		r.ratio = append(r.ratio, ours.seconds/theirs.seconds)
		r.cpu = append(r.cpu, ours.cpu/theirs.cpu)
		seconds += ours.seconds + theirs.seconds
		if o.svc != "" && i < o.rounds {
			s, err := runSVC(o.svc, job)
			if err != nil {
				return r, err
			}
			r.svc = append(r.svc, s)
		}
	}
	r.difference = math.Abs(r.ours[0].objective-r.theirs[0].objective) / math.Abs(r.theirs[0].objective)
	slices.Sort(r.ratio)
	slices.Sort(r.cpu)
	return r, nil
}

func (r row) passes() bool {
	return r.ratio[len(r.ratio)/2] <= maxRatio && r.difference <= maxDifference && maxOf(r.ours, peak) <= maxOf(r.theirs, peak)+maxExtraMB
}

func (r row) markdown(o options, set string, n int, c float64) string {
	ours, theirs := r.ours[0], r.theirs[0]
	line := fmt.Sprintf("| %s | %d | %g | %.4f | %.4f | %.2f (%.2f – %.2f) | %.2f | %d / %d | %d / %d | %.0f / %.0f | %.0e |",
		set, n, c, median(r.theirs, wall), median(r.ours, wall),
		r.ratio[len(r.ratio)/2], r.ratio[0], r.ratio[len(r.ratio)-1], r.cpu[len(r.cpu)/2],
		theirs.updates, ours.updates, theirs.support, ours.support,
		maxOf(r.theirs, peak), maxOf(r.ours, peak), r.difference)
	if len(r.svc) > 0 {
		slices.Sort(r.svc)
		line += fmt.Sprintf(" %.4f |", r.svc[len(r.svc)/2])
	}
	return line
}

func wall(o outcome) float64 { return o.seconds }
func peak(o outcome) float64 { return o.peakMB }

func median(all []outcome, value func(outcome) float64) float64 {
	s := slices.SortedFunc(slices.Values(all), func(a, b outcome) int { return cmp.Compare(value(a), value(b)) })
	return value(s[len(s)/2])
}

func maxOf(all []outcome, value func(outcome) float64) float64 {
	s := value(all[0])
	for _, o := range all {
		s = max(s, value(o))
	}
	return s
}

func geometricMean(v []float64) float64 {
	var s float64
	for _, x := range v {
		s += math.Log(x)
	}
	return math.Exp(s / float64(len(v)))
}
