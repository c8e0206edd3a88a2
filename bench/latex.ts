import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Figure } from "#bench/support/figure.ts";
import { layouts, overfullOf, writeArticle, type Layout } from "#bench/support/latex/article.ts";
import { renderFiles } from "#lib/reports/files.ts";
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
    const files = await renderFiles(report, { answers: "", codebook: "" });
    for (const layout of layouts) {
      const base = `${study}-${layout}`;
      writeFileSync(path.join(dir, `${base}.tex`), writeArticle(layout, files, report.tables, dir, study));
      figures.push(...set(dir, base, layout, report.tables.length));
    }
  }
  console.log(`pages: ${dir}`);
  return figures;
}

function set(dir: string, base: string, layout: Layout, tables: number): Figure[] {
  // As often as references and the columns of longtable need it.
  for (const _ of [1, 2, 3])
    spawnSync("pdflatex", ["-interaction=nonstopmode", `${base}.tex`], { cwd: dir, timeout: 300_000 });
  const log = readFileSync(path.join(dir, `${base}.log`), "latin1").replace(/(?<=^.{79})\n/gm, "");
  const aux = path.join(dir, `${base}.aux`);
  const captions = existsSync(aux)
    ? (readFileSync(aux, "latin1").match(/^\\@writefile\{lot\}/gm)?.length ?? 0)
    : 0;
  const overfull = overfullOf(log);
  for (const line of [...overfull, ...(log.match(/^! .*$/gm) ?? [])]) console.log(`  ${base}: ${line}`);
  return [
    { what: `${base} (${layout}): tables set`, value: captions, unit: "", least: tables },
    { what: "  errors", value: log.match(/^! /gm)?.length ?? 0, unit: "", limit: 0 },
    { what: "  overfull boxes", value: overfull.length, unit: "", limit: 0 },
  ];
}
