package sweep

import (
	"io"

	"checkoutlab/report"
	"checkoutlab/report/sweepplot"
)

// Names of the files of a stored sweep. The pictures are only there for one axis
// or two; of one they are curves, and have that name.
const (
	TableFile    = "table.txt"
	CSVFile      = "sweep.csv"
	JSONFile     = "sweep.json"
	ScenarioFile = report.ScenarioFile
	MapName      = "heatmap"
	CurveName    = "curve"
)

// PictureName is the name of the sweep's pictures without .svg or .png; "" if
// there are none.
func (r *Result) PictureName() string {
	switch len(r.Axes) {
	case 1:
		return CurveName
	case 2:
		return MapName
	default:
		return ""
	}
}

// Store writes a sweep into a folder that report.Reserve has made. scenario is
// the text of scenario.yaml, what was swept before anything was varied.
func Store(dir string, r *Result, product float64, scenario []byte) error {
	files := []report.File{
		{Name: JSONFile, Write: func(w io.Writer) error { return JSON(w, r) }},
		{Name: CSVFile, Write: func(w io.Writer) error { return CSV(w, r) }},
		{Name: TableFile, Write: func(w io.Writer) error { return TableConfig{}.Table(w, r) }},
		{Name: ScenarioFile, Write: func(w io.Writer) error { _, err := w.Write(scenario); return err }},
	}
	if name := r.PictureName(); name != "" {
		for _, format := range []string{sweepplot.SVG, sweepplot.PNG} {
			files = append(files, report.File{Name: name + "." + format, Write: func(w io.Writer) error {
				return Picture(w, r, product, format)
			}})
		}
	}
	return report.StoreFiles(dir, files)
}
