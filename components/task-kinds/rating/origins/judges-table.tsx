import { useTranslations, type Locale } from "next-intl";
import { decimal, modelNamed, muted, nothing } from "#components/study-results/figure-cells.ts";
import { bounded, plain } from "#components/task-kinds/rating/origins/cells.ts";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import type { Cell } from "#components/ui/table/cell.tsx";
import { Table, type TableRow } from "#components/ui/table/table.tsx";
import type { JudgeFigures } from "#lib/metrics/ratings/rated-origins.ts";
import { leastAnnotators, minItems } from "#lib/study-results/agreement/alternative.ts";
import type { Judge } from "#lib/task-kinds/rating/origins/judges.ts";
import { nameJudge } from "#lib/task-kinds/rating/origins/names.ts";

const numeric = ["n", "spearman", "kendall", "kappa", "origins", "rho", "tau", "omega", "advantage"] as const;

/** A row a judge; people themselves come first, where they are held against each other. */
export function JudgesTable({ rows, view, part, locale }: PartProps & { locale: Locale }) {
  const t = useTranslations("resultsRatings.origins.judges");
  const { figures, judges, track } = part;
  const { kappa } = figures.raters;
  const people: TableRow = {
    id: "people",
    cells: {
      judge: t("people", { who: view.who }),
      n: kappa.cases,
      kappa: bounded(kappa, locale),
      ...Object.fromEntries(
        ["saw", "spearman", "kendall", "origins", "rho", "tau", "omega", "advantage", "replaces"].map(
          (key) => [key, nothing],
        ),
      ),
    },
  };
  const rowOf = (judge: Judge, at: number): TableRow[] => {
    const found = figures.judges[at];
    if (!found) return [];
    const name = modelNamed(nameJudge(judge, rows.runs, locale));
    return [{ id: String(at), cells: { judge: name, saw: sawOf(judge, t), ...cellsOf(found, t, locale) } }];
  };
  return (
    <Table
      caption={t("caption", { track })}
      isTight
      columns={[
        { key: "judge", label: t("judge") },
        { key: "saw", label: t("saw"), atLeast: 40 },
        ...numeric.map((key) => ({ key, label: t(key), numeric: true })),
        { key: "replaces", label: t("replaces") },
      ]}
      rows={[people, ...judges.flatMap(rowOf)]}
    />
  );
}

type Words = ReturnType<typeof useTranslations<"resultsRatings.origins.judges">>;

function sawOf({ run }: Judge, t: Words): Cell {
  if (run === null) return t("texts");
  return run.context ? { quote: run.context, as: "note" } : muted(t("notStated"));
}

function cellsOf({ byCase, overOrigins, kappa, replaces }: JudgeFigures, t: Words, locale: Locale) {
  return {
    n: byCase.n,
    spearman: bounded(byCase.spearman, locale),
    kendall: bounded(byCase.kendall, locale),
    kappa: kappa ? bounded(kappa, locale) : nothing,
    origins: overOrigins.n,
    rho: plain(overOrigins.rho, overOrigins.reason, locale),
    tau: plain(overOrigins.tau, overOrigins.reason, locale),
    omega: decimal(replaces?.winningRate ?? null, 2),
    advantage: decimal(replaces?.advantageProbability ?? null, 2),
    replaces: outcomeOf(replaces, t),
  };
}

function outcomeOf(replaces: JudgeFigures["replaces"], t: Words): Cell {
  if (!replaces) return nothing;
  if (replaces.passes !== null) return t(`outcome.${replaces.passes ? "yes" : "no"}`);
  return muted(t("notEligible", { annotators: leastAnnotators, items: minItems }));
}
