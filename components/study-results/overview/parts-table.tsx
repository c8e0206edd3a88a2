import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { modelNamed, percent } from "#components/study-results/figure-cells.ts";
import { range, withheld } from "#components/study-results/ranges.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { findBeside, type Interval, type PartPoints } from "#lib/study-results/overview/types.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { leastForClaim, writeView, type CountedStratum, type View } from "#lib/study-results/schema.ts";
import { compareBeside } from "#lib/study-results/overview/variants.ts";

type Props = {
  rows: StudyRows;
  view: View;
  kind: "tracks" | "strata";
  parts: readonly PartPoints[];
  viewOf: (name: string) => View;
};

const columns = [
  "answers",
  "cases",
  "participants",
  "share",
  "consensus",
  "chance",
  "model",
  "modelShare",
] as const;

/** People and the model beside them on each part of the cases; where there is too little of it, the counts alone. */
export async function PartsTable({ rows, view, kind, parts, viewOf }: Props) {
  if (parts.length === 0) return null;
  const t = await getTranslations("resultsOverview.parts");
  const nameOf = (name: string) => (kind === "strata" ? t(name as CountedStratum) : name);
  const beneath = getIntervals(rows, view).isLook ? "intervalAtLooks" : "interval";
  const tooFew = (right: number, n: number) => withheld(t("tooFew", { right, n }));
  const chosen =
    findBeside(rows.study.comparatorRunId, parts[0]?.points.models ?? [])?.chosen ?? "after_looking";
  const label = (key: (typeof columns)[number]): Cell => {
    const text = t(key, { who: view.who, chosen });
    if (key !== "share" && key !== "modelShare") return text;
    return [text, { line: t(key === "share" ? beneath : "interval"), isMuted: true }];
  };
  const listed: LinkedColumn[] = [
    { key: "name", label: t(kind === "tracks" ? "name" : "stratum"), atLeast: 32 },
    ...columns.map((key): LinkedColumn => ({
      key,
      label: label(key),
      ...(key === "model" ? { atLeast: 36 } : { numeric: true }),
      mayGo: true,
    })),
  ];
  const told = parts.map(({ name, points }) => {
    const { people, consensus, chance } = points;
    const { n, right, accuracy, isClaimable } = people;
    const compared = compareBeside(rows, viewOf(name), points);
    const beside = compared.beside?.model;
    return {
      id: name,
      cells: {
        name: {
          text: nameOf(name),
          isName: true,
          href: resultsPath(rows.study.slug, "overview", writeView(viewOf(name))),
        },
        answers: n.answers,
        cases: n.cases,
        participants: n.people,
        share: isClaimable ? withInterval(accuracy, compared.people) : tooFew(right, n.answers),
        consensus: isClaimable && percent(consensus.accuracy),
        chance: percent(chance),
        model: beside && modelNamed(beside.model),
        modelShare:
          beside &&
          (beside.answered >= leastForClaim.cases
            ? withInterval(beside.top1, compared.beside?.interval)
            : tooFew(beside.right ?? 0, beside.answered)),
      },
    };
  });
  return (
    <Fold id={kind} title={t(kind)} note={parts.map(({ name }) => nameOf(name)).join(" · ")} isWide>
      <Table caption={t(kind)} isTight columns={listed} rows={told} />
      <EmptyColumns columns={listed} rows={told} />
    </Fold>
  );
}

const withInterval = (share: number | null, interval: Interval | null | undefined): Cell => [
  percent(share),
  { line: range(interval), isMuted: true },
];
