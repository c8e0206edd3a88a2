import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ReportFile } from "#lib/reports/files.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";

/** An article in two columns, and one in one with margins of 2.5 cm. */
export const layouts = ["twocolumn", "onecolumn"] as const;
export type Layout = (typeof layouts)[number];

const heads: Readonly<Record<Layout, string>> = {
  twocolumn: "\\documentclass[10pt,a4paper,twocolumn]{article}",
  onecolumn: "\\documentclass[10pt,a4paper]{article}\n\\usepackage[margin=2.5cm]{geometry}",
};

/** Everything of a report in one article. */
export function writeArticle(
  layout: Layout,
  files: readonly ReportFile[],
  tables: readonly PrintedTable[],
  dir: string,
  study: string,
): string {
  const own = path.join(dir, study);
  mkdirSync(path.join(own, "tables"), { recursive: true });
  mkdirSync(path.join(own, "figures"), { recursive: true });
  for (const { name, content } of files) {
    if (/\.(tex|pdf)$/.test(name)) writeFileSync(path.join(own, name), content);
  }
  const figures = files.filter(({ name }) => name.endsWith("86mm.pdf"));
  return [
    heads[layout],
    "\\usepackage[T1]{fontenc}\\usepackage{lmodern}\\usepackage[utf8]{inputenc}",
    "\\usepackage{booktabs,tabularx,longtable,graphicx,CJKutf8}",
    "\\begin{document}",
    ...files.filter(({ name }) => /^[^/]+\.tex$/.test(name)).map(({ name }) => `\\input{${study}/${name}}`),
    ...figures.map(
      ({ name }) =>
        `\\begin{figure}\\includegraphics[width=\\columnwidth]{${study}/${name}}\\caption{A figure}\\end{figure}`,
    ),
    ...tables.map(({ name }) => `\\input{${study}/tables/${name}}`),
    "\\end{document}",
    "",
  ].join("\n");
}

/** Whatever sticks out, with where. */
export const overfullOf = (log: string): string[] => log.match(/^Overfull \\[hv]box .*$/gm) ?? [];
