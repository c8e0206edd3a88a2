import { useLocale, useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import {
  Figure,
  type FigureColumn,
  type Figures,
  figuresOf,
  formatMethodName,
  mainColumns,
  variantColumns,
  type View,
} from "#components/model-runs/figure.tsx";
import { probability } from "#components/study-results/figure-cells.ts";
import { Button } from "#components/ui/button.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { maxCompared, type RunDifference, type RunPair, sortRuns } from "#lib/model-runs/comparison.ts";
import { drawDifferences, distinguishRun } from "#lib/model-runs/run-panels.ts";
import type { RunRow } from "#lib/model-runs/schema.ts";
import { comparePath, runsFigureAddress } from "#lib/paths.ts";
import { mayBeRanked } from "#lib/studies/schema.ts";

type Props = { title: string; rows: readonly RunRow[]; view: View };

/** A few runs side by side on one track: a line for each figure, a column for each run. */
export async function Comparison({ title, rows, view }: Props) {
  const t = await getTranslations("runs");
  const figures = rows.map((row) => figuresOf(row, view));
  const columns = view.kind === "mean" ? mainColumns : [...mainColumns, ...variantColumns];
  const counts = view.kind === "mean" ? [] : (["n", "failed", "missing"] as const);
  const lines = [
    ...counts.map((key) => ({
      id: key,
      cells: {
        figure: t(`columns.${key}`),
        ...Object.fromEntries(rows.map(({ run }, index) => [run.id, figures[index]?.[key] ?? "–"])),
      },
    })),
    ...columns.map((column) => {
      const best = bestOf(column, rows, figures);
      return {
        id: column.key,
        cells: {
          figure: t(`columns.${column.key as "top1"}`),
          ...Object.fromEntries(
            rows.map(({ run }, index) => [
              run.id,
              <ComparedFigure
                key={run.id}
                column={column}
                view={view}
                figures={figures[index] ?? null}
                isBest={index === best}
              />,
            ]),
          ),
        },
      };
    }),
  ];
  return (
    <Table
      caption={title}
      hideCaption={false}
      columns={[
        { key: "figure", label: t("compare.figure") },
        ...rows.map(({ run }) => ({
          key: String(run.id),
          numeric: true,
          label: (
            <span className="inline-block max-w-48 min-w-28 wrap-anywhere">
              <bdi>{run.model}</bdi>
              <br />
              <bdi className="font-normal">{formatMethodName(run)}</bdi>
            </span>
          ),
        })),
      ]}
      rows={lines}
    />
  );
}

type ComparedProps = { column: FigureColumn; figures: Figures | null; view: View; isBest: boolean };

async function ComparedFigure({ isBest, ...figure }: ComparedProps) {
  const t = await getTranslations("runs");
  if (!isBest) return <Figure {...figure} />;
  return (
    <strong>
      <Figure {...figure} /> <span className="text-sm font-normal">{t("compare.best")}</span>
    </strong>
  );
}

/** Which run has the best value, where one alone has it and every run that a model made has one. */
function bestOf(
  { value, better }: FigureColumn,
  rows: readonly RunRow[],
  figures: readonly (Figures | null)[],
): number | null {
  const values = figures.map((figure, at) => {
    const run = rows[at]?.run;
    return run && !mayBeRanked(run) ? undefined : ((figure && value(figure)) ?? null);
  });
  const ranked = values.filter((one) => one !== undefined);
  if (ranked.length < 2 || ranked.some((one) => one === null)) return null;
  const known = ranked as number[];
  const best = better === "higher" ? Math.max(...known) : Math.min(...known);
  return known.filter((item) => item === best).length === 1 ? values.indexOf(best) : null;
}

type CompareFormProps = { slug: string; all: readonly RunRow[]; chosen: readonly RunRow[] };

/** Which runs stand side by side: it needs no script, and the choice stands in the address. */
export function CompareForm({ slug, all, chosen }: CompareFormProps) {
  const t = useTranslations("runs.compare");
  const locale = useLocale();
  return (
    <form action={comparePath(slug)} className="no-print grid gap-3">
      <fieldset className="grid gap-2">
        <legend className="font-medium">{t("pick")}</legend>
        <p className="text-sm text-ink-muted">{t("choose", { most: maxCompared })}</p>
        <ul role="list" className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
          {sortRuns(all).map(({ run }) => (
            <li key={run.id}>
              <label className="target flex items-center gap-2">
                <input
                  type="checkbox"
                  name="run"
                  value={run.id}
                  defaultChecked={chosen.some((one) => one.run.id === run.id)}
                  className="size-6 shrink-0 accent-accent"
                />
                <bdi className="min-w-0 wrap-anywhere">{distinguishRun(run, all, locale)}</bdi>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <Button type="submit" className="justify-self-start">
        {t("submit")}
      </Button>
    </form>
  );
}

type DifferencesFigureProps = {
  slug: string;
  tracks: readonly string[];
  rows: readonly RunRow[];
  pairs: readonly RunPair[];
};

/** What every two of the chosen runs differ by on the cases that both answered. */
export function DifferencesFigure({ slug, tracks, rows, pairs }: DifferencesFigureProps) {
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
                first: distinguishRun(largest.first.run, rows, locale),
                second: distinguishRun(largest.second.run, rows, locale),
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

function PairsTable({ tracks, rows, pairs }: Omit<DifferencesFigureProps, "slug">) {
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
        first: distinguishRun(first.run, rows, locale),
        second: distinguishRun(second.run, rows, locale),
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
