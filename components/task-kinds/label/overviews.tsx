import { getFormatter, getLocale, getTranslations } from "next-intl/server";
import type { Locale } from "next-intl";
import type { ReactNode } from "react";
import { FigureFrame } from "#components/charts/figure-frame.tsx";
import { figureDownloads } from "#components/study-results/people/downloads.ts";
import { AttributeLinks } from "#components/task-kinds/attribute-links.tsx";
import type { OwnOverviewProps } from "#components/task-kinds/kind.ts";
import {
  AgreementTable,
  CodeAgreementTable,
  Comparisons,
  ShareTable,
} from "#components/task-kinds/label/tables.tsx";
import { RatersNote } from "#components/task-kinds/raters-note.tsx";
import { inPercent, inRange } from "#lib/figures/written.ts";
import { minForClaim, writeView } from "#lib/study-results/schema.ts";
import { readBy } from "#lib/study-results/kinds/asked-attributes.ts";
import {
  chooseDivision,
  drawCodeShares,
  drawLabels,
  drawShares,
  joinBy,
  listDivisions,
} from "#lib/study-results/kinds/label/figures.ts";
import { describeLabels, maxOrigins, type LabelledCases } from "#lib/study-results/kinds/label/shares.ts";
import { nameOrigin } from "#lib/study-results/kinds/origins.ts";

type SetProps = Pick<OwnOverviewProps, "rows" | "view"> & {
  labelled: LabelledCases;
  locale: Locale;
  id: string;
};

/** How often each label was given, by people and by every judge, over all cases and by what is noted of them. */
export async function Labels({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsLabels");
  const locale = await getLocale();
  const by = readBy(asked["by"], rows);
  const sets = describeLabels(rows, view, by);
  if (sets.length === 0) return null;
  return (
    <section aria-labelledby="labels" className="grid min-w-0 gap-4">
      <h2 id="labels" className="text-lg font-semibold">
        {t("title")}
      </h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      <AttributeLinks rows={rows} view={view} by={by} anchor="labels" />
      {sets.map((labelled, at) => (
        <SetOfLabels
          key={labelled.set}
          labelled={labelled}
          rows={rows}
          view={view}
          locale={locale}
          id={`labels-${at + 1}`}
        />
      ))}
      <p className="measure text-sm text-ink-muted">{t("note", minForClaim)}</p>
    </section>
  );
}

async function SetOfLabels(props: SetProps): Promise<ReactNode> {
  const t = await getTranslations("resultsLabels");
  const { labelled, view, locale } = props;
  const { byOrigin } = labelled;
  const { who } = view;
  return (
    <div className="grid min-w-0 gap-4 border-t border-line pt-4">
      <SharesFigure {...props} />
      <RatersNote raters={labelled.overall[0]?.people ?? 0} />
      <AgreementTable labelled={labelled} who={who} />
      <ErrorTypes labelled={labelled} />
      <LabelsFigure {...props} />
      {byOrigin?.values === null && <p>{t("tooManyOrigins", { most: maxOrigins })}</p>}
      {listDivisions(labelled).map(({ by, values }) => (
        <div key={joinBy(by)} className="grid min-w-0 gap-2">
          <h4 className="font-medium">{t("by", { attribute: joinBy(by) })}</h4>
          <ShareTable
            caption={t("by", { attribute: joinBy(by) })}
            hideCaption
            labelled={labelled}
            who={who}
            attribute={joinBy(by)}
            values={(values ?? []).map(({ origin, sides }) => ({ value: nameOrigin(origin, locale), sides }))}
          />
        </div>
      ))}
      {byOrigin && <Comparisons labelled={labelled} division={byOrigin} locale={locale} />}
    </div>
  );
}

async function ErrorTypes({ labelled: { errors } }: Pick<SetProps, "labelled">) {
  const t = await getTranslations("resultsLabels");
  const format = await getFormatter();
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
async function SharesFigure(props: SetProps) {
  const t = await getTranslations("resultsLabels");
  const { labelled, view, id } = props;
  const { overall, labels, mainLabel, set } = labelled;
  const [people] = overall;
  const share = people?.shares[mainLabel];
  if (!people || !share) return null;
  const { n, cases, groups, people: raters, isClaimable } = people;
  const range = share.low === null || share.high === null ? null : inRange(share.low, share.high);
  return (
    <FigureFrame
      id={id}
      level={3}
      title={t("set", { set })}
      sentence={t("forest.sentence", {
        told: isClaimable ? "yes" : "no",
        who: view.who,
        label: labels[mainLabel] ?? "",
        n,
        cases,
        groups,
        people: raters,
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
          values={[{ value: null, sides: overall }]}
        />
      }
      isTableOpen
    />
  );
}

/** All labels in one look, by where cases come from. */
async function LabelsFigure(props: SetProps) {
  const t = await getTranslations("resultsLabels");
  const { labelled, view, locale, id } = props;
  const { overall, byOrigin } = labelled;
  const origins = byOrigin && byOrigin.by.length > 0 ? (byOrigin.values ?? []) : [];
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
          values={[
            { value: null, sides: overall },
            ...origins.map(({ origin, sides }) => ({
              value: nameOrigin(origin, locale),
              sides: sides.slice(0, 1),
            })),
          ]}
        />
      }
    />
  );
}

/** In which share of cases each code was found, by what wrote them, by people and by every judge; and how far they agree. */
export async function Codes({ rows, view, asked }: OwnOverviewProps) {
  const t = await getTranslations("resultsCodes");
  const books = describeLabels(rows, view, []);
  if (books.length === 0) return null;
  const by = typeof asked["by"] === "string" ? asked["by"] : null;
  return (
    <section className="grid min-w-0 gap-6">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <p className="measure">{t("intro", { who: view.who })}</p>
      {books.map((labelled) => (
        <CodeBook key={labelled.set} labelled={labelled} rows={rows} view={view} by={by} />
      ))}
      <p className="measure text-sm text-ink-muted">{t("note", minForClaim)}</p>
    </section>
  );
}

type BookProps = Pick<SetProps, "rows" | "view" | "labelled"> & { by: string | null };

async function CodeBook({ labelled, rows, view, by }: BookProps): Promise<ReactNode> {
  const t = await getTranslations("resultsCodes");
  const locale = await getLocale();
  const { set, overall, byAttribute } = labelled;
  const { who } = view;
  const [people] = overall;
  if (!people) return null;
  const { title, figure } = drawCodeShares(labelled, { rows, who, locale }, by);
  const { attribute, values } = chooseDivision(labelled, by);
  const address = writeView(view);
  address.set("book", set);
  if (attribute !== null) address.set("by", attribute);
  const { n, people: raters, cases, groups } = people;
  const given = { labelled, who };
  return (
    <div className="grid min-w-0 gap-4">
      <h3 className="font-medium">{t("set", { set })}</h3>
      <FigureFrame
        id={`codes-${set}`}
        title={title}
        sentence={t("sentence", { n, people: raters, cases, groups, who })}
        figure={figure}
        downloads={figureDownloads(rows.study.slug, "codes", address)}
        room="wide"
        table={
          <ShareTable
            {...given}
            attribute={attribute}
            values={values.map(({ origin: [value = null], sides }) => ({ value, sides }))}
            caption={title}
            hideCaption
          />
        }
      />
      <RatersNote raters={raters} />
      <ShareTable
        {...given}
        caption={t("overall")}
        hideCaption={false}
        values={[{ value: null, sides: overall }]}
      />
      {byAttribute.map(
        ({ by: [other = ""], values: parts }) =>
          other !== attribute && (
            <ShareTable
              key={other}
              {...given}
              attribute={other}
              values={(parts ?? []).map(({ origin: [value = null], sides }) => ({ value, sides }))}
              caption={t("by", { attribute: other })}
              hideCaption={false}
            />
          ),
      )}
      {byAttribute.map((division) => (
        <Comparisons key={joinBy(division.by)} labelled={labelled} division={division} locale={locale} />
      ))}
      <CodeAgreementTable {...given} />
    </div>
  );
}
