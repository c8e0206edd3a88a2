import { formatClusters } from "#lib/study-results/cluster-words.ts";
import { figureDownloads } from "#lib/paths.ts";
import { useFormatter, useTranslations, type Locale } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { AttributeLinks, FigureTable, RatersNote } from "#components/task-kinds/judged/tables.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { readBy, nameOrigin } from "#lib/study-results/kinds/origins.ts";
import { differenceRow, listDifferenceColumns } from "#lib/study-results/kinds/judged/table.ts";
import {
  chooseParts,
  drawCodeShares,
  drawLabels,
  drawShares,
  listDivisions,
  listOrigins,
} from "#lib/study-results/kinds/label/figures.ts";
import {
  computeLabels,
  maxOrigins,
  type Division,
  type LabelledCases,
  type Side,
} from "#lib/study-results/kinds/label/shares.ts";
import {
  agreementColumns,
  agreementRow,
  allCases,
  joinBy,
  kappaColumns,
  kappaRow,
  listParts,
  shareColumns,
  shareRows,
  type Part,
} from "#lib/study-results/kinds/label/tables.ts";
import { minForClaim, writeView, type Population } from "#lib/study-results/schema.ts";
import { isMany, specOf } from "#lib/task-kinds/label/spec.ts";

/** What is said both of labels and of codes, each in its own words: the keys are the same. */
const wordsOf = ({ spec }: Pick<LabelledCases, "spec">) => spec.words.results as "resultsLabels";

type LabelledProps = { labelled: LabelledCases; who: Population };

const nameJudge = ({ model, method }: NonNullable<Side["run"]>) => `${model} ${method}`.trim();

function useLabelNames({ labels }: LabelledCases): string[] {
  const t = useTranslations("resultsCodes");
  return labels.map((name) => name ?? t("none"));
}

type ShareProps = LabelledProps & {
  caption: string;
  /** Where a heading says the same. */
  hideCaption?: boolean;
  /** By which the parts are told apart. */
  attribute?: string | null;
  parts: readonly Part[];
};

/** What share each label has, with its interval; where there is too little of it, how often it was given alone. */
function ShareTable({ labelled, who, attribute = null, parts, ...props }: ShareProps) {
  const t = useTranslations(wordsOf(labelled));
  const headings = useLabelNames(labelled).map((label) => t("share", { label }));
  return (
    <FigureTable
      {...props}
      unit={labelled.unit}
      columns={shareColumns(headings, attribute)}
      rows={shareRows(parts, {
        nameSide: ({ run }) => (run ? nameJudge(run) : t("who", { who })),
        count: (count, n) => (n === 0 ? null : t("count", { count, n })),
      })}
      say={(key) => t(key as "givenBy")}
    />
  );
}

/** Why a figure of agreement, or its interval, isn't there. */
function useReasons(labelled: LabelledCases) {
  const t = useTranslations(wordsOf(labelled));
  return (reason: string | null) => {
    const key = `reasons.${reason}` as "reasons.other";
    return t(t.has(key) ? key : "reasons.other");
  };
}

/** How far people, and each judge and one person, agree over all labels. */
function AgreementTable({ labelled }: Pick<LabelledProps, "labelled">) {
  const t = useTranslations("resultsLabels");
  const why = useReasons(labelled);
  const [agreed] = labelled.agreement;
  if (!agreed) return null;
  const kappas = [agreed.kappa, ...agreed.ofJudges];
  return (
    <FigureTable
      caption={t("agreement", { set: labelled.set })}
      columns={kappaColumns}
      rows={[
        kappaRow(agreed.alpha, { id: "alpha", name: t("alpha") }),
        kappaRow(agreed.pairwise, { id: "pairwise", name: t("pairwise") }),
        ...kappas.map((kappa, at) => {
          const run = labelled.overall[at]?.run;
          const name = run ? t("kappaOfJudge", { judge: nameJudge(run) }) : t("kappaOfPeople");
          return kappaRow(kappa, { id: String(at), name });
        }),
      ]}
      say={(key) => t(key as "value")}
      why={why}
    />
  );
}

/** Of each code, how far people agree that it is there, and how far a judge agrees with one of them. */
function CodeAgreementTable({ labelled }: Pick<LabelledProps, "labelled">) {
  const t = useTranslations("resultsCodes");
  const names = useLabelNames(labelled);
  const why = useReasons(labelled);
  const judges = labelled.overall.flatMap(({ run }) =>
    run ? [t("agreement.kappaOfJudge", { judge: nameJudge(run) })] : [],
  );
  return (
    <FigureTable
      caption={t("agreement.title")}
      columns={agreementColumns(judges)}
      rows={labelled.agreement.map((one, at) =>
        agreementRow(one, labelled.labels[at] ?? null, names[at] ?? ""),
      )}
      say={(key) => (key === "code" ? t("code") : t(`agreement.${key as "kappa"}`))}
      why={why}
    />
  );
}

type ComparisonProps = { labelled: LabelledCases; division: Division; locale: Locale };

/** Whether people gave a label more often for one origin than for another. */
function Comparisons({ labelled, division, locale }: ComparisonProps) {
  const t = useTranslations(`${wordsOf(labelled)}.comparisons`);
  const names = useLabelNames(labelled);
  const { values, comparisons } = division;
  const [attribute = ""] = division.by;
  if (!values || values.length < 2 || comparisons?.length === 0) return null;
  if (!comparisons) return <p>{t("tooMany", { attribute })}</p>;
  const name = (place: number) => nameOrigin(values[place]?.origin ?? [], locale);
  return (
    <div className="grid min-w-0 gap-2">
      <FigureTable
        caption={t("title", { attribute })}
        unit={labelled.unit}
        columns={[{ key: "label", kind: "name", atLeast: 32 }, ...listDifferenceColumns({ kind: "points" })]}
        rows={comparisons.map((pair) =>
          differenceRow(pair, {
            id: `${pair.label} ${pair.first} ${pair.second}`,
            label: names[pair.label] ?? "",
            first: name(pair.first),
            second: name(pair.second),
          }),
        )}
        say={(key) => (isMany(labelled.spec) && key === "first" ? attribute : t(key as "first"))}
      />
      <p className="measure text-sm text-ink-muted">
        {t("note", { two: names.length === 2 ? "yes" : "no" })}
      </p>
    </div>
  );
}

type SetProps = OwnOverviewProps & { labelled: LabelledCases; locale: Locale; id: string };

/** How often each label was given, by people and by every judge, over all cases and by what is noted of them. */
export async function Labels({ rows, view, asked }: OwnOverviewProps) {
  const spec = specOf(rows.kind);
  const many = isMany(spec);
  const t = await getTranslations(wordsOf({ spec }));
  const by = many ? [] : readBy(asked["by"], rows);
  const sets = computeLabels(rows, view, by);
  const shared = { rows, view, asked, locale: await getLocale() };
  if (sets.length === 0) return null;
  const OneSet = many ? CodeBook : SetOfLabels;
  return (
    <section aria-labelledby="labels" className="grid min-w-0 gap-4">
      <h2 id="labels" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="measure">{t("intro")}</p>
      {!many && <AttributeLinks rows={rows} view={view} by={by} anchor="labels" />}
      {sets.map((labelled, at) => (
        <div key={labelled.set} className="grid min-w-0 gap-4 border-t border-line pt-4">
          <OneSet {...shared} labelled={labelled} id={`${spec.words.reports}-${at + 1}`} />
        </div>
      ))}
      <p className="measure text-sm text-ink-muted">{t("note", minForClaim)}</p>
    </section>
  );
}

function SetOfLabels(props: SetProps) {
  const t = useTranslations("resultsLabels");
  const { labelled, locale } = props;
  const { byOrigin } = labelled;
  return (
    <>
      <SharesFigure {...props} />
      <RatersNote raters={labelled.overall[0]?.people ?? 0} unit={labelled.unit} />
      <AgreementTable labelled={labelled} />
      <ErrorTypes labelled={labelled} />
      <LabelsFigure {...props} />
      {byOrigin?.values === null && <p>{t("tooManyOrigins", { most: maxOrigins })}</p>}
      <DivisionTables {...props} />
      {byOrigin && <Comparisons labelled={labelled} division={byOrigin} locale={locale} />}
    </>
  );
}

/** A table of shares by everything that tells cases apart, unless it stands elsewhere. */
function DivisionTables({ labelled, view, locale, drawn }: SetProps & { drawn?: string | null }) {
  const t = useTranslations(wordsOf(labelled));
  return listDivisions(labelled).map((division) => {
    const attribute = joinBy(division.by);
    return (
      attribute !== drawn && (
        <ShareTable
          key={attribute}
          caption={t("by", { attribute })}
          labelled={labelled}
          who={view.who}
          attribute={attribute}
          parts={listParts(division, locale)}
        />
      )
    );
  });
}

function ErrorTypes({ labelled: { errors } }: Pick<SetProps, "labelled">) {
  const t = useTranslations("resultsLabels");
  const format = useFormatter();
  if (!errors || errors.asked === 0) return null;
  const list = format.list(errors.counts.map(({ type, count }) => t("errorType", { type, count })));
  return <p className="measure">{t("errors", { asked: errors.asked, list })}</p>;
}

function downloadsOf({ rows, view, labelled }: SetProps, name: string) {
  const query = writeView(view);
  for (const one of labelled.byOrigin?.by ?? []) query.append("by", one);
  query.set("set", labelled.set);
  return figureDownloads(rows.study.slug, name, query);
}

const drawnOf = ({ rows, view, locale }: SetProps) => ({ rows, who: view.who, locale });

/** How often one label was given, with intervals. */
function SharesFigure(props: SetProps) {
  const t = useTranslations("resultsLabels");
  const { labelled, view, id } = props;
  const { labels, mainLabel, set } = labelled;
  const [people] = labelled.overall;
  const share = people?.shares[mainLabel];
  if (!people || !share) return null;
  const range = share.low === null || share.high === null ? null : inRange(share.low, share.high);
  return (
    <FigureFrame
      id={id}
      level={3}
      title={t("set", { set })}
      sentence={t("forest.sentence", {
        told: people.isClaimable ? "yes" : "no",
        who: view.who,
        label: labels[mainLabel] ?? "",
        n: people.n,
        cases: people.cases,
        groups: formatClusters(people.groups, labelled.unit, props.locale),
        people: people.people,
        share: inPercent(share.mean ?? 0),
        interval: range === null ? t("forest.noRange") : t("forest.range", { range }),
      })}
      figure={drawShares(labelled, mainLabel, drawnOf(props)).figure}
      downloads={downloadsOf(props, "label-shares")}
      room="wide"
      table={
        <ShareTable
          caption={t("set", { set })}
          hideCaption
          labelled={labelled}
          who={view.who}
          parts={[allCases(labelled)]}
        />
      }
      isTableOpen
    />
  );
}

/** All labels in one look, by where cases come from. */
function LabelsFigure(props: SetProps) {
  const t = useTranslations("resultsLabels");
  const { labelled, view, locale, id } = props;
  const origins = listOrigins(labelled, locale);
  return (
    <FigureFrame
      id={`${id}-bars`}
      level={3}
      title={t("bars.title")}
      sentence={t("bars.sentence")}
      figure={drawLabels(labelled, drawnOf(props)).figure}
      downloads={downloadsOf(props, "labels")}
      room="wide"
      table={
        <ShareTable
          caption={t("bars.title")}
          hideCaption
          labelled={labelled}
          who={view.who}
          attribute={t("bars.origin")}
          parts={[
            allCases(labelled),
            ...origins.map((origin) => ({ ...origin, sides: origin.sides.slice(0, 1) })),
          ]}
        />
      }
    />
  );
}

/** In which share of cases each code was found, by what wrote them, by people and by every judge; and how far they agree. */
function CodeBook(props: SetProps) {
  const t = useTranslations("resultsCodes");
  const { labelled, rows, view, asked, locale, id } = props;
  const [people] = labelled.overall;
  if (!people) return null;
  const { n, people: raters, cases, groups } = people;
  const by = typeof asked["by"] === "string" ? asked["by"] : null;
  const { title, figure } = drawCodeShares(labelled, drawnOf(props), by);
  const { attribute, parts } = chooseParts(labelled, by, locale);
  const address = writeView(view);
  address.set("book", labelled.set);
  if (attribute !== null) address.set("by", attribute);
  const given = { labelled, who: view.who };
  return (
    <>
      <h3 className="font-medium">{t("set", { set: labelled.set })}</h3>
      <FigureFrame
        id={id}
        title={title}
        sentence={t("sentence", {
          n,
          people: raters,
          cases,
          groups: formatClusters(groups, labelled.unit, locale),
          who: view.who,
        })}
        figure={figure}
        downloads={figureDownloads(rows.study.slug, "codes", address)}
        room="wide"
        table={<ShareTable {...given} attribute={attribute} parts={parts} caption={title} hideCaption />}
      />
      <RatersNote raters={raters} unit={labelled.unit} />
      <ShareTable {...given} caption={t("overall")} parts={[allCases(labelled)]} />
      <DivisionTables {...props} drawn={attribute} />
      {labelled.byAttribute.map((division) => (
        <Comparisons key={joinBy(division.by)} labelled={labelled} division={division} locale={locale} />
      ))}
      <CodeAgreementTable labelled={labelled} />
    </>
  );
}
