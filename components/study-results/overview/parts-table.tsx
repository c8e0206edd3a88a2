import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { modelNamed } from "#components/study-results/figure-cells.ts";
import { withheld } from "#components/study-results/ranges.ts";
import { drawFigure, withInterval } from "#components/study-results/result-cells.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { getParts } from "#lib/results/measures.ts";
import type { ResultCell } from "#lib/results/table.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type CountedStratum, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View };

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

/** The same by track and by stratum. */
export const Parts = (props: Props) => (
  <>
    <PartsTable {...props} kind="tracks" group="track" />
    <PartsTable {...props} kind="strata" group="stratum" />
  </>
);

/** People and the model beside them on each part of the cases; where there is too little of it, the counts alone. */
async function PartsTable({
  rows,
  view,
  kind,
  group,
}: Props & { kind: "tracks" | "strata"; group: "track" | "stratum" }) {
  const table = getParts(rows, view);
  const parts = table.rows.filter((row) => row.group === group);
  if (parts.length === 0) return null;
  const t = await getTranslations("resultsOverview.parts");
  const nameOf = (name: string) => (kind === "strata" ? t(name as CountedStratum) : name);
  const beneath = table.looks === "one" ? "interval" : "intervalAtLooks";
  const chosen = parts[0]?.subject.beside?.chosen ?? "after_looking";
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
  const share = (cell?: ResultCell, right?: ResultCell, n?: ResultCell): Cell => {
    const tooFew = n && withheld(t("tooFew", { right: right?.value ?? 0, n: n.value ?? 0 }));
    return drawFigure(table.columns.share, cell, { tooFew });
  };
  const told = parts.map(({ subject: { name, view: own, beside }, cells }) => ({
    id: name,
    cells: {
      name: {
        text: nameOf(name),
        isName: true,
        href: resultsPath(rows.study.slug, "overview", writeView(own)),
      },
      answers: cells.answers?.value,
      cases: cells.cases?.value,
      participants: cells.people?.value,
      share: withInterval(share(cells.share, cells.right, cells.answers), cells.share),
      consensus: share(cells.consensus),
      chance: share(cells.chance),
      model: beside && modelNamed(beside.model.model),
      modelShare: withInterval(share(cells.modelShare, cells.modelRight, cells.modelN), cells.modelShare),
    },
  }));
  return (
    <Fold
      id={kind}
      title={t(kind)}
      note={parts.map(({ subject }) => nameOf(subject.name)).join(" · ")}
      isWide
    >
      <Table caption={t(kind)} isTight columns={listed} rows={told} />
      <EmptyColumns columns={listed} rows={told} />
    </Fold>
  );
}
