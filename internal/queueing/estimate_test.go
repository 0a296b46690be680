package queueing_test

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// interval is an estimate and half the width of its confidence interval.
type interval struct{ mean, half float64 }

func (i interval) covers(x float64) bool { return math.Abs(i.mean-x) <= i.half }

// width is that of the whole interval, relative to x.
func (i interval) width(x float64) float64 { return 2 * i.half / x }

func (i interval) String() string {
	if i.half == 0 {
		return fmt.Sprintf("%.6g", i.mean)
	}
	return fmt.Sprintf("%.6g ± %.2g", i.mean, i.half)
}

// estimate returns the confidence interval of the mean of y, one value a batch, from
// control variates: other values of the same batches, whose mean is known to be 0. It
// is the intercept of the linear regression of y on them, with Student's t
// distribution of n − k − 1 degrees of freedom (S. S. Lavenberg, P. D. Welch: A
// Perspective on the Use of Control Variables to Increase the Efficiency of Monte
// Carlo Simulations, Management Science 27, 1981). Without controls it is the plain
// interval of batch means.
func estimate(confidence float64, y []float64, controls ...[]float64) interval {
	n, k := len(y), len(controls)
	x := mat.NewDense(n, k+1, nil)
	for i := range n {
		x.Set(i, 0, 1)
		for j, c := range controls {
			x.Set(i, j+1, c[i])
		}
	}
	var qr mat.QR
	qr.Factorize(x)
	var beta, fit mat.VecDense
	target := mat.NewVecDense(n, y)
	if err := qr.SolveVecTo(&beta, false, target); err != nil {
		panic("queueing: controls that depend on each other: " + err.Error())
	}
	fit.MulVec(x, &beta)
	fit.SubVec(target, &fit)
	free := float64(n - k - 1)
	variance := mat.Dot(&fit, &fit) / free

	// The variance of the intercept is that, times the first element of (XᵀX)⁻¹.
	var square, inverse mat.Dense
	square.Mul(x.T(), x)
	if err := inverse.Inverse(&square); err != nil {
		panic("queueing: controls that depend on each other: " + err.Error())
	}
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: free}.Quantile(.5 + confidence/2)
	return interval{beta.AtVec(0), t * math.Sqrt(variance*inverse.At(0, 0))}
}

// TestEstimate holds the intervals to ones worked out by hand: t(99.5 %, 4) is 4.6041.
func TestEstimate(t *testing.T) {
	y := []float64{1, 2, 3, 4, 5}
	if i := estimate(.99, y); math.Abs(i.mean-3) > 1e-12 || math.Abs(i.half-4.6041*math.Sqrt(2.5/5)) > 1e-4 {
		t.Errorf("batch means: %v", i)
	}
	// What a control explains is taken out of the mean too: here all, y = 2 + 2c.
	if i := estimate(.99, y, []float64{-.5, 0, .5, 1, 1.5}); math.Abs(i.mean-2) > 1e-12 || i.half > 1e-12 {
		t.Errorf("a control that explains all: %v", i)
	}
	// One that explains nothing leaves the mean, and costs a degree of freedom:
	// t(99.5 %, 3) is 5.8409, and the variance is 10/3.
	if i := estimate(.99, y, []float64{1, -1, 0, -1, 1}); math.Abs(i.mean-3) > 1e-12 || math.Abs(i.half-5.8409*math.Sqrt(10./3/5)) > 1e-4 {
		t.Errorf("a control that explains nothing: %v", i)
	}
}
