import { getFormatter, getTranslations } from "next-intl/server";
import { Fragment } from "react";
import {
  formatExclusions,
  formatFlags,
  type PeopleWords,
} from "#components/study-results/people/flag-words.ts";
import type { PersonProps } from "#components/study-results/people/person-results.tsx";
import { named, nothing } from "#components/study-results/figure-cells.ts";
import { draw, type Cell } from "#components/ui/table/cell.tsx";
import { inPercent, inPoints, inTime } from "#lib/figures/written.ts";
import { getFlags } from "#lib/study-results/people/flags.ts";
import type { PersonRow } from "#lib/study-results/rows/rows.ts";
import { hasEnoughAnswers, getPeople, type PersonFigures } from "#lib/study-results/people/people.ts";

type Fact =
  | "right"
  | "passed"
  | "state"
  | "counted"
  | "cohort"
  | "language"
  | "started"
  | "submitted"
  | "time"
  | "changes"
  | "confidence"
  | "comprehension"
  | "checks"
  | "flags";

/** What there is to say about the sitting as a whole. */
export async function PersonFacts({ rows, view, index, texts }: PersonProps) {
  const t = await getTranslations("resultsPeople");
  const format = await getFormatter();
  const person = rows.people[index];
  const figures = getPeople(rows, view).people.find((person) => person.index === index);
  if (!person || !figures) return null;
  const at = (time: Date | null): Cell =>
    time ? (
      <time dateTime={time.toISOString()}>
        {format.dateTime(time, { dateStyle: "medium", timeStyle: "short" })} UTC
      </time>
    ) : (
      nothing
    );
  const { checks } = person;
  const all = checks.passed + checks.failed;
  const { confidence, mayPass = false } = rows.study.design.questions;
  const asksConfidence = confidence.ask !== "off";
  const trackNames = rows.tracks.map(({ name }) => name);
  const facts: [Fact, Cell][] = [
    ["right", formatRight(t, figures, trackNames)],
    ["passed", mayPass && t("person.passed", { count: person.passed, cases: person.cases })],
    ["state", t(`person.state.${person.state}`)],
    ["counted", figures.isCounted ? t("person.isCounted") : formatExclusions(t, person.exclusions)],
    ["cohort", person.cohort ? named(person.cohort) : nothing],
    ["language", person.language],
    ["started", at(texts.startedAt)],
    ["submitted", at(texts.submittedAt)],
    ["time", person.activeMs === null ? nothing : inTime(person.activeMs)],
    ["changes", figures.changes],
    ["confidence", asksConfidence && formatConfidence(t, figures)],
    ["comprehension", formatComprehension(t, format, person)],
    ["checks", all === 0 ? t("person.noChecks") : t("person.checksOf", { passed: checks.passed, all })],
    ["flags", formatFlags(t, getFlags(rows, view).get(index) ?? [])],
  ];
  return (
    <section aria-labelledby="summary" className="grid gap-3">
      <h2 id="summary" className="text-xl font-semibold">
        {t("person.summary")}
      </h2>
      <dl className="figures grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {facts
          .filter(([, value]) => value !== false)
          .map(([key, value]) => (
            <Fragment key={key}>
              <dt className="text-ink-muted max-sm:mt-2">{t(`person.facts.${key}`)}</dt>
              <dd className="wrap-anywhere">{draw(value)}</dd>
            </Fragment>
          ))}
      </dl>
    </section>
  );
}

function formatRight(t: PeopleWords, figures: PersonFigures, trackNames: readonly string[]): Cell {
  const { right, n, accuracy, low, high } = figures;
  const given = figures.tracks.flatMap((counts, i) =>
    counts.n === 0 ? [] : t("person.trackCount", { track: trackNames[i] ?? "", ...counts }),
  );
  const isWhole = hasEnoughAnswers(figures) && accuracy !== null && low !== null && high !== null;
  return [
    isWhole
      ? t("person.shareOf", {
          right,
          n,
          share: inPercent(accuracy),
          low: inPercent(low),
          high: inPercent(high),
        })
      : t("person.rightOf", { right, n }),
    given.length > 1 && { line: given.join(" · "), isMuted: true },
  ];
}

type Format = Awaited<ReturnType<typeof getFormatter>>;

function formatComprehension(t: PeopleWords, format: Format, { tries }: PersonRow): Cell {
  const last = tries?.at(-1);
  if (!tries || !last) return false;
  const wrong = tries.flatMap((attempt) => attempt.wrong);
  return [
    t("person.comprehension", { passed: String(last.wrong.length === 0), tries: tries.length }),
    wrong.length > 0 && { line: t("person.comprehensionWrong", { keys: format.list(wrong) }), isMuted: true },
  ];
}

function formatConfidence(t: PeopleWords, { confidence }: PersonFigures): Cell {
  if (!confidence || !hasEnoughAnswers(confidence)) return nothing;
  return t("person.sure", {
    mean: inPercent(confidence.mean),
    n: confidence.n,
    over: inPoints(confidence.overconfidence),
    brier: confidence.brier.toFixed(3),
  });
}
