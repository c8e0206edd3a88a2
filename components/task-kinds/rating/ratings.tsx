import { getFormatter, getTranslations } from "next-intl/server";
import { decimal, ends, named, nothing } from "#components/study-results/figure-cells.ts";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { Origins } from "#components/task-kinds/rating/origins/section.tsx";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { Streamed } from "#components/ui/streamed.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inDigits } from "#lib/figures/written.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import { describeRatings, type RatedPart } from "#lib/task-kinds/rating/ratings.ts";

const isTold = ({ n, people, cases }: RatedPart) => isClaimable({ answers: n, people, cases });

/** How often each point was given, and the mean where there is enough of it: a table for each scale. */
export async function Ratings({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsRatings");
  const parts = describeRatings(rows, view);
  if (parts.length === 0) return null;
  const scales = Map.groupBy(parts, ({ scale }) => scale);
  return (
    <>
      <section className="grid min-w-0 gap-3">
        <h2 className="text-lg font-semibold">{t("title")}</h2>
        <p className="measure">{t("intro", { who: view.who })}</p>
        {[...scales].map(([scale, ofScale]) => (
          <ScaleTable key={scale} scale={scale} parts={ofScale} />
        ))}
        <RatersNote raters={Math.min(...parts.filter(isTold).map(({ people }) => people))} />
        <p className="measure text-sm text-ink-muted">
          {parts.some(isTold) ? t("note") : t("few", minForClaim)}
        </p>
      </section>
      <Streamed fallback={<p role="status">{t("origins.working")}</p>}>
        <Origins rows={rows} view={view} asked={asked} />
      </Streamed>
    </>
  );
}

async function ScaleTable({ scale, parts }: { scale: string; parts: readonly RatedPart[] }) {
  const t = await getTranslations("resultsRatings");
  const format = await getFormatter();
  const points = parts[0]?.counts.map((_, at) => String(at + 1)) ?? [];
  const inShare = (count: number, n: number) =>
    t("share", { count, share: format.number(count / n, { style: "percent", maximumFractionDigits: 0 }) });
  const columns = [
    { key: "track", label: t("track"), atLeast: 32 as const },
    ...points.map((point) => ({ key: point, label: t("point", { number: Number(point) }), numeric: true })),
    ...(["n", "people", "cases", "groups", "mean", "interval"] as const).map((key) => ({
      key,
      label: t(key),
      numeric: true,
    })),
  ];
  return (
    <>
      <h3 className="font-medium">{t("scale", { scale })}</h3>
      <Table
        caption={t("scale", { scale })}
        hideCaption
        isTight
        columns={columns}
        rows={parts.map((part) => ({
          id: part.track ?? "",
          cells: {
            track: part.track === null ? t("all") : named(part.track),
            ...Object.fromEntries(points.map((point, at) => [point, inShare(part.counts[at] ?? 0, part.n)])),
            n: part.n,
            people: part.people,
            cases: part.cases,
            groups: part.groups,
            mean: isTold(part) ? decimal(part.mean, 2) : nothing,
            interval:
              isTold(part) && part.low !== null && part.high !== null
                ? ends(part.low, part.high, (low, high) => `${inDigits(low, 2)}–${inDigits(high, 2)}`)
                : nothing,
          },
        }))}
      />
    </>
  );
}
