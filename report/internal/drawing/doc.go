// Package drawing has what the pictures of the reports share: text in one
// typeface, the colours of what is not data, and writing a page as SVG or PNG.
package drawing
