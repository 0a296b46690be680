package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText bounds each text that comes from outside, in runes.
const maxText = 300

// special has what Markdown, its tables and HTML give a meaning to in the middle
// of a line.
var special = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;",
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`, "|", `\|`, "~", `\~`, "#", `\#`, "$", `\$`, "!", `\!`,
)

// escape makes plain text of anything: one line that means nothing but itself.
func escape(text string) string { return special.Replace(oneLine(text)) }

// code sets a text as it is, in a table too. A pipe ends a cell there even within
// backquotes, unless a backslash stands before it.
func code(text string) string {
	text = strings.ReplaceAll(oneLine(text), "|", `\|`)
	fence := strings.Repeat("`", longestRun(text)+1)
	if len(fence) > 1 {
		return fence + " " + text + " " + fence // a backquote must not touch the fence
	}
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return fence + text + fence
}

// longestRun is the most backquotes in a row.
func longestRun(text string) int {
	most, now := 0, 0
	for _, r := range text {
		if now++; r != '`' {
			now = 0
		}
		most = max(most, now)
	}
	return most
}

// oneLine folds blanks, replaces control characters and cuts what is too long.
func oneLine(text string) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "\uFFFD")), " ")
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '\uFFFD'
		}
		return r
	}, text)
	return cut(text, maxText)
}

// cut shortens a text to so many runes, and shows that it did.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// block is a fenced block of lines, each set as it is.
func block(language string, lines []string) string {
	text := strings.Join(lines, "\n")
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + language + "\n" + text + "\n" + fence + "\n\n"
}
