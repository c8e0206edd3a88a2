import { getTranslations } from "next-intl/server";
import { muted, points, probability } from "#components/study-results/figure-cells.ts";
import { tellName, type Given } from "#components/study-results/overview/model-rows.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { inPointsOf, range } from "#components/study-results/ranges.ts";
import { Table, type TableRow } from "#components/ui/table/table.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { looksOf } from "#lib/study-results/interim-policy.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { isGapTold, type ModelPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };
type Block = {
  of: "gap" | "vote";
  columns: readonly string[];
  tell: (model: ModelPoints) => TableRow["cells"];
};

/** A table for each comparison: the difference, its interval, and the test of this very difference. */
export async function Comparisons({ rows, view }: Props) {
  const t = await getTranslations("resultsOverview");
  const given = { t, marks: await getTranslations("resultsApart.badge"), rows, view };
  const tested = getPoints(rows, view).models.filter(({ isTested }) => isTested);
  const margin = rows.study.design.claims?.margin ?? null;
  const looks = looksOf(rows, view.who);
  const blocks: Block[] = [
    {
      of: "gap",
      columns: [
        "n",
        "difference",
        "interval",
        "p",
        "holm",
        ...(margin === null ? [] : ["noWorse", "equivalence"]),
      ],
      tell: (model) => tellGap(given, model),
    },
    {
      of: "vote",
      columns: ["cases", "pairs", "difference", "interval", "p", "midP", "holm"],
      tell: (model) => tellVote(given, model),
    },
  ];
  if (tested.length === 0) return <p>{t("comparisons.empty")}</p>;
  return blocks.map(({ of, columns, tell }) => {
    const title = t(`comparisons.${of}.title`, { who: view.who });
    const label = (key: string) =>
      key === "pairs"
        ? t("comparisons.pairsLabel")
        : t(`comparisons.${key as "difference"}`, { margin: inPercent(margin ?? 0) } as never);
    return (
      <Fold
        key={of}
        id={of === "gap" ? "differences" : "consensus"}
        title={title}
        note={t("comparisons.note", { models: tested.length })}
        isWide
      >
        <p className="measure text-sm text-ink-muted">
          {looks === "one"
            ? t(`comparisons.${of}.about`, { who: view.who })
            : t("comparisons.atLooks", { who: view.who, looks })}
        </p>
        <Table
          caption={title}
          isTight
          columns={[
            { key: "name", label: t("table.name"), atLeast: 36 },
            ...columns.map((key) => ({ key, label: label(key), numeric: true })),
          ]}
          rows={tested.map((model) => ({
            id: String(model.runId),
            cells: { name: tellName(given, model), ...tell(model) },
          }))}
        />
      </Fold>
    );
  });
}

function tellGap({ t, rows, view }: Given, model: ModelPoints): TableRow["cells"] {
  const gap = getIntervals(rows, view).gaps.get(model.runId);
  const n = model.gap.answers;
  if (!gap || !isGapTold(model)) return { n, difference: muted(t("comparisons.tooFew", { n })) };
  return {
    n,
    difference: points(gap.value),
    interval: range(gap.interval, inPointsOf(t)),
    p: probability(gap.p),
    holm: probability(gap.holm),
    noWorse: probability(gap.equivalence?.pNoWorse ?? null),
    equivalence: probability(gap.equivalence?.pEquivalent ?? null),
  };
}

function tellVote({ t, rows, view }: Given, model: ModelPoints): TableRow["cells"] {
  const vote = getIntervals(rows, view).votes.get(model.runId);
  const { cases, onlyPeople, onlyModel } = model.vote;
  if (!vote || !isGapTold(model)) return { cases, difference: muted(t("comparisons.tooFew", { n: cases })) };
  return {
    cases,
    pairs: t("comparisons.pairs", { onlyPeople, onlyModel }),
    difference: points(vote.value),
    interval: range(vote.interval, inPointsOf(t)),
    p: probability(vote.p),
    midP: probability(vote.midP),
    holm: probability(vote.holm),
  };
}
