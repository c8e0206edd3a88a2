import { describe, expect, test } from "vitest";
import { renderLatexTable, shortenNames, shortenRuns } from "#lib/reports/latex/write.ts";
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
  const written = renderLatexTable(table(2), ["Study: x\n\\end{table}"]);
  const [head, ...lines] = written.split("\n");
  expect(head).toBe("% Study: x \\end{table}");
  expect(lines).toContain("  \\caption{100 \\% \\& more}");
  expect(lines).toContain(
    "    Model\\_name & \\begin{tabular}[b]{@{}r@{}}Right, \\%\\\\(95 \\%\\\\interval)\\end{tabular} \\\\",
  );
  expect(lines.filter((line) => line === "    {[}x{]} \\& y\\textbackslash{} & 12.0 \\\\")).toHaveLength(2);
  expect(lines.filter((line) => line.trim() === "\\midrule")).toHaveLength(2);
  expect(written).toContain("\\begin{tabular}{@{}lr@{}}");
  expect(written).not.toMatch(/longtable|tabularx/);
  // What a page can't hold goes on to the next.
  const long = renderLatexTable(table(200), []);
  expect(long).toContain("% \\usepackage{booktabs,longtable}");
  expect(long.match(/\\label/g)).toHaveLength(1);
  expect(long.split("\n").filter((line) => line.startsWith("    {[}x{]}"))).toHaveLength(200);
});

const wide = (columns: number, rows: number): PrintedTable => ({
  ...table(0),
  name: "wide",
  columns: Array.from({ length: columns }, (_, i) => ({
    label: `Column with a long name ${i}`,
    numeric: i > 0,
  })),
  groups: [
    Array.from({ length: rows }, (_, row) => ({
      id: String(row),
      cells: Array.from({ length: columns }, (_, i) =>
        i === 0 ? "x".repeat(180) : `${i}.0 (99.9 to 100.0)`,
      ),
    })),
  ],
});

test("a long name is broken, and takes what the figures leave of both columns", () => {
  const written = renderLatexTable(wide(4, 2), []);
  expect(written).toContain("% \\usepackage{booktabs,tabularx}");
  expect(written).toContain("\\begin{tabularx}{\\linewidth}{@{}>{\\raggedright\\arraybackslash}Xrrr@{}}");
  expect(written).toContain(`${"x".repeat(15)}\\allowbreak{}${"x".repeat(15)}`);
});

test("twenty columns are cut into parts under one number, each with its names and every column once", () => {
  const written = renderLatexTable(wide(20, 2), []);
  const parts = written.match(/\\begin\{table\*\}/g)?.length ?? 0;
  expect(parts).toBeGreaterThan(1);
  expect(written.match(/\\label/g)).toHaveLength(1);
  expect(written.match(/\\addtocounter\{table\}\{-1\}/g)).toHaveLength(parts - 1);
  expect(written).toContain("(part 2 of ");
  for (const column of Array(19).keys())
    expect(written.match(new RegExp(`& ${column + 1}\\.0 \\(`, "g"))).toHaveLength(2);
});

test("long versions of models stand in notes, and a method that all share is named once", () => {
  const runs = ["a", "b"].map((model) => ({
    model,
    method: "zero-shot",
    version: `sha256:${model.repeat(64)}`,
  }));
  const [first, second] = runs.map(({ model, method, version }) => `${model} (${method}, ${version})`);
  const { groups, notes } = shortenNames(
    {
      ...wide(1, 0),
      groups: [
        [
          { id: "1", cells: [first ?? ""] },
          { id: "2", cells: [`${second} (selecting model)`] },
        ],
      ],
    },
    shortenRuns(runs),
  );
  expect(groups[0]?.map(({ cells }) => cells[0])).toEqual(["a\ue000a", "b\ue000b (selecting model)"]);
  expect(notes.at(-1)).toMatch(
    /^Method of every model: zero-shot\. Versions: a sha256:a{13}…; b sha256:b{13}…\. The CSV file has them in full\.$/,
  );
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
