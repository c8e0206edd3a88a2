import { groupUnitOf } from "#lib/study-results/cluster-words.ts";
import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import { OpenFolds } from "#components/study-results/overview/open-folds.tsx";
import { AttributeLinks, RatersNote, FigureTable } from "#components/task-kinds/judged/tables.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { type View, writeView, minForClaim } from "#lib/study-results/schema.ts";
import { readBy, nameOrigin } from "#lib/study-results/kinds/origins.ts";
import {
  renderPart,
  type RatedPart,
  getOrigins,
  maxOrigins,
  type OriginPart,
  listRated,
} from "#lib/study-results/kinds/rating/results.ts";
import { useTranslations, type Locale } from "next-intl";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads, resultsPath, resultsPersonPath } from "#lib/paths.ts";
import { inDigits } from "#lib/figures/written.ts";
import {
  drawOrigins,
  maxDrawn,
  formatJudgeName,
  formatReason,
  drawJudged,
} from "#lib/study-results/kinds/rating/figures.ts";
import {
  pointCells,
  pointColumns,
  isShare,
  originColumns,
  originRow,
  amongPeople,
  judgeColumns,
  judgeRow,
  raterColumns,
  raterPairColumns,
  totalRow,
  raterRow,
} from "#lib/study-results/kinds/rating/tables.ts";
import { decimal, muted } from "#components/study-results/figure-cells.ts";
import {
  type TableRow,
  differenceRow,
  listDifferenceColumns,
} from "#lib/study-results/kinds/judged/table.ts";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";
import {
  falseDiscovery,
  readEpsilon,
  leastAnnotators,
  minItems,
} from "#lib/study-results/agreement/alternative.ts";
import { minDiffering } from "#lib/metrics/grouped/method-differences.ts";
import { maxCompared } from "#lib/metrics/ratings/rated-origins.ts";

/** Everything about one track on one scale that a part of the section needs. */
type PartProps = {
  rows: StudyRows;
  view: View;
  by: readonly string[];
  part: OriginPart;
  /** The same as programs and reports have it. */
  told: RatedPart;
  /** What tells this part from others in an address. */
  id: string;
  /** Which judge is drawn, by its place. */
  judge: number;
  locale: Locale;
};

/** What the address of a part asks for besides. */
function writeAsked({ view, by }: PartProps, asked: Readonly<Record<string, string>>): URLSearchParams {
  const query = writeView(view);
  for (const name of by) query.append("by", name);
  for (const [key, value] of Object.entries(asked)) query.set(key, value);
  return query;
}

/** What was rated, by where it comes from, and who judges it like people. */
export async function Origins({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsRatings.origins");
  const format = await getFormatter();
  const locale = await getLocale();
  const by = readBy(asked["by"], rows);
  const parts = await getOrigins(rows, view, by);
  const judge = Number(asked["judge"] ?? 0);
  return (
    <section aria-labelledby="origins" className="grid min-w-0 gap-4">
      <h2 id="origins" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="measure">
        {by.length === 0 ? t("noAttributes") : t("intro", { attributes: format.list(by) })}
      </p>
      <AttributeLinks rows={rows} view={view} by={by} anchor="origins" />
      {listRated(rows, view).map(({ track }, at) => {
        const part = parts[at];
        if (!part) return <p key={at}>{t("tooMany", { most: maxOrigins, track })}</p>;
        return (
          <Part
            key={at}
            rows={rows}
            view={view}
            by={by}
            part={part}
            told={renderPart(part)}
            judge={judge}
            id={`origins-${at + 1}`}
            locale={locale}
          />
        );
      })}
      <OpenFolds />
    </section>
  );
}

function Part(props: PartProps) {
  const { part } = props;
  return (
    <div className="grid min-w-0 gap-4 border-t border-line pt-4">
      <OriginBars {...props} />
      <OriginTable {...props} />
      <RatersNote raters={part.people.length} unit={groupUnitOf(props.rows)} />
      <OriginNotes {...props} />
      <div className="min-w-0 border-t border-line">
        <JudgesFold {...props} />
        <Comparisons {...props} />
        <RatersFold {...props} />
      </div>
    </div>
  );
}

/** How each origin was rated, in one look. */
function OriginBars(props: PartProps) {
  const { rows, part, told: written, id, locale } = props;
  const t = useTranslations("resultsRatings.origins");
  const { track, scale, figures, origins, counts } = part;
  const told = figures.table.origins.flatMap(({ people: { mean } }, at) =>
    counts[at]?.isClaimable && mean !== null ? [{ name: nameOrigin(origins[at] ?? [], locale), mean }] : [],
  );
  told.sort((a, b) => b.mean - a.mean);
  const [best, worst] = [told[0], told.at(-1)];
  const sentence = t("bars.sentence", {
    ratings: figures.all.people.n,
    cases: part.once,
    people: part.people.length,
    told: best && told.length > 1 ? "yes" : "no",
    best: best?.name ?? "",
    high: best ? inDigits(best.mean, 2) : "",
    worst: worst?.name ?? "",
    low: worst ? inDigits(worst.mean, 2) : "",
  });
  const more = origins.length > maxDrawn ? ` ${t("bars.drawn", { count: maxDrawn })}` : "";
  return (
    <FigureFrame
      id={id}
      level={3}
      title={t("part", { track, scale })}
      sentence={sentence + more}
      figure={drawOrigins(part, locale).figure}
      downloads={figureDownloads(rows.study.slug, "origins", writeAsked(props, { of: track, scale }))}
      room="wide"
      table={<PointsTable told={written} locale={locale} />}
    />
  );
}

function PointsTable({ told, locale }: Pick<PartProps, "told" | "locale">) {
  const t = useTranslations("resultsRatings.origins");
  return (
    <FigureTable
      caption={t("bars.table", { track: told.track })}
      columns={[{ key: "origin", kind: "name", atLeast: 32 }, ...pointColumns(told.points)]}
      rows={told.origins.map(({ values, points, n }, at) => ({
        id: String(at),
        cells: { origin: nameOrigin(values, locale), ...pointCells(points, n.ratings) },
      }))}
      say={(key) => t(`bars.${key as "origin"}`)}
    />
  );
}

/** A row an origin: what people said of it, and what every judge did of the same cases. */
function OriginTable({ rows, view, by, part, told, locale }: PartProps) {
  const t = useTranslations("resultsRatings.origins");
  const { origins } = told;
  const words = { all: t("all"), none: t("none") };
  const given = [...origins.map(({ judges }) => judges), part.figures.all.judges];
  /** Beside a judge's mean over fewer cases than the row has, over how many; an attribute that a case lacks is no name. */
  const own = (key: string, { id, cells }: TableRow) => {
    const [, kind, place] = /^(by|judge)-(\d+)$/.exec(key) ?? [];
    const at = Number(place);
    if (kind === "by" && (by.length === 0 || id === "all")) return at === 0 ? t("all") : "";
    if (kind === "by") return cells[`value-${at}`] === null ? muted(t("none")) : undefined;
    const value = cells[key];
    const [judge, { n: cases = 0 } = {}] = [
      told.judges[at],
      given[id === "all" ? origins.length : Number(id)]?.[at],
    ];
    if (kind !== "judge" || typeof value !== "number" || !judge || cases === cells["cases"]) return;
    return [decimal(value, isShare(judge) ? 1 : 2), { line: t("table.n", { n: cases }), isMuted: true }];
  };
  return (
    <FigureTable
      caption={t("table.caption", { track: told.track })}
      unit={groupUnitOf(rows)}
      columns={originColumns(told, {
        by,
        whole: "",
        judges: part.judges.map((judge) => formatJudgeName(judge, rows.runs, locale)),
        hasCorrected: part.figures.table.uncorrected === null,
      })}
      rows={origins.map((origin, at) => originRow(origin, told, { ...words, id: String(at) }))}
      totals={origins.length < 2 ? [] : [totalRow(told, part.figures.all.judges, { ...words, by })]}
      say={(key) => (key === "tooFew" ? t("tooFew") : t(`table.${key as "people"}`, { who: view.who }))}
      own={own}
    />
  );
}

/** What the numbers of the table are, and what nobody said of them. */
function OriginNotes({ part, locale }: PartProps) {
  const t = useTranslations("resultsRatings.origins.notes");
  const { judges, counts, figures, cases, once } = part;
  const { uncorrected } = figures.table;
  const hasOverlap = judges.some(({ run }) => run === null);
  const notes = [
    ...(counts.some(({ isClaimable }) => !isClaimable) ? [t("few", minForClaim)] : []),
    uncorrected === null ? t("corrected") : t("uncorrected", { reason: formatReason(uncorrected, locale) }),
    hasOverlap ? t("overlap", { tokens: t("tokens") }) : t("noOverlap"),
    ...(judges.some(({ kind, isShare }) => kind === "score" && isShare) ? [t("scores")] : []),
    ...(cases.length > once ? [t("ratedOnce", { cases: cases.length - once })] : []),
  ];
  return (
    <div className="grid measure gap-1 text-sm text-ink-muted">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

/** Whether what rates or measures says what people say, on the same cases. */
function JudgesFold(props: PartProps) {
  const t = useTranslations("resultsRatings.origins.judges");
  const { rows, part, id } = props;
  const { epsilon, isPlanned } = readEpsilon(rows);
  return (
    <Fold id={`${id}-judges`} title={t("title")} note={t("note", { count: part.judges.length })}>
      {part.judges.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <>
          <Scatter {...props} />
          <p className="measure text-sm text-ink-muted">
            {t("explained", { epsilon, planned: isPlanned ? "yes" : "no", rate: falseDiscovery })} {t("same")}
          </p>
        </>
      )}
    </Fold>
  );
}

function Scatter(props: PartProps) {
  const t = useTranslations("resultsRatings.origins.scatter");
  const { rows, view, part, id, locale } = props;
  const { slug } = rows.study;
  const at = part.judges[props.judge] ? props.judge : 0;
  const [judge, found] = [part.judges[at], part.figures.judges[at]];
  const made = drawJudged(part, at, { rows, view, locale });
  if (!judge || !found || !made) return null;
  const { n, spearman } = found.byCase;
  const name = formatJudgeName(judge, rows.runs, locale);
  return (
    <>
      {part.judges.length > 1 && (
        <TabLinks
          label={t("against")}
          look="pills"
          items={part.judges.map((one, place) => ({
            href: `${resultsPath(slug, "overview", writeAsked(props, { judge: String(place) }))}#${id}-judged`,
            label: formatJudgeName(one, rows.runs, locale),
            current: place === at,
          }))}
        />
      )}
      <FigureFrame
        id={`${id}-judged`}
        level={3}
        title={made.title}
        sentence={t("sentence", {
          n,
          who: view.who,
          judge: name,
          rho: spearman.value === null ? "none" : inDigits(spearman.value, 2),
          reason: formatReason(spearman.reason, locale),
        })}
        figure={made.figure}
        downloads={figureDownloads(
          slug,
          "judged",
          writeAsked(props, { judge: String(at), of: part.track, scale: part.scale }),
        )}
        isTableOpen
        table={<JudgesTable {...props} />}
      />
    </>
  );
}

/** A row a judge; people themselves come first, where they are held against each other. */
function JudgesTable({ rows, part, told, locale }: PartProps) {
  const t = useTranslations("resultsRatings.origins.judges");
  const words = {
    notStated: t("notStated"),
    replaces: (passes: boolean) => t(`outcome.${passes ? "yes" : "no"}`),
  };
  const own = (key: string, { id }: TableRow) => {
    const judge = told.judges[Number(id)];
    if (key === "judge") return id === "people" ? t("people") : undefined;
    if (key === "saw" && judge?.runId === null) return t("texts");
    if (key === "saw" && judge)
      return judge.context ? ({ quote: judge.context, as: "note" } as const) : muted(t("notStated"));
    return key === "replaces" && judge?.alternativeAnnotator?.passes === null
      ? muted(t("notEligible", { annotators: leastAnnotators, items: minItems }))
      : undefined;
  };
  return (
    <FigureTable
      caption={t("caption", { track: told.track })}
      columns={judgeColumns}
      rows={[
        amongPeople(told.raters, ""),
        ...told.judges.map((judge, at) => {
          const name = part.judges[at] ? formatJudgeName(part.judges[at], rows.runs, locale) : "";
          return judgeRow(judge, at, { ...words, judge: name });
        }),
      ]}
      say={(key) => t(key as "judge")}
      why={(reason) => formatReason(reason, locale)}
      own={own}
    />
  );
}

/** Whether people rate one origin higher than another, over the same groups. */
function Comparisons({ rows, told, id, locale }: PartProps) {
  const t = useTranslations("resultsRatings.origins.comparisons");
  const { comparisons, origins, track } = told;
  const pairs = (comparisons ?? []).toSorted((a, b) => (b.difference ?? 0) ** 2 - (a.difference ?? 0) ** 2);
  const name = (at: number) => nameOrigin(origins[at]?.values ?? [], locale);
  const why = (reason: string | null) => formatReason(reason, locale);
  return (
    <Fold
      id={`${id}-comparisons`}
      title={t("title")}
      note={pairs.length > 0 && t("note", { count: pairs.length })}
    >
      {pairs.length === 0 ? (
        <p className="text-ink-muted">{comparisons ? t("one") : t("tooMany", { most: maxCompared })}</p>
      ) : (
        <>
          <FigureTable
            caption={t("caption", { track })}
            unit={groupUnitOf(rows)}
            columns={listDifferenceColumns()}
            rows={pairs.map((pair) =>
              differenceRow(
                pair,
                {
                  id: `${pair.first} ${pair.second}`,
                  first: name(pair.first),
                  second: name(pair.second),
                },
                { ...(pair.holm === null && { holm: why(pair.reason) }) },
              ),
            )}
            say={(key) => t(key as "first")}
            why={why}
          />
          <p className="measure text-sm text-ink-muted">{t("explained", { least: minDiffering })}</p>
        </>
      )}
    </Fold>
  );
}

/** How raters differ, and how far they agree. */
function RatersFold(props: PartProps) {
  const t = useTranslations("resultsRatings.origins.raters");
  const { part, id, locale } = props;
  const { uncorrected } = part.figures.raters;
  return (
    <Fold id={`${id}-raters`} title={t("title")} note={t("note", { count: part.people.length })}>
      {uncorrected === null ? (
        <SeverityTable {...props} />
      ) : (
        <p className="measure">{t("uncorrected", { reason: formatReason(uncorrected, locale) })}</p>
      )}
      <AgreementLines {...props} />
      <RaterPairs {...props} />
    </Fold>
  );
}

function SeverityTable({ rows, view, part }: PartProps) {
  const t = useTranslations("resultsRatings.origins.raters");
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

function AgreementLines({ part, locale }: PartProps) {
  const t = useTranslations("resultsRatings.origins.raters");
  const { icc, kappa } = part.figures.raters;
  const told = (value: number | null) => (value === null ? "–" : inDigits(value, 2));
  const bounded = (value: number | null, low: number | null, high: number | null) =>
    low === null ? told(value) : `${told(value)} (${told(low)} … ${told(high)})`;
  return (
    <ul className="grid measure list-disc gap-1 pl-5">
      <li>
        {icc.icc21 === null
          ? t("noIcc", { reason: formatReason(icc.reason, locale) })
          : t("icc", {
              single: bounded(icc.icc21, icc.icc21Low, icc.icc21High),
              mean: bounded(icc.icc2k, icc.icc2kLow, icc.icc2kHigh),
              k: part.people.length,
              cases: icc.cases,
              reason: icc.reason === null ? "none" : formatReason(icc.reason, locale),
            })}
      </li>
      <li>
        {kappa.value === null
          ? t("noKappa", { reason: formatReason(kappa.reason, locale) })
          : t("kappa", {
              value: told(kappa.value),
              bounds: kappa.low === null ? "none" : `${told(kappa.low)} … ${told(kappa.high)}`,
              reason: formatReason(kappa.reason, locale),
            })}
      </li>
    </ul>
  );
}

/** Every two raters who have cases in common, while there are few enough of them. */
function RaterPairs({ rows, part, locale }: PartProps) {
  const t = useTranslations("resultsRatings.origins.raters");
  const pairs = (part.figures.raters.pairs ?? []).filter(({ n }) => n > 0);
  if (pairs.length === 0) return null;
  const name = (place: number) => t("number", { number: rows.people[part.people[place] ?? 0]?.number ?? 0 });
  return (
    <FigureTable
      caption={t("pairs", { track: part.track })}
      columns={raterPairColumns}
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
      why={(reason) => formatReason(reason, locale)}
    />
  );
}
