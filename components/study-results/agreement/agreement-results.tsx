import { getTranslations, getFormatter } from "next-intl/server";
import { resultsPath } from "#lib/paths.ts";
import { GoldSection } from "#components/study-results/agreement/gold-section.tsx";
import { SelfSection } from "#components/study-results/agreement/self-section.tsx";
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
import type { SelfAgreementFigures } from "#lib/study-results/agreement/self-agreement-schema.ts";
import { getCompared, hasParts, hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { Streamed } from "#components/ui/streamed.tsx";
import { SelectField } from "#components/ui/fields/select-field.tsx";
import { distinctName } from "#lib/study-results/models/models.ts";
import { peek } from "#lib/study-results/rows/memoize.ts";
import {
  decimal,
  modelNamed,
  percent,
  probability,
  named,
  ends,
} from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { personLink } from "#components/study-results/people/person-cells.ts";
import {
  getAgreement,
  type Agreement,
  agreementNames,
  isTooSmall,
  type AgreementPart,
  type AgreementName,
} from "#lib/study-results/agreement/agreement.ts";
import { wholeList, writeCaseQuery, type CaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { reasonWords, type AgreementWords } from "#components/study-results/agreement/reason-words.ts";
import type { Cell } from "#components/ui/table/cell.tsx";
import { inDigits, inRange } from "#lib/figures/written.ts";

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
      {hasRight(rows) && <AlternativeSection rows={rows} view={view} asked={model} />}
      {hasRight(rows) && <GoldSection rows={rows} view={view} isAsked={check !== null} />}
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
    <section id="alternative" aria-labelledby="alternative-title" className="grid min-w-0 scroll-mt-4 gap-4">
      <h2 id="alternative-title" className="text-xl font-semibold">
        {t("title")}
      </h2>
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
          {peek(getAlternatives(rows, view)) ? (
            <Tested rows={rows} view={view} runId={run.id} />
          ) : (
            <Streamed fallback={<p role="status">{t("working")}</p>}>
              <Tested rows={rows} view={view} runId={run.id} />
            </Streamed>
          )}
        </>
      )}
    </section>
  );
}

type TestedProps = { rows: StudyRows; view: View; runId: number };

async function Tested({ rows, view, runId }: TestedProps) {
  const results = await getAlternatives(rows, view);
  const one = results.find(({ run }) => run.id === runId);
  return (
    <>
      <AlternativeTable rows={rows} results={results} />
      {one?.reason === null && <AnnotatorsTable rows={rows} view={view} result={one} />}
    </>
  );
}

type AlternativeTableProps = { rows: StudyRows; results: readonly Alternative[] };

async function AlternativeTable({ rows, results }: AlternativeTableProps) {
  const t = await getTranslations("resultsAgreement.alternative");
  const marks = await getTranslations("resultsApart");
  const columns = ["people", "cases", "omega", "rho", "passes"] as const;
  return (
    <Table
      caption={t("caption")}
      columns={[
        { key: "model", label: t("model"), atLeast: 40 },
        ...columns.map((key) => ({ key, label: t(key), numeric: true })),
      ]}
      rows={results.map((result) => {
        const { run, reason, eligible, people, cases } = result;
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
            omega: decimal(result.omega),
            rho: decimal(result.rho),
            passes: result.passes === null ? "–" : t(result.passes ? "yes" : "no"),
          },
        };
      })}
    />
  );
}

/** More than so many nobody reads on a screen. */
const most = 50;

type AnnotatorsTableProps = { rows: StudyRows; view: View; result: Alternative };

/** What was found against each person, folded away. */
async function AnnotatorsTable({ rows, view, result: { run, annotators } }: AnnotatorsTableProps) {
  const t = await getTranslations("resultsAgreement.alternative");
  const model = distinctName(run, rows.runs);
  return (
    <details>
      <summary className="target flex w-fit items-center text-accent underline">
        {t("each", { model })}
      </summary>
      <div className="grid min-w-0 gap-2">
        {annotators.length > most && (
          <p className="text-ink-muted">{t("more", { shown: most, count: annotators.length })}</p>
        )}
        <Table
          caption={t("eachCaption", { model })}
          columns={[
            { key: "person", label: t("person") },
            ...(["n", "advantage", "p", "adjusted", "wins"] as const).map((key) => ({
              key,
              label: t(key),
              numeric: true,
            })),
          ]}
          rows={annotators.slice(0, most).map(({ index, n, advantage, p, adjusted, isBeaten }) => {
            const number = rows.people[index]?.number ?? 0;
            return {
              id: String(number),
              cells: {
                person: personLink(rows.study.slug, number, view),
                n,
                advantage: percent(advantage),
                p: probability(p),
                adjusted: probability(adjusted),
                wins: t(isBeaten ? "yes" : "no"),
              },
            };
          })}
        />
      </div>
    </details>
  );
}

type FiguresSectionProps = { rows: StudyRows; view: View };

/** How far people choose the same, as soon as it is computed. */
async function FiguresSection({ rows, view }: FiguresSectionProps) {
  const t = await getTranslations("resultsAgreement.figures");
  const found = getAgreement(rows, view);
  return (
    <section aria-labelledby="figures" className="grid min-w-0 gap-3">
      <h2 id="figures" className="text-xl font-semibold">
        {t("title", { who: view.who })}
      </h2>
      {peek(found) ? (
        <Figures rows={rows} view={view} found={found} />
      ) : (
        <Streamed fallback={<p role="status">{t("working")}</p>}>
          <Figures rows={rows} view={view} found={found} />
        </Streamed>
      )}
      <p className="measure text-ink-muted">{t("method")}</p>
      <p className="measure text-ink-muted">{t("about")}</p>
    </section>
  );
}

async function Figures({ rows, view, found }: FiguresSectionProps & { found: Promise<Agreement> }) {
  const { parts } = await found;
  return <AgreementTable slug={rows.study.slug} view={view} parts={parts} />;
}

type AgreementTableProps = { slug: string; view: View; parts: readonly AgreementPart[] };

/** How far people choose the same, with the interval of each figure or why there is none. */
async function AgreementTable({ slug, view, parts }: AgreementTableProps) {
  const t = await getTranslations("resultsAgreement");
  const format = await getFormatter();
  const { who } = view;
  const counts = ["cases", "twice", "people", "answers"] as const;
  const told = parts.filter((part) => !isTooSmall(part));
  const known = agreementNames.filter((name) => told.some(({ figures }) => figures[name].value !== null));
  const unknown = agreementNames.filter((name) => !known.includes(name) && known.length > 0);
  return (
    <>
      <Table
        isTight
        caption={t("figures.caption", { who })}
        columns={[
          { key: "track", label: t("figures.track") },
          ...counts.map((key) => ({ key, label: t(`figures.${key}`), numeric: true })),
          ...(known.length > 0 ? known : agreementNames).map((key) => ({
            key,
            label: t(`figures.${key}`),
            numeric: true,
            ...(parts.some((part) => tellWhy(t, part, key) !== null) && { atLeast: 32 as const }),
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
                agreementNames.map((name) => [name, tellAgreement(t, part, { name, href: toCases })]),
              ),
            },
          };
        })}
      />
      {unknown.map((name) => (
        <p key={name} className="mt-1 text-sm text-ink-muted">
          {t("figures.why", {
            name: t(`figures.${name}`),
            reasons: format.list([...new Set(told.flatMap((part) => tellWhy(t, part, name) ?? []))]),
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

const isShare = (name: AgreementName) => name === "pairwise" || name === "unanimous";

/** What stands in place of a figure, or is wanting in its interval. */
function tellWhy(t: AgreementWords, part: AgreementPart, name: AgreementName): string | null {
  const wordsOf = reasonWords(t, part);
  const { value, low, reason } = part.figures[name];
  if (isTooSmall(part)) return wordsOf("too_few");
  if (value === null) return `– ${wordsOf(reason)}`;
  return low === null ? t("figures.none", { reason: wordsOf(reason) }) : null;
}

/** `href` leads to the answers behind it. */
function tellAgreement(
  t: AgreementWords,
  part: AgreementPart,
  { name, href }: { name: AgreementName; href: string },
): Cell {
  const { value, low, high } = part.figures[name];
  const text = tellWhy(t, part, name);
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
