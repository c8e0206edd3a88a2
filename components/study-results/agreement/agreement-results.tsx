import { WhenMade } from "#components/study-results/when-made.tsx";
import { getTranslations, getFormatter } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { GoldSection } from "#components/study-results/agreement/gold-section.tsx";
import { Fold } from "#components/study-results/overview/fold.tsx";
import { OpenFolds } from "#components/study-results/overview/open-folds.tsx";
import { PeersSection } from "#components/study-results/agreement/peers-section.tsx";
import { ButtonLink, Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import {
  readAgreementQuery,
  chooseTested,
  getAlternatives,
  readEpsilon,
  leastAnnotators,
  minItems,
  type Alternative,
} from "#lib/study-results/agreement/alternative.ts";
import {
  type SelfAgreementFigures,
  isTooSmallForSelf,
  type BoundedFigure,
} from "#lib/study-results/figure-schemas.ts";
import { getCompared, hasParts, hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { distinctName } from "#lib/study-results/models/models.ts";
import {
  decimal,
  modelNamed,
  percent,
  probability,
  named,
  ends,
  figureColumns,
} from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { personLink } from "#components/study-results/people/people-list.tsx";
import { getAgreement, isTooSmall, type AgreementPart } from "#lib/study-results/agreement/agreement.ts";
import { wholeList, writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";
import type { useTranslations } from "next-intl";
import { agreementMeasures, type AgreementMeasure } from "#lib/metrics/agreement/agreement-tally.ts";
import { Section } from "#components/study-results/section.tsx";

type Props = {
  rows: StudyRows;
  view: View;
  asked: Readonly<Record<string, unknown>>;
  /** Null where no case comes again. */
  self: Promise<SelfAgreementFigures | null> | null;
};

export async function AgreementResults({ rows, view, asked, self }: Props) {
  const t = await getTranslations("resultsAgreement");
  const { page, model, check } = readAgreementQuery(asked);
  if (hasParts(rows))
    return (
      <div className="grid min-w-0 gap-10">
        <EmptyState
          title={t("byParts.title")}
          action={
            <ButtonLink href={resultsPath(rows.study.slug, "overview", writeView(view))}>
              {t("byParts.action")}
            </ButtonLink>
          }
        >
          {t("byParts.body")}
        </EmptyState>
        <SelfSection figures={self} />
      </div>
    );
  if (getCompared(rows, view).answers.length === 0)
    return (
      <EmptyState
        title={t("noAnswers.title")}
        action={
          <ButtonLink href={resultsPath(rows.study.slug, "people", writeView(view))}>
            {t("noAnswers.action")}
          </ButtonLink>
        }
      >
        {t("noAnswers.body")}
      </EmptyState>
    );
  return (
    <div className="grid min-w-0 gap-10">
      <FiguresSection rows={rows} view={view} />
      <SelfSection figures={self} />
      <PeersSection rows={rows} view={view} page={page} />
      {hasRight(rows) && (
        <div className="min-w-0">
          <AlternativeSection rows={rows} view={view} asked={model} />
          <GoldSection rows={rows} view={view} isAsked={check !== null} />
        </div>
      )}
      <OpenFolds />
    </div>
  );
}

type AlternativeSectionProps = {
  rows: StudyRows;
  view: View;
  /** The number of the run whose people are listed, as the address asks for it. */
  asked: string | null;
};

/** Whether a model could stand in for one of these people. */
async function AlternativeSection({ rows, view, asked }: AlternativeSectionProps) {
  const t = await getTranslations("resultsAgreement.alternative");
  const run = chooseTested(rows, asked);
  const { epsilon, isPlanned } = readEpsilon(rows);
  return (
    <Fold id="alternative" title={t("title")} isOpen={asked !== null}>
      <p className="measure">{t("about")}</p>
      {run === null ? (
        <p className="measure">{t("noModels")}</p>
      ) : (
        <>
          <form
            action={`${resultsPath(rows.study.slug, "agreement")}#alternative`}
            className="no-print grid gap-3 sm:flex sm:flex-wrap sm:items-end"
          >
            {[...writeView(view)].map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <div className="min-w-0 sm:w-72">
              <SelectField label={t("detail")} name="model" defaultValue={run.id}>
                {rows.runs
                  .filter(({ apart }) => apart === null)
                  .map((offered) => (
                    <option key={offered.id} value={offered.id}>
                      {distinctName(offered, rows.runs)}
                    </option>
                  ))}
              </SelectField>
            </div>
            <Button type="submit">{t("submit")}</Button>
          </form>
          <p className="measure text-ink-muted">
            {t("epsilonWhy", { epsilon, isPlanned: String(isPlanned) })}
          </p>
          <WhenMade made={getAlternatives(rows, view)} fallback={<p role="status">{t("working")}</p>}>
            {(results) => <Tested rows={rows} view={view} results={results} runId={run.id} />}
          </WhenMade>
        </>
      )}
    </Fold>
  );
}

/** More than so many nobody reads on a screen. */
const most = 50;

type TestedProps = { rows: StudyRows; view: View; results: readonly Alternative[]; runId: number };

/** What was found of each run, and of one against each person, folded away. */
async function Tested({ rows, view, results, runId }: TestedProps) {
  const t = await getTranslations("resultsAgreement.alternative");
  const marks = await getTranslations("resultsApart");
  const shown = results.find(({ run, reason }) => run.id === runId && reason === null);
  const model = shown ? distinctName(shown.run, rows.runs) : "";
  const yesOrNo = (is: boolean) => t(is ? "yes" : "no");
  return (
    <>
      <Table
        caption={t("caption")}
        columns={[
          { key: "model", label: t("model"), atLeast: 40 },
          ...figureColumns(["people", "cases", "omega", "rho", "passes"], (key) => t(key)),
        ]}
        rows={results.map(({ run, reason, eligible, people, cases, omega, rho, passes }) => {
          const why =
            run.apart !== null
              ? marks("out", { apart: run.apart })
              : reason === "interim"
                ? t("oneLook")
                : t("notEligible", { eligible, people, least: minItems, wanted: leastAnnotators });
          return {
            id: String(run.id),
            cells: {
              model: [
                modelNamed(distinctName(run, rows.runs)),
                run.apart !== null && { line: { badge: marks(`badge.${run.apart}`), tone: "warning" } },
                reason !== null && { line: why, isMuted: true },
              ],
              people: run.apart !== null ? "–" : eligible,
              cases: run.apart !== null ? "–" : cases,
              omega: decimal(omega),
              rho: decimal(rho),
              passes: passes === null ? "–" : yesOrNo(passes),
            },
          };
        })}
      />
      {shown && (
        <details>
          <summary className="target flex w-fit items-center text-accent underline">
            {t("each", { model })}
          </summary>
          <div className="grid min-w-0 gap-2">
            {shown.annotators.length > most && (
              <p className="text-ink-muted">{t("more", { shown: most, count: shown.annotators.length })}</p>
            )}
            <Table
              caption={t("eachCaption", { model })}
              columns={[
                { key: "person", label: t("person") },
                ...figureColumns(["n", "advantage", "p", "adjusted", "wins"], (key) => t(key)),
              ]}
              rows={shown.annotators.slice(0, most).map(({ index, n, advantage, p, adjusted, isBeaten }) => {
                const number = rows.people[index]?.number ?? 0;
                return {
                  id: String(number),
                  cells: {
                    person: personLink(rows.study.slug, number, view),
                    n,
                    advantage: percent(advantage),
                    p: probability(p),
                    adjusted: probability(adjusted),
                    wins: yesOrNo(isBeaten),
                  },
                };
              })}
            />
          </div>
        </details>
      )}
    </>
  );
}

/** How far people choose the same, as soon as it is computed. */
async function FiguresSection({ rows, view }: Pick<Props, "rows" | "view">) {
  const t = await getTranslations("resultsAgreement.figures");
  return (
    <Section id="figures" title={t("title", { who: view.who })}>
      <WhenMade made={getAgreement(rows, view)} fallback={<p role="status">{t("working")}</p>}>
        {({ parts }) => <AgreementTable slug={rows.study.slug} view={view} parts={parts} />}
      </WhenMade>
      <p className="measure text-ink-muted">{t("method", { judged: String(!hasRight(rows)) })}</p>
      <p className="measure text-ink-muted">{t("about")}</p>
    </Section>
  );
}

type AgreementTableProps = { slug: string; view: View; parts: readonly AgreementPart[] };

/** How far people choose the same, with the interval of each figure or why there is none. */
async function AgreementTable({ slug, view, parts }: AgreementTableProps) {
  const t = await getTranslations("resultsAgreement");
  const format = await getFormatter();
  const counts = ["cases", "twice", "people", "answers"] as const;
  const told = parts.filter((part) => !isTooSmall(part));
  const known = agreementMeasures.filter((name) => told.some(({ figures }) => figures[name].value !== null));
  const unknown = agreementMeasures.filter((name) => !known.includes(name) && known.length > 0);
  return (
    <>
      <Table
        isTight
        caption={t("figures.caption")}
        columns={[
          { key: "track", label: t("figures.track") },
          ...figureColumns(counts, (key) => t(`figures.${key}`)),
          ...(known.length > 0 ? known : agreementMeasures).map((key) => ({
            key,
            label: t(`figures.${key}`),
            numeric: true,
            ...(parts.some((part) => formatMissing(t, part, key) !== null) && { atLeast: 32 as const }),
          })),
        ]}
        rows={parts.map((part) => {
          const own = { ...view, track: part.track };
          const toCases = dividedCasesPath(slug, own);
          const toPeople = resultsPath(slug, "people", writeView(own));
          return {
            id: part.track ?? "",
            cells: {
              track: part.track === null ? t("figures.all") : named(part.track),
              ...Object.fromEntries(
                counts.map((key) => [key, { text: part[key], href: key === "people" ? toPeople : toCases }]),
              ),
              ...Object.fromEntries(
                agreementMeasures.map((name) => [name, renderAgreement(t, part, { name, href: toCases })]),
              ),
            },
          };
        })}
      />
      {unknown.map((name) => (
        <p key={name} className="mt-1 text-sm text-ink-muted">
          {t("figures.why", {
            name: t(`figures.${name}`),
            reasons: format.list([...new Set(told.flatMap((part) => formatMissing(t, part, name) ?? []))]),
          })}
        </p>
      ))}
    </>
  );
}

const dividedFirst: CaseQuery = { ...wholeList, sort: { column: "disagreement", descending: true } };

/** The cases that a figure of agreement is made of, those first on which people disagree most. */
const dividedCasesPath = (slug: string, view: View): string =>
  resultsPath(slug, "cases", writeCaseQuery(view, dividedFirst));

const isShare = (name: AgreementMeasure) => name === "pairwise" || name === "unanimous";

/** What stands in place of a figure, or is wanting in its interval. */
function formatMissing(t: AgreementWords, part: AgreementPart, name: AgreementMeasure): string | null {
  const wordsOf = reasonWords(t, part);
  const { value, low, reason } = part.figures[name];
  if (isTooSmall(part)) return wordsOf("too_few");
  if (value === null) return `– ${wordsOf(reason)}`;
  return low === null ? t("figures.none", { reason: wordsOf(reason) }) : null;
}

/** `href` leads to the answers behind it. */
function renderAgreement(
  t: AgreementWords,
  part: AgreementPart,
  { name, href }: { name: AgreementMeasure; href: string },
): Cell {
  const { value, low, high } = part.figures[name];
  const text = formatMissing(t, part, name);
  const why = text !== null && { line: text, isMuted: true };
  if (isTooSmall(part) || value === null) return [why];
  const figure = isShare(name) ? percent(value) : decimal(value);
  const level = name === "alpha" &&
    part.level !== null && { line: t(`figures.levels.${part.level}`), isMuted: true };
  if (low === null || high === null) return [{ ...figure, href }, level, why];
  const inWords = (from: number, to: number) =>
    t("figures.range", { low: inDigits(from, 3), high: inDigits(to, 3) });
  const range = ends(low, high, isShare(name) ? inRange : inWords);
  return [{ ...figure, href }, { line: range, isMuted: true }, level];
}

/** Null where no case comes again. */
type SelfSectionProps = { figures: Promise<SelfAgreementFigures | null> | null };

/** How far people agree with themselves, where cases came again. */
async function SelfSection({ figures }: SelfSectionProps) {
  const t = await getTranslations("resultsAgreement.self");
  if (!figures) return null;
  return (
    <Section id="self" title={t("title")}>
      <WhenMade made={figures} fallback={<p role="status">{t("working")}</p>}>
        {(told) => told && <SelfTable figures={told} />}
      </WhenMade>
      <p className="measure text-ink-muted">{t("method")}</p>
    </Section>
  );
}

async function SelfTable({ figures }: { figures: SelfAgreementFigures }) {
  const t = await getTranslations("resultsAgreement");
  const { pairs, people, cases, same, kappa, change } = figures;
  const wordsOf = reasonWords(t, { least: 0, most: 0, answers: pairs, cases });
  const isFew = isTooSmallForSelf(figures);
  const formatFigure = (
    { value, low, high, reason }: BoundedFigure,
    write: (value: number | null) => Words,
    range?: (low: number, high: number) => string,
  ): Cell => {
    if (isFew) return [{ line: `– ${wordsOf("too_few")}`, isMuted: true }];
    if (value === null) return [{ line: `– ${wordsOf(reason)}`, isMuted: true }];
    if (low === null || high === null)
      return [write(value), { line: t("figures.none", { reason: wordsOf(reason) }), isMuted: true }];
    return [write(value), { line: ends(low, high, range), isMuted: true }];
  };
  const inWords = (low: number, high: number) =>
    t("figures.range", { low: inDigits(low, 3), high: inDigits(high, 3) });
  const isScale = kappa !== null && change !== null;
  return (
    <Table
      caption={t("self.caption")}
      columns={[
        ...(["pairs", "people", "cases", "same"] as const),
        ...(isScale ? (["kappa", "change"] as const) : []),
      ].map((key) => ({ key, label: t(`self.${key}`), numeric: true }))}
      rows={[
        {
          id: "self",
          cells: {
            pairs,
            people,
            cases,
            same: formatFigure(same, percent),
            ...(isScale && {
              kappa: formatFigure(kappa, decimal, inWords),
              change: formatFigure(change, decimal, inWords),
            }),
          },
        },
      ]}
    />
  );
}

type AgreementWords = ReturnType<typeof useTranslations<"resultsAgreement">>;
const worded = [
  "no_items",
  "no_pairs",
  "one_category",
  "unequal_ratings",
  "no_variation",
  "own_categories",
  "mixed_categories",
  "undeclared_category",
  "too_few_raters",
  "too_few_groups",
  "no_error",
  "degenerate",
  "interim",
  "too_few",
] as const;

/** Why a figure isn't there, with the numbers that make it so. */
function reasonWords(
  t: AgreementWords,
  { least, most, answers, cases }: Pick<AgreementPart, "least" | "most" | "answers" | "cases">,
) {
  return (reason: string | null): string => {
    const known = worded.find((wordedReason) => wordedReason === reason);
    return t(`reasons.${known ?? "other"}`, { least, most, answers, cases });
  };
}
