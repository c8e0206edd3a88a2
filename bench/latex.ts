import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Figure } from "#bench/support/figure.ts";
import { layouts, overfullOf, widthsOf, writeArticle, type Layout } from "#bench/support/latex/article.ts";
import { writeFiles } from "#lib/reports/files.ts";
import { fitReportTable } from "#lib/reports/latex/write.ts";
import { shortenRuns } from "#lib/reports/latex/short-names.ts";
import { imaginePapers, paperStudies } from "#lib/reports/testing/paper-studies.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";

export const name = "latex";
export const about =
  "tables, methods, case studies and figures of two reports in two articles, as pdfLaTeX sets them (it has to be installed)";

/** Compiles everything, and leaves the pages where they can be looked at. */
export async function run(): Promise<Figure[]> {
  if (spawnSync("pdflatex", ["--version"]).error) {
    console.log("pdflatex is not installed: nothing was set");
    return [];
  }
  const dir = mkdtempSync(path.join(tmpdir(), "benchside-latex-"));
  const figures: Figure[] = [];
  for (const [study, make] of Object.entries(paperStudies)) {
    const rows = make();
    const report = await imagineReport(rows, "people", imaginePapers(rows));
    const files = await writeFiles(report, { answers: "", codebook: "" });
    const computed = report.tables.flatMap((table) =>
      fitReportTable(table, shortenRuns(report.facts.rows.runs)).parts.map(({ width }) => width),
    );
    for (const layout of layouts) {
      const base = `${study}-${layout}`;
      writeFileSync(path.join(dir, `${base}.tex`), writeArticle(layout, files, report.tables, dir, study));
      figures.push(...set(dir, base, layout, computed));
    }
  }
  console.log(`pages: ${dir}`);
  return figures;
}

function set(dir: string, base: string, layout: Layout, computed: readonly number[]): Figure[] {
  // Twice, for the references.
  for (const _ of [1, 2])
    spawnSync("pdflatex", ["-interaction=nonstopmode", `${base}.tex`], { cwd: dir, timeout: 300_000 });
  const log = readFileSync(path.join(dir, `${base}.log`), "latin1").replace(/(?<=^.{79})\n/gm, "");
  const told = widthsOf(log);
  const off = computed.map((width, i) => width - (told[i] ?? Infinity));
  const overfull = overfullOf(log);
  for (const line of [...overfull, ...(log.match(/^! .*$/gm) ?? [])]) console.log(`  ${base}: ${line}`);
  return [
    { what: `${base} (${layout}): tables set`, value: told.length, unit: "", least: computed.length },
    { what: "  errors", value: log.match(/^! /gm)?.length ?? 0, unit: "", limit: 0 },
    { what: "  overfull boxes", value: overfull.length, unit: "", limit: 0 },
    {
      what: "  a computed width below TeX's, at most",
      value: Math.max(0, -Math.min(...off)),
      unit: "pt",
      limit: 0.1,
    },
    { what: "  a computed width above TeX's, at most", value: Math.max(...off), unit: "pt", limit: 4 },
  ];
}
