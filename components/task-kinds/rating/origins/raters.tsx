import { getLocale, getTranslations } from "next-intl/server";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { FigureTable } from "#components/task-kinds/judged/figure-table.tsx";
import type { PartProps } from "#components/task-kinds/rating/origins/section.tsx";
import { inDigits } from "#lib/figures/written.ts";
import type { RaterFigures } from "#lib/metrics/ratings/rater-figures.ts";
import { resultsPersonPath } from "#lib/paths.ts";
import { writeView } from "#lib/study-results/schema.ts";
import type { TableColumn } from "#lib/study-results/kinds/judged/table.ts";
import { raterColumns, raterRow } from "#lib/study-results/kinds/rating/tables.ts";
import { wordWhy } from "#lib/study-results/kinds/rating/names.ts";
import { useLocale, useTranslations } from "next-intl";
import type { OriginPart } from "#lib/study-results/kinds/rating/origins.ts";

/** How raters differ, and how far they agree. */
export async function RatersFold(props: PartProps) {
  const t = await getTranslations("resultsRatings.origins.raters");
  const { part, id } = props;
  const { uncorrected } = part.figures.raters;
  const locale = await getLocale();
  return (
    <Fold id={`${id}-raters`} title={t("title")} note={t("note", { count: part.people.length })}>
      {uncorrected === null ? (
        <SeverityTable {...props} />
      ) : (
        <p className="measure">{t("uncorrected", { reason: wordWhy(uncorrected, locale) })}</p>
      )}
      <AgreementLines raters={part.figures.raters} count={part.people.length} />
      <RaterPairs part={part} numbers={part.people.map((at) => props.rows.people[at]?.number ?? 0)} />
    </Fold>
  );
}

async function SeverityTable({ rows, view, part }: PartProps) {
  const t = await getTranslations("resultsRatings.origins.raters");
  const found = (part.figures.raters.severity ?? []).map((effect, at) => ({
    ...effect,
    number: rows.people[part.people[at] ?? 0]?.number ?? 0,
  }));
  return (
    <>
      <p className="measure text-sm text-ink-muted">{t("explained")}</p>
      <FigureTable
        caption={t("caption", { track: part.track })}
        columns={raterColumns}
        rows={found
          .sort((a, b) => (b.effect ?? 0) - (a.effect ?? 0))
          .map((effect) => raterRow(effect, effect.number))}
        say={(key) => t(key as "rater")}
        own={(key, { id }) => {
          if (key !== "rater") return;
          const href = resultsPersonPath(rows.study.slug, Number(id), writeView(view));
          return { text: t("number", { number: Number(id) }), href };
        }}
      />
    </>
  );
}

async function AgreementLines({ raters: { icc, kappa }, count }: { raters: RaterFigures; count: number }) {
  const t = await getTranslations("resultsRatings.origins.raters");
  const locale = await getLocale();
  const told = (value: number | null) => (value === null ? "–" : inDigits(value, 2));
  const bounded = (value: number | null, low: number | null, high: number | null) =>
    low === null ? told(value) : `${told(value)} (${told(low)} … ${told(high)})`;
  return (
    <ul className="grid measure list-disc gap-1 pl-5">
      <li>
        {icc.icc21 === null
          ? t("noIcc", { reason: wordWhy(icc.reason, locale) })
          : t("icc", {
              single: bounded(icc.icc21, icc.icc21Low, icc.icc21High),
              mean: bounded(icc.icc2k, icc.icc2kLow, icc.icc2kHigh),
              k: count,
              reason: icc.reason === null ? "none" : wordWhy(icc.reason, locale),
            })}
      </li>
      <li>
        {kappa.value === null
          ? t("noKappa", { reason: wordWhy(kappa.reason, locale) })
          : t("kappa", {
              value: told(kappa.value),
              bounds: kappa.low === null ? "none" : `${told(kappa.low)} … ${told(kappa.high)}`,
              reason: wordWhy(kappa.reason, locale),
            })}
      </li>
    </ul>
  );
}

type Props = { part: OriginPart; numbers: readonly number[] };

/** Every two raters who have cases in common, while there are few enough of them. */
function RaterPairs({ part, numbers }: Props) {
  const t = useTranslations("resultsRatings.origins.raters");
  const locale = useLocale();
  const pairs = (part.figures.raters.pairs ?? []).filter(({ n }) => n > 0);
  if (pairs.length === 0) return null;
  const name = (place: number) => t("number", { number: numbers[place] ?? 0 });
  return (
    <FigureTable
      caption={t("pairs", { track: part.track })}
      columns={pairColumns}
      rows={pairs.map(({ first, second, n, kappa, reason }) => ({
        id: `${first} ${second}`,
        cells: {
          first: name(first),
          second: name(second),
          shared: n,
          kappa: { value: kappa, low: null, high: null, reason },
        },
      }))}
      say={(key) => t(key as "first")}
      why={(reason) => wordWhy(reason, locale)}
    />
  );
}

const pairColumns: readonly TableColumn[] = [
  { key: "first", kind: "text" },
  { key: "second", kind: "text" },
  { key: "shared", kind: "count" },
  { key: "kappa", kind: "number", screen: "pairKappa" },
];
