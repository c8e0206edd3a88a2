import { describe, expect, test } from "vitest";
import { writeLatexTable } from "#lib/reports/latex/write.ts";
import { commentLatex, escapeLatex } from "#lib/reports/tables/latex.ts";
import { escapeMarkdown, quoteMarkdown } from "#lib/reports/markdown.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";

describe("a text in LaTeX", () => {
  test.each([
    ["50 % of $5 & #3_x^2", "50 \\% of \\$5 \\& \\#3\\_x\\textasciicircum{}2"],
    ["\\input{/etc/passwd}", "\\textbackslash{}input\\{/etc/passwd\\}"],
    ["a~b <c> |d|", "a\\textasciitilde{}b \\textless{}c\\textgreater{} \\textbar{}d\\textbar{}"],
    ["1 − Σ|a|", "1 $-$ $\\Sigma$\\textbar{}a\\textbar{}"],
    ["[2pt]", "{[}2pt{]}"],
    ["*2", "{*}2"],
    ["gpt--4o---mini", "gpt-{}-4o-{}-{}-mini"],
    ["−2.1 to +3.0, 1–2", "$-$2.1 to +3.0, 1--2"],
    ['“so”, it’s `x` "y"', "``so'', it's \\textasciigrave{}x\\textasciigrave{} ''y''"],
    ["two\nlines\u0000\u0007", "two lines"],
    ["人物 Zhang", "\\cjk{人物} Zhang"],
  ])("%j is set as it stands", (text, written) => {
    expect(escapeLatex(text)).toBe(written);
  });

  test("a comment never ends before its text does", () => {
    expect(commentLatex("a\n\\input{x}\u2028b")).toBe("% a \\input{x} b");
  });
});

const table = (rows: number): PrintedTable => ({
  name: "made-up",
  caption: "100 % & more",
  notes: ["a_b"],
  columns: [
    { label: "Model_name", numeric: false },
    { label: "Right, % (95 % interval)", numeric: true },
  ],
  groups: [
    Array.from({ length: rows }, (_, i) => ({ id: String(i), cells: ["[x] & y\\", "12.0"] })),
    [{ id: "sum", cells: ["all", "–"] }],
  ],
  csv: [],
});

test("a table has as many cells in every row, whatever stands in them, and a rule between groups", () => {
  const written = writeLatexTable(table(2), ["Study: x\n\\end{table}"]);
  const [head, ...lines] = written.split("\n");
  expect(head).toBe("% Study: x \\end{table}");
  expect(lines).toContain("  \\caption{100 \\% \\& more}");
  expect(lines).toContain(
    "    Model\\_name & \\begin{tabular}[b]{@{}r@{}}Right, \\%\\\\(95 \\% interval)\\end{tabular} \\\\",
  );
  expect(lines.filter((line) => line === "    {[}x{]} \\& y\\textbackslash{} & 12.0 \\\\")).toHaveLength(2);
  expect(lines.filter((line) => line.trim() === "\\midrule")).toHaveLength(2);
  expect(written).toContain("\\begin{tabular}{@{}lr@{}}");
  // What a page can't hold goes on to the next, as longtable can't in two columns.
  expect(writeLatexTable(table(200), []).match(/\\begin\{table\}/g)?.length).toBeGreaterThan(3);
});

test("a text in Markdown is no list, heading, table, link or markup", () => {
  expect(escapeMarkdown("# a | *b* [c](d) <e>\n- f")).toBe("\\# a \\| \\*b\\* \\[c\\](d) \\<e\\> - f");
  expect([escapeMarkdown("1. x"), escapeMarkdown("90.8 % right"), escapeMarkdown("- x")]).toEqual([
    "1\\. x",
    "90.8 % right",
    "\\- x",
  ]);
  expect(quoteMarkdown("a\n```\nb")).toBe("````text\na\n```\nb\n````");
});
