import { getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { listReviewWarnings, renderReviewMethods, t as inEnglish } from "#lib/review-exports/methods.ts";
import { drawFunnel, makeAnnotatorTable } from "#lib/review-exports/report.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

/** The report as a page: the words and numbers of its files, in English for whoever looks at it. */
export async function ReviewReport({ rows }: { rows: ReviewRows }) {
  const t = await getTranslations("reviewFiles");
  const shell = await getTranslations("shell");
  const warnings = listReviewWarnings(rows);
  const methods = renderReviewMethods(rows);
  const table = makeAnnotatorTable(rows);
  const funnel = drawFunnel(rows);
  const [head = [], ...lines] = funnel.csv;
  return (
    <div lang="en" className="grid min-w-0 gap-12">
      {warnings.length > 0 && (
        <Callout tone="warning">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Callout>
      )}
      <section aria-labelledby="methods" className="grid min-w-0 gap-3">
        <h3 id="methods" className="text-lg font-semibold">
          {inEnglish("headings.methods")}
        </h3>
        <p id="methods-text" className="measure wrap-anywhere">
          {methods}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <CopyButton
            value={methods}
            from="methods-text"
            words={{ copy: t("copyMethods"), copied: shell("copied"), selected: shell("selected") }}
          />
        </div>
      </section>
      <section aria-labelledby="annotators" className="grid min-w-0 gap-3">
        <h3 id="annotators" className="text-lg font-semibold">
          {inEnglish("headings.annotators")}
        </h3>
        <Table
          isTight
          isWide
          caption={table.caption}
          columns={table.columns.map(({ label, numeric }, i) => ({ key: String(i), label, numeric }))}
          rows={table.groups.flat().map(({ id, cells }) => ({
            id,
            cells: Object.fromEntries(cells.map((text, i) => [String(i), { text, isWhole: true }])),
          }))}
        />
        <ul role="list" className="measure grid gap-1 text-sm text-ink-muted">
          {table.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </section>
      <FigureFrame
        id="funnel"
        level={3}
        title={funnel.title}
        sentence={inEnglish("funnel.sentence")}
        figure={funnel.figure}
        language="en"
        table={
          <Table
            isTight
            caption={funnel.title}
            hideCaption
            columns={head.map((label, i) => ({ key: String(i), label: String(label), numeric: i === 2 }))}
            rows={lines.map((line, i) => ({
              id: String(i),
              cells: Object.fromEntries(line.map((cell, j) => [String(j), cell ?? ""])),
            }))}
          />
        }
      />
    </div>
  );
}
