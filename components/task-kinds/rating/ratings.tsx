import type { ClusterUnit } from "#lib/benchmarks/schema.ts";
import { groupUnitOf } from "#lib/study-results/cluster-words.ts";
import { getFormatter, getTranslations } from "next-intl/server";
import { FigureTable, RatersNote } from "#components/task-kinds/judged/tables.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { Origins } from "#components/task-kinds/rating/origins.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { hasEnoughData } from "#lib/study-results/overview/types.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import type { TableColumn } from "#lib/study-results/kinds/judged/table.ts";
import { computeRatings, type ScalePart } from "#lib/study-results/kinds/rating/results.ts";

const hasEnoughRatings = ({ n, people, cases }: ScalePart) => hasEnoughData({ answers: n, people, cases });

/** How often each point was given, and the mean where there is enough of it: a table for each scale. */
export async function Ratings({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsRatings");
  const parts = computeRatings(rows, view);
  if (parts.length === 0) return null;
  const unit = groupUnitOf(rows);
  const scales = Map.groupBy(parts, ({ scale }) => scale);
  return (
    <>
      <section className="grid min-w-0 gap-3">
        <h2 className="text-lg font-semibold">{t("title")}</h2>
        {[...scales].map(([scale, ofScale]) => (
          <ScaleTable key={scale} scale={scale} parts={ofScale} unit={unit} />
        ))}
        <RatersNote
          raters={Math.min(...parts.filter(hasEnoughRatings).map(({ people }) => people))}
          unit={unit}
        />
        <p className="measure text-sm text-ink-muted">
          {parts.some(hasEnoughRatings) ? t("note") : t("few", minForClaim)}
        </p>
      </section>
      <Streamed fallback={<p role="status">{t("origins.working")}</p>}>
        <Origins rows={rows} view={view} asked={asked} />
      </Streamed>
    </>
  );
}

const counts = ["n", "people", "cases", "groups"] as const;

type ScaleProps = { scale: string; parts: readonly ScalePart[]; unit: ClusterUnit };

async function ScaleTable({ scale, parts, unit }: ScaleProps) {
  const t = await getTranslations("resultsRatings");
  const format = await getFormatter();
  const inShare = (count: number, n: number) =>
    t("share", { count, share: format.number(count / n, { style: "percent", maximumFractionDigits: 0 }) });
  return (
    <>
      <h3 className="font-medium">{t("scale", { scale })}</h3>
      <FigureTable
        caption={t("scale", { scale })}
        hideCaption
        unit={unit}
        columns={[
          { key: "track", kind: "name", atLeast: 32 },
          ...(parts[0]?.counts ?? []).map((_, at): TableColumn => ({
            key: String(at + 1),
            kind: "count",
            label: t("point", { number: at + 1 }),
          })),
          ...counts.map((key): TableColumn => ({ key, kind: "count" })),
          { key: "mean", kind: "number" },
          { key: "interval", kind: "interval" },
        ]}
        rows={parts.map((part) => ({
          id: part.track ?? "",
          cells: {
            ...Object.fromEntries(part.counts.map((count, at) => [at + 1, inShare(count, part.n)])),
            ...Object.fromEntries(counts.map((key) => [key, part[key]])),
            track: part.track,
            mean: hasEnoughRatings(part) ? part.mean : null,
            interval: hasEnoughRatings(part) ? { value: part.mean, low: part.low, high: part.high } : null,
          },
        }))}
        say={(key) => t(key as "track")}
        own={(key, { cells }) => (key === "track" && cells["track"] === null ? t("all") : undefined)}
      />
    </>
  );
}
