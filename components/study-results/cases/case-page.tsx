import { useTranslations, useFormatter } from "next-intl";
import type { ReactNode } from "react";
import {
  ReportCase,
  TakeReportBack,
  type ReportedCase,
} from "#components/study-results/cases/case-report.tsx";
import { resultsCasePath, resultsPersonPath, resultsPath } from "#lib/paths.ts";
import type { Figure } from "#lib/figures/figure.ts";
import {
  medianTime,
  viewOfCase,
  type CaseAnswer,
  type PageOfAnswers,
  insteadOf,
  sortRuns,
} from "#lib/study-results/cases/case-answers.ts";
import { getCaseFigures, type CaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { StudyCase } from "#lib/study-results/cases/case-queries.ts";
import { type CaseRow, type StudyRows, mainScores, type RunRow } from "#lib/study-results/rows/rows.ts";
import { type View, writeView, type Population } from "#lib/study-results/schema.ts";
import {
  missing,
  option,
  share,
  verdict,
  formatRight,
  formatVote,
} from "#components/study-results/cases/case-cells.ts";
import { PageLinks } from "#components/cases/page-links.tsx";
import type { Words, Cell } from "#components/ui/table/cell.tsx";
import { Table, type TableColumn } from "#components/ui/table/table.tsx";
import { FactList } from "#components/study-results/cases/fact-list.tsx";
import { named } from "#components/study-results/figure-cells.ts";
import { Callout } from "#components/ui/callout.tsx";
import { CaseAsRead, staffCaseOf } from "#components/task-kinds/staff-case.tsx";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";
import { ModelResponse } from "#components/study-results/cases/model-response.tsx";
import { distinctName } from "#lib/study-results/models/models.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { findCases, findNeighbours, type ErrorClasses } from "#lib/study-results/cases/cases.ts";
import { Section } from "#components/study-results/section.tsx";

type Props = {
  rows: StudyRows;
  view: View;
  query: CaseQuery;
  index: number;
  row: CaseRow;
  served: StudyCase;
  answers: readonly CaseAnswer[];
  page: PageOfAnswers;
  /** By sitting. */
  reasons: ReadonlyMap<string, string>;
  figure: Figure;
  /** What the team makes of the case. */
  analysis: ReactNode;
};

/** One case with everything, made to be pictured: what was read, what people chose, what models gave. */
export function CasePage({ rows, view, query, index, row, ...props }: Props) {
  const { served, answers, page, reasons, figure, analysis } = props;
  const t = useTranslations("resultsCases.report");
  const { slug } = rows.study;
  const { CaseFigure } = staffCaseOf(row.kind);
  const track = rows.tracks[row.track];
  const of = { slug, track: track?.name ?? "", key: row.key };
  const inList = getCaseFigures(rows, view);
  const isListed = inList.some((one) => one.index === index && one.isInView);
  // Its place is the one in the list; a case that the view leaves out has one among all.
  const all = isListed ? inList : getCaseFigures(rows, viewOfCase(view));
  const figures = all.find((one) => one.index === index);
  const asked = (number: number) => {
    const written = writeCaseQuery(view, query);
    written.set("answers", String(number));
    return `${resultsCasePath(slug, of, written)}#answers`;
  };
  return (
    <div className="grid min-w-0 gap-10">
      <CaseNotes rows={rows} row={row} of={of} newer={served.newer} />
      <CaseReading rows={rows} row={row} served={served} />
      {figures && (
        <>
          <CaseFigure slug={slug} view={view} figure={figure} caseId={row.id} models={figures.models} />
          <CaseFacts
            row={row}
            figures={figures}
            who={view.who}
            placed={all.filter(({ place }) => place !== null).length}
            time={medianTime(answers)}
          />
        </>
      )}
      <AnswersTable rows={rows} view={view} row={row} reasons={reasons} page={page} addressOf={asked} />
      <ModelsTable rows={rows} view={view} index={index} row={row} served={served} />
      {analysis}
      {!row.report && (
        <Section id="report" title={t("title")} className="gap-3 print:hidden">
          <p className="measure text-ink-muted">{t("means")}</p>
          <ReportCase of={of} />
        </Section>
      )}
    </div>
  );
}

type AnswersTableProps = Pick<Props, "rows" | "view" | "row" | "reasons" | "page"> & {
  addressOf: (page: number) => string;
};

/** Who chose what, and what they wrote about it; those who wrote something come first. */
function AnswersTable({ rows, view, row, page: answers, reasons, addressOf }: AnswersTableProps) {
  const t = useTranslations("resultsCases.case.answers");
  const format = useFormatter();
  const { shown, total, page, pages, hasConfidence } = answers;
  const title = t(view.who === "simulated" ? "titleSimulated" : "title", { n: total });
  const columns: (TableColumn | false)[] = [
    { key: "person", label: t("person") },
    { key: "choice", label: t("choice"), atLeast: 40 },
    hasConfidence && { key: "confidence", label: t("confidence"), numeric: true },
    { key: "time", label: t("time"), numeric: true },
    answers.hasReasons && { key: "reason", label: t("reason"), atLeast: 56 },
  ];
  const asked = writeView(view);
  const formatTime = (ms: number | null): Words =>
    ms === null
      ? missing(t("noTime"))
      : {
          text: t("seconds", { seconds: format.number(ms / 1000, { maximumFractionDigits: 1 }) }),
          title: String(ms),
          isWhole: true,
        };
  return (
    <Section id="answers" title={title}>
      <ViewNote view={view} />
      {total === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <Table
          caption={t("caption")}
          columns={columns.filter((column) => column !== false)}
          rows={shown.map(({ person: { number, sittingId }, choice, right, confidence, activeMs }) => ({
            id: sittingId,
            cells: {
              person: {
                text: t("personOf", { number }),
                href: resultsPersonPath(rows.study.slug, number, asked),
                isWhole: true,
              },
              choice: [
                option(row, choice),
                right !== null && [", ", verdict(right === 1, t(right === 1 ? "yes" : "no"))],
              ],
              confidence: share(confidence, t("noConfidence")),
              time: formatTime(activeMs),
              reason: reasons.has(sittingId) && { quote: reasons.get(sittingId) ?? "" },
            },
          }))}
        />
      )}
      <PageLinks page={page} pages={pages} addressOf={addressOf} />
    </Section>
  );
}

/** Whose answers these are, where that isn't everybody's. */
function ViewNote({ view: { excluded, known, cohort } }: { view: View }) {
  const t = useTranslations("resultsCases.case.answers");
  const format = useFormatter();
  const parts = [
    t(`parts.${excluded}`),
    known === "without" && t("parts.unknown"),
    cohort !== null && t("parts.cohort", { cohort }),
  ].filter((part) => part !== false);
  return <p className="text-sm text-ink-muted">{t("counted", { parts: format.list(parts) })}</p>;
}

type CaseFactsProps = {
  row: CaseRow;
  figures: CaseFigures;
  /** How many cases have a place by difficulty. */
  placed: number;
  who: Population;
  time: { ms: number | null; n: number };
};

/** One case in figures. Of a single case people are counted, never told in percent. */
function CaseFacts({ row, figures, placed, who, time }: CaseFactsProps) {
  const t = useTranslations("resultsCases.case.facts");
  const ofTable = useTranslations("resultsCases.table");
  const format = useFormatter();
  const { n, right, vote, difficulty, place, disagreement, models } = figures;
  const { goldProbability } = models;
  const noAnswer = ofTable("noAnswer");
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const seconds = format.number((time.ms ?? 0) / 1000, { maximumFractionDigits: 1 });
  const facts: [string, Cell][] = [
    [t("gold"), row.gold === null ? t("noGold") : option(row, row.gold)],
    [ofTable("right", { who }), formatRight(ofTable, { right, n, why: noAnswer })],
    [ofTable("vote", { who }), formatVote(ofTable, format, row, vote)],
    [
      t("difficulty"),
      difficulty === null || place === null
        ? share(difficulty, right === null ? ofTable("unknownGold") : noAnswer)
        : {
            text: t("difficultyOf", { difficulty: format.number(difficulty, decimals), place, of: placed }),
            title: String(difficulty),
          },
    ],
    [t("disagreement"), share(disagreement, n === 1 ? ofTable("oneAnswer") : noAnswer)],
    [t("time"), time.ms === null ? t("noTime") : t("timeOf", { seconds, n: time.n })],
    [
      t("models"),
      formatRight(ofTable, {
        right: right === null ? null : models.right,
        n: models.answered,
        why: ofTable("noModel"),
      }),
    ],
    [
      t("goldProbability"),
      goldProbability === null
        ? missing(ofTable("noProbability"))
        : {
            text: t("goldProbabilityOf", {
              probability: format.number(goldProbability, decimals),
              n: models.withProbabilities,
            }),
            title: String(goldProbability),
          },
    ],
    [t("source"), row.source ? named(row.source) : t("noSource")],
    [t("length"), row.answerLength === null ? t("noLength") : format.number(row.answerLength)],
  ];
  return (
    <Section id="facts" title={t("title")}>
      <FactList facts={facts} />
    </Section>
  );
}

type CaseNotesProps = { rows: StudyRows; row: CaseRow; of: ReportedCase; newer: StudyCase["newer"] };

/** What has to be known of a case before its figures are read. */
function CaseNotes({ rows, row, of, newer }: CaseNotesProps) {
  const standIn = rows.cases.find(({ id }) => id === row.ratedAs);
  const t = useTranslations("resultsCases");
  const format = useFormatter();
  const day = (at: Date) => format.dateTime(at, { dateStyle: "medium" });
  const changes = newer && [
    newer.goldChanged && t("case.newer.gold"),
    newer.optionsChanged && t("case.newer.options"),
    newer.textChanged && t("case.newer.text"),
  ];
  return (
    <>
      {row.report && (
        <Callout tone="warning" title={t("report.reported")}>
          <div className="grid justify-items-start gap-2">
            <p>
              {t("report.by", { by: row.report.by ?? t("table.somebody"), at: day(row.report.at) })}{" "}
              <span dir="auto" className="wrap-anywhere">
                {row.report.reason}
              </span>
            </p>
            {standIn?.report !== row.report && <TakeReportBack of={of} />}
          </div>
        </Callout>
      )}
      {standIn && (
        <Callout>
          {t.rich("case.ratedAs", {
            key: standIn.key,
            a: (text) => (
              <a
                href={resultsCasePath(of.slug, { ...of, key: standIn.key })}
                className="text-accent underline"
              >
                {text}
              </a>
            ),
          })}
        </Callout>
      )}
      {newer && (
        <Callout title={t("case.newer.title")}>
          {t("case.newer.body", { served: row.version, number: newer.number, since: day(newer.since) })}{" "}
          {changes?.filter(Boolean).join(" ")}
        </Callout>
      )}
      {row.stratum === "attention" && <Callout>{t("case.check")}</Callout>}
      {row.stratum === "control" && <Callout>{t("case.control")}</Callout>}
      {row.stratum === "unsure" && <Callout>{t("case.unsure")}</Callout>}
    </>
  );
}

/** The version that was served, drawn as the reading room draws it. */
function CaseReading({ rows, row, served }: Pick<Props, "rows" | "row" | "served">) {
  const { optionOrder } = rows.study.design.assignment;
  const language = rows.tracks[row.track]?.language ?? "en";
  const t = useTranslations("resultsCases.case");
  const { kind, form, content, optionNames } = served;
  return (
    <Section id="reading" title={t("reading")}>
      {form === "unparsed" && <p className="text-sm text-ink-muted">{t("unparsed")}</p>}
      <CaseAsRead kind={kind} content={content} names={optionNames} language={language} />
      {serverKindOf(kind).ordersOptions && (
        <p className="text-sm text-ink-muted">{t(`order.${optionOrder}`)}</p>
      )}
    </Section>
  );
}

type ModelsTableProps = Pick<Props, "rows" | "view" | "index" | "row" | "served">;

/** What each model chose and wrote; who gave the right option most comes first. */
function ModelsTable({ rows, view, index, row, served: { answers } }: ModelsTableProps) {
  const t = useTranslations("resultsCases.case.models");
  const marks = useTranslations("resultsApart.badge");
  const runs = sortRuns(rows.runs, index);
  const asked = writeView(view);
  return (
    <Section id="models" title={t("title", { n: runs.length })}>
      {runs.length === 0 ? (
        <p className="text-ink-muted">{t("none")}</p>
      ) : (
        <Table
          caption={t("caption")}
          columns={[
            { key: "model", label: t("model"), atLeast: 40 },
            { key: "choice", label: t("choice"), atLeast: 40 },
            { key: "probability", label: t("probability"), numeric: true },
            { key: "confidence", label: t("confidence"), numeric: true },
            { key: "answer", label: t("answer"), atLeast: 56 },
          ]}
          rows={runs.map((run) => {
            const name = distinctName(run, rows.runs);
            asked.set("run", String(run.id));
            const href = resultsPath(rows.study.slug, "models", asked);
            return {
              id: String(run.id),
              cells: {
                model: [
                  { text: name, href, isName: true },
                  run.apart !== null && { line: { badge: marks(run.apart), tone: "warning" } },
                ],
                ...describe({ run, index, row, given: answers.get(run.id), name, t }),
              },
            };
          })}
        />
      )}
    </Section>
  );
}

type T = ReturnType<typeof useTranslations<"resultsCases.case.models">>;
type Described = {
  run: RunRow;
  index: number;
  row: CaseRow;
  given: { repaired: boolean; text: string | null } | undefined;
  name: string;
  t: T;
};

function describe({ run, index, row, given, name, t }: Described): Record<string, Cell> {
  const instead = insteadOf(run, index);
  const text = given?.text ?? null;
  const answer =
    text === null ? (
      missing(t("noText"))
    ) : (
      <ModelResponse text={text} words={{ show: t("show"), of: t("of", { model: name }) }} />
    );
  if (instead) return { choice: t(instead), probability: missing(t(instead)), answer };
  const { choice, goldProbability, confidence } = run.predictions;
  const score = mainScores(run.predictions)[index] ?? NaN;
  const isRight = score === 1;
  const shareOf = (values: Float64Array) => {
    const value = values[index] ?? NaN;
    return share(Number.isNaN(value) ? null : value, t("choiceAlone"));
  };
  return {
    choice: [
      option(row, choice[index] ?? -1),
      // Where nobody knows what is right, nothing is wrong.
      ...(Number.isNaN(score) ? [] : [", ", verdict(isRight, t(isRight ? "right" : "wrong"))]),
      given?.repaired && { line: t("repaired"), isMuted: true },
    ],
    probability: shareOf(goldProbability),
    confidence: shareOf(confidence),
    answer,
  };
}

type CaseWaysProps = { rows: StudyRows; view: View; query: CaseQuery; index: number; classes: ErrorClasses };

/** Through the list that one came from, in its order. */
export function CaseWays({ rows, view, query, index, classes }: CaseWaysProps) {
  const t = useTranslations("resultsCases");
  const { slug } = rows.study;
  const asked = writeCaseQuery(view, query);
  const { place, of, previous, next } = findNeighbours(findCases(rows, view, query, classes), index);
  const to = (at: number | null) => {
    const row = at === null ? undefined : rows.cases[at];
    return row && resultsCasePath(slug, { track: rows.tracks[row.track]?.name ?? "", key: row.key }, asked);
  };
  const [before, after] = [to(previous), to(next)];
  const filter = t(`filters.${query.filter}.name`, { who: view.who });
  return (
    <nav aria-label={t("case.ways")} className="flex flex-wrap items-center gap-2 print:hidden">
      <span className="figures text-sm text-ink-muted">
        {place === null ? t("case.outside", { filter }) : t("case.place", { place, of, filter })}
      </span>
      {before && (
        <ButtonLink href={before} rel="prev">
          {t("case.previous")}
        </ButtonLink>
      )}
      {after && (
        <ButtonLink href={after} rel="next">
          {t("case.next")}
        </ButtonLink>
      )}
      <ButtonLink href={resultsPath(slug, "cases", asked)} variant="quiet">
        {t("case.toList")}
      </ButtonLink>
    </nav>
  );
}
