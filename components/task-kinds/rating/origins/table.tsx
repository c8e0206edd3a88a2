import { useTranslations, type Locale } from "next-intl";
import { decimal, muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { interval } from "#components/task-kinds/rating/origins/cells.ts";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table } from "#components/ui/table/table.tsx";
import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import { minForClaim } from "#lib/study-results/schema.ts";
import type { Judge } from "#lib/task-kinds/rating/origins/judges.ts";
import { nameJudge, scaleOf } from "#lib/task-kinds/rating/origins/names.ts";
import type { OriginCounts } from "#lib/task-kinds/rating/origins/origins.ts";

/** A row an origin: what people said of it, and what every judge did of the same cases. */
export function OriginTable({ rows, view, by, part, locale }: PartProps & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins");
  const { track, origins, judges, counts, figures } = part;
  const attributes = by.length > 0 ? by : ["all"];
  const hasCorrected = figures.table.uncorrected === null;
  const numeric = (key: string, label: string) => ({ key, label, numeric: true });
  return (
    <Table
      caption={t("table.caption", { track })}
      isTight
      columns={[
        ...attributes.map((name) => ({
          key: `by-${name}`,
          label: by.length > 0 ? name : "",
          atLeast: 32 as const,
        })),
        numeric("ratings", t("table.ratings")),
        numeric("cases", t("table.cases")),
        numeric("groups", t("table.groups")),
        numeric("people", t("table.people", { who: view.who })),
        numeric("interval", t("table.interval")),
        ...(hasCorrected ? [numeric("corrected", t("table.corrected"))] : []),
        ...judges.map((judge, at) => numeric(`judge-${at}`, nameJudge(judge, rows.runs, locale))),
      ]}
      rows={figures.table.origins.map((row, at) => ({
        id: String(at),
        cells: {
          ...nameCells(attributes, origins[at] ?? [], t),
          ...cellsOf(row, counts[at], judges, t),
        },
      }))}
      totals={
        origins.length < 2
          ? []
          : [
              {
                id: "all",
                cells: {
                  ...Object.fromEntries(attributes.map((name, i) => [`by-${name}`, i === 0 ? t("all") : ""])),
                  ...cellsOf({ ...figures.all, corrected: null }, sumOf(part), judges, t),
                },
              },
            ]
      }
    />
  );
}

type Words = ReturnType<typeof useTranslations<"resultsRatings.origins">>;
type Row = { people: GroupedMean; corrected: GroupedMean | null; judges: readonly GroupedMean[] };

const nameCells = (attributes: readonly string[], origin: readonly (string | null)[], t: Words) =>
  Object.fromEntries(
    attributes.map((name, i): [string, Cell] => {
      const value = origin[i];
      if (origin.length === 0) return [`by-${name}`, t("all")];
      return [`by-${name}`, value == null ? muted(t("none")) : named(value)];
    }),
  );

function cellsOf(row: Row, counts: OriginCounts | undefined, judges: readonly Judge[], t: Words) {
  const { people, corrected } = row;
  const few = { ...muted(t("tooFew")), isWhole: true };
  const isTold = counts?.isClaimable === true;
  return {
    ratings: counts?.answers ?? 0,
    cases: counts?.cases ?? 0,
    groups: counts?.groups ?? 0,
    people: isTold ? decimal(people.mean, 2) : few,
    interval: isTold ? interval(people.low, people.high) : nothing,
    corrected: isTold && corrected ? decimal(corrected.mean, 2) : nothing,
    ...Object.fromEntries(
      row.judges.map((mean, at) => [`judge-${at}`, judgeCell(mean, { judge: judges[at], counts, t, few })]),
    ),
  };
}

type JudgeCell = { judge: Judge | undefined; counts: OriginCounts | undefined; t: Words; few: Cell };

function judgeCell({ n, mean }: GroupedMean, { judge, counts, t, few }: JudgeCell): Cell {
  if (mean === null || !judge) return nothing;
  if (n < minForClaim.cases) return few;
  const written = decimal(mean * scaleOf(judge), judge.isShare ? 1 : 2);
  return n === counts?.cases ? written : [written, { line: t("table.n", { n }), isMuted: true }];
}

function sumOf({ counts, people, cases, input }: PartProps["part"]): OriginCounts {
  const answers = input.ratings.rating.length;
  const n = { answers, people: people.length, cases: cases.length };
  const points = counts[0]?.points.map((_, at) =>
    counts.reduce((sum, one) => sum + (one.points[at] ?? 0), 0),
  );
  return { ...n, groups: input.byOrigin.groups, points: points ?? [], isClaimable: isClaimable(n) };
}
