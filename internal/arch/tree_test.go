package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "checkoutlab"

// source is one Go file of the module.
type source struct {
	path  string // slash-separated, from the module's root
	pkg   string // the folder it stands in
	test  bool
	lines int
	ast   *ast.File
	fset  *token.FileSet
}

// sources reads every Go file of the module. bench is a module of its own.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := fs.WalkDir(os.DirFS("../.."), ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || p == "bench" || strings.HasPrefix(d.Name(), ".") && p != "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(p, ".go"):
			return nil
		}
		s, err := read(p)
		all = append(all, s)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 20 {
		t.Fatalf("only %d Go files found: is the root right?", len(all))
	}
	return all
}

func read(p string) (source, error) {
	text, err := os.ReadFile(filepath.Join("../..", filepath.FromSlash(p)))
	if err != nil {
		return source{}, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, p, text, parser.SkipObjectResolution)
	return source{
		path: p, pkg: path.Dir(p), test: strings.HasSuffix(p, "_test.go"),
		lines: strings.Count(string(text), "\n"), ast: file, fset: fset,
	}, err
}

// imports lists what a file imports; packages of ours by their folder.
func (s source) imports() []string {
	var all []string
	for _, spec := range s.ast.Imports {
		name, _ := strconv.Unquote(spec.Path.Value)
		all = append(all, strings.TrimPrefix(name, module+"/"))
	}
	return all
}

// calls lists the functions of a package (by its import path) that a file
// mentions, with their lines.
func (s source) calls(pkg string) map[string]int {
	name := path.Base(pkg)
	for _, spec := range s.ast.Imports {
		if spec.Path.Value == strconv.Quote(pkg) && spec.Name != nil {
			name = spec.Name.Name
		}
	}
	found := map[string]int{}
	ast.Inspect(s.ast, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == name {
				found[sel.Sel.Name] = s.fset.Position(sel.Pos()).Line
			}
		}
		return true
	})
	return found
}
