import { useLocale, useTranslations } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { probability } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import type { RunDifference, RunPair } from "#lib/model-runs/comparison/differences.ts";
import { drawDifferences, formatRunName } from "#lib/model-runs/comparison/run-panels.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { runsFigureAddress } from "#lib/paths.ts";

type Props = {
  slug: string;
  tracks: readonly string[];
  rows: readonly RunRow[];
  pairs: readonly RunPair[];
};

/** What every two of the chosen runs differ by on the cases that both answered. */
export function DifferencesFigure({ slug, tracks, rows, pairs }: Props) {
  const t = useTranslations("runs.figure");
  const locale = useLocale();
  const { title, figure } = drawDifferences(pairs, rows, tracks, locale);
  const largest = pairs
    .filter(({ pooled }) => pooled !== null)
    .toSorted((a, b) => (b.pooled?.value ?? 0) - (a.pooled?.value ?? 0))[0];
  const { pooled = null } = largest ?? {};
  return (
    <div className="grid min-w-0 gap-2">
      <FigureFrame
        id="differences"
        title={title}
        sentence={
          largest && pooled
            ? t("differenceSentence", {
                n: pooled.n,
                first: formatRunName(largest.first.run, rows, locale),
                second: formatRunName(largest.second.run, rows, locale),
                points: inPercent(pooled.value),
                low: inPercent(pooled.low ?? pooled.value),
                high: inPercent(pooled.high ?? pooled.value),
              })
            : t("differenceNone")
        }
        figure={figure}
        room="full"
        table={<PairsTable tracks={tracks} rows={rows} pairs={pairs} />}
        downloads={(format) =>
          runsFigureAddress(
            slug,
            "differences",
            rows.map(({ run }) => run.id),
            format,
          )
        }
      />
      <p className="measure text-sm text-ink-muted">{t("differenceAbout")}</p>
    </div>
  );
}

function PairsTable({ tracks, rows, pairs }: Omit<Props, "slug">) {
  const t = useTranslations("runs.figure");
  const locale = useLocale();
  const signed = (value: number) => `${value > 0 ? "+" : ""}${inPercent(value)}`;
  const lineOf = (
    { first, second }: RunPair,
    track: string,
    one: RunDifference | null,
    holm: number | null,
  ) => ({
    id: `${first.run.id} ${second.run.id} ${track}`,
    cells: {
      pair: t("pair", {
        first: formatRunName(first.run, rows, locale),
        second: formatRunName(second.run, rows, locale),
      }),
      track,
      n: one?.n ?? 0,
      value: one ? { text: signed(one.value), title: String(one.value), isWhole: true } : t("noShared"),
      interval:
        one?.low == null || one.high === null
          ? "–"
          : { text: t("range", { low: signed(one.low), high: signed(one.high) }), isWhole: true },
      p: probability(one?.p ?? null),
      holm: holm === null ? "" : probability(holm),
    },
  });
  return (
    <Table
      caption={t("differenceCaption")}
      columns={(["pair", "track", "n", "value", "interval", "p", "holm"] as const).map((key) => ({
        key,
        label: t(`columns.${key}`),
        numeric: key !== "pair" && key !== "track",
      }))}
      rows={pairs.flatMap((pair) => [
        ...(tracks.length > 1 ? [lineOf(pair, t("all"), pair.pooled, pair.holm)] : []),
        ...tracks.map((track, i) =>
          lineOf(pair, track, pair.tracks[i] ?? null, tracks.length > 1 ? null : pair.holm),
        ),
      ])}
    />
  );
}
