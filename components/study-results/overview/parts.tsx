import { getTranslations } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { TracksFigure } from "#components/study-results/overview/tracks-figure.tsx";
import {
  modelNamed,
  withheld,
  drawFigure,
  withInterval,
  percent,
} from "#components/study-results/figure-cells.ts";
import { type Cell, draw } from "#components/ui/table/cell.tsx";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { getParts } from "#lib/results/measures.ts";
import type { ResultCell } from "#lib/results/table.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type CountedStratum, type View, type Population } from "#lib/study-results/schema.ts";
import type { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import type { ReactNode } from "react";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import type { Interval, Points } from "#lib/study-results/overview/types.ts";
import {
  compareWithModel,
  compareVariants,
  type VariantComparison,
  type ComparedVariant,
} from "#lib/study-results/overview/variants.ts";

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
      {kind === "tracks" && <TracksFigure rows={rows} view={view} />}
      <Table caption={t(kind)} isTight columns={listed} rows={told} />
      <EmptyColumns columns={listed} rows={told} />
    </Fold>
  );
}

type VariantsListProps = { rows: StudyRows; view: View };
type VariantsWords = ReturnType<typeof useTranslations<"resultsOverview.variants">>;
type VariantFigures = { points: Points; compared: VariantComparison };

/** The headline with and without whatever a reader may doubt: only where that makes a difference. */
export async function VariantsList({ rows, view }: VariantsListProps) {
  const t = await getTranslations("resultsOverview.variants");
  const overview = computeOverview(rows, view);
  const variants = compareVariants(rows, view).filter(({ differs }) => differs);
  const strata: (VariantFigures & { name: CountedStratum; view: View })[] = [];
  for (const { name, points } of overview.strata) {
    if (name === view.stratum) continue;
    const other = { ...view, stratum: name };
    strata.push({ name, view: other, points, compared: compareWithModel(rows, other, points) });
  }
  if (variants.length + strata.length === 0) return null;
  const countOf = ({ key, points }: ComparedVariant) => {
    const unit = { excluded: "people", known: "answers", reported: "cases" } as const;
    return Math.abs(points.people.n[unit[key]] - overview.people.n[unit[key]]);
  };
  const items = [
    ...variants.map((variant) => ({
      id: variant.key,
      name: t(`${variant.key}.${variant.turned}`, { count: countOf(variant) }),
      view: variant.view,
      points: variant.points,
      compared: variant as VariantComparison,
    })),
    ...strata.map(({ name, ...rest }) => ({ id: name, name: t(`stratum.${name}`), ...rest })),
  ];
  return (
    <Fold id="variants" title={t("title")} note={noteOn(t, items)}>
      <ul role="list" className="grid gap-1">
        {items.map(({ id, name, view: other, ...told }) => (
          <li key={id} id={`variant-${id}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{name}:</span>
            <span>{formatFigures(t, told, view.who)}</span>
            <Link
              href={resultsPath(rows.study.slug, "overview", writeView(other))}
              aria-label={t("showLabel", { name })}
              className="target no-print inline-flex items-center text-accent underline"
            >
              {t("show")}
            </Link>
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** Between which shares people come to lie. */
function noteOn(t: VariantsWords, told: readonly VariantFigures[]): string | null {
  const shares = told.flatMap(({ points: { people } }) =>
    people.isClaimable && people.accuracy !== null ? [inPercent(people.accuracy)] : [],
  );
  const sorted = shares.toSorted((a, b) => Number(a) - Number(b));
  const [from, to] = [sorted[0], sorted.at(-1)];
  return from && to ? t("note", { count: new Set(sorted).size, from, to }) : null;
}

/** What there is to say of people and the model beside them among these answers. */
function formatFigures(t: VariantsWords, { points, compared }: VariantFigures, who: Population): ReactNode {
  const { n, accuracy, isClaimable } = points.people;
  if (!isClaimable) return t("peopleTooFew", { answers: n.answers, cases: n.cases });
  const share = (value: number | null) => () => draw(percent(value));
  const range = ({ low, high }: Interval) => (low === null || high === null ? "–" : inRange(low, high));
  const { beside } = compared;
  return (
    <>
      {t.rich("people", { who, share: share(accuracy), range: range(compared.people), answers: n.answers })};{" "}
      {beside?.interval
        ? t.rich("beside", {
            chosen: beside.chosen,
            name: beside.model.model,
            share: share(beside.model.top1),
            range: range(beside.interval),
          })
        : t("nobody")}
    </>
  );
}
