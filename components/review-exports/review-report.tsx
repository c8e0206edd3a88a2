import { getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy/copy-button.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { makeAnnotatorTable, drawFunnel } from "#lib/review-exports/report.ts";
import { listReviewWarnings, renderReviewMethods, t as inEnglish } from "#lib/review-exports/methods.ts";
import type { ReviewRows } from "#lib/reviews/results/rows-queries.ts";

/** The report as a page: the words and numbers of its files, in English for whoever looks at it. */
export async function ReviewReport({ rows }: { rows: ReviewRows }) {
  const warnings = listReviewWarnings(rows);
  const methods = renderReviewMethods(rows);
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
        <CopyMethods methods={methods} />
      </section>
      <AnnotatorTable table={makeAnnotatorTable(rows)} />
      <Funnel rows={rows} />
    </div>
  );
}

async function CopyMethods({ methods }: { methods: string }) {
  const t = await getTranslations("reviewFiles");
  const shell = await getTranslations("shell");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <CopyButton
        value={methods}
        from="methods-text"
        words={{ copy: t("copyMethods"), copied: shell("copied"), selected: shell("selected") }}
      />
    </div>
  );
}

function AnnotatorTable({ table: { caption, columns, groups, notes } }: { table: PrintedTable }) {
  const rows = groups.flat().map(({ id, cells }) => ({
    id,
    cells: Object.fromEntries(cells.map((text, i) => [String(i), { text, isWhole: true }])),
  }));
  return (
    <section aria-labelledby="annotators" className="grid min-w-0 gap-3">
      <h3 id="annotators" className="text-lg font-semibold">
        {inEnglish("headings.annotators")}
      </h3>
      <Table
        isTight
        isWide
        caption={caption}
        columns={columns.map(({ label, numeric }, i) => ({ key: String(i), label, numeric }))}
        rows={rows}
      />
      <ul role="list" className="measure grid gap-1 text-sm text-ink-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  );
}

function Funnel({ rows }: { rows: ReviewRows }) {
  const { title, figure, csv } = drawFunnel(rows);
  const [head = [], ...lines] = csv;
  const columns = head.map((label, i) => ({ key: String(i), label: String(label), numeric: i === 2 }));
  return (
    <FigureFrame
      id="funnel"
      level={3}
      title={title}
      sentence={inEnglish("funnel.sentence")}
      figure={figure}
      language="en"
      table={
        <Table
          isTight
          caption={title}
          hideCaption
          columns={columns}
          rows={lines.map((line, i) => ({
            id: String(i),
            cells: Object.fromEntries(line.map((cell, j) => [String(j), cell ?? ""])),
          }))}
        />
      }
    />
  );
}
