import { useFormatter, useTranslations } from "next-intl";
import type { LiveView } from "#components/live/view.ts";
import { LiveTable } from "#components/ui/table/live-table.tsx";

/** How the places of the design are filled: each cell while they are few, else all of them in two sentences. */
export function Cells({ view: { cells, planned } }: { view: LiveView }) {
  const t = useTranslations("live.cells");
  const format = useFormatter();
  const { rows, summary } = cells;
  return (
    <section aria-labelledby="cells" className="grid gap-3">
      <h2 id="cells" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t(planned.design)}</p>
      {summary.cells > 1 && (
        <p className="measure figures">
          {t("summary", {
            cells: summary.cells,
            full: summary.full,
            partly: summary.partly,
            empty: summary.empty,
          })}{" "}
          {t("spread", {
            least: summary.minTaken,
            most: summary.maxTaken,
            leastDone: summary.minSubmitted,
            mostDone: summary.maxSubmitted,
          })}
        </p>
      )}
      {rows && rows.length > 1 && (
        <div className="max-w-2xl">
          <LiveTable
            caption={t("caption")}
            columns={[
              { key: "number", label: t("number") },
              { key: "capacity", label: t("capacity"), numeric: true },
              { key: "taken", label: t("taken"), numeric: true },
              { key: "submitted", label: t("submitted"), numeric: true },
            ]}
            rows={rows.map(({ number, capacity, taken, submitted }) => ({
              id: String(number),
              cells: {
                number: format.number(number),
                capacity: capacity === null ? t("noLimit") : format.number(capacity),
                taken: format.number(taken),
                submitted: format.number(submitted),
              },
            }))}
          />
        </div>
      )}
      <details className="measure text-sm text-ink-muted">
        <summary className="target w-fit cursor-pointer py-1 font-medium text-accent">{t("meaning")}</summary>
        <p className="mt-1">{t("taking")}</p>
      </details>
    </section>
  );
}
