import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Exclusions, Flags } from "#components/study-results/people/flag-words.tsx";
import { inPoints, Nothing, onTheWatch } from "#components/study-results/people/number.tsx";
import type { PersonProps } from "#components/study-results/people/person-room.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { recallFlags } from "#lib/study-results/flags.ts";
import { isTold, recallPeople, type PersonFigures } from "#lib/study-results/people.ts";

type Fact =
  | "right"
  | "state"
  | "counted"
  | "cohort"
  | "language"
  | "started"
  | "submitted"
  | "time"
  | "changes"
  | "confidence"
  | "checks"
  | "flags";

/** What there is to say about the sitting as a whole. */
export async function PersonFacts({ rows, view, index, texts }: PersonProps) {
  const t = await getTranslations("resultsPeople.person");
  const format = await getFormatter();
  const person = rows.people[index];
  const figures = recallPeople(rows, view).people.find((it) => it.index === index);
  if (!person || !figures) return null;
  const at = (time: Date | null) =>
    time ? (
      <time dateTime={time.toISOString()}>
        {format.dateTime(time, { dateStyle: "medium", timeStyle: "short" })} UTC
      </time>
    ) : (
      <Nothing />
    );
  const { checks } = person;
  const all = checks.passed + checks.failed;
  const asksConfidence = rows.study.design.questions.confidence.ask !== "off";
  const facts: [Fact, ReactNode][] = [
    ["right", <RightAnswers key="right" figures={figures} tracks={rows.tracks.map(({ name }) => name)} />],
    ["state", t(`state.${person.state}`)],
    ["counted", figures.isCounted ? t("isCounted") : <Exclusions exclusions={person.exclusions} />],
    ["cohort", person.cohort ? <bdi>{person.cohort}</bdi> : <Nothing />],
    ["language", person.language],
    ["started", at(texts.startedAt)],
    ["submitted", at(texts.submittedAt)],
    ["time", person.activeMs === null ? <Nothing /> : onTheWatch(person.activeMs)],
    ["changes", figures.changes],
    ["confidence", asksConfidence && <Confidence key="confidence" figures={figures} />],
    ["checks", all === 0 ? t("noChecks") : t("checksOf", { passed: checks.passed, all })],
    ["flags", <Flags key="flags" flags={recallFlags(rows, view).get(index) ?? []} />],
  ];
  return (
    <section aria-labelledby="summary" className="grid gap-3">
      <h2 id="summary" className="text-xl font-semibold">
        {t("summary")}
      </h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {facts
          .filter(([, value]) => value !== false)
          .map(([key, value]) => (
            <div key={key} className="contents">
              <dt className="text-ink-muted max-sm:mt-2">{t(`facts.${key}`)}</dt>
              <dd className="figures min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

async function RightAnswers({ figures, tracks }: { figures: PersonFigures; tracks: readonly string[] }) {
  const t = await getTranslations("resultsPeople.person");
  const { right, n, accuracy, low, high } = figures;
  const given = figures.tracks.flatMap((counts, i) =>
    counts.n === 0 ? [] : t("trackCount", { track: tracks[i] ?? "", ...counts }),
  );
  const isWhole = isTold(figures) && accuracy !== null && low !== null && high !== null;
  return (
    <span className="grid">
      <span>
        {isWhole
          ? t("shareOf", {
              ...{ right, n },
              share: inPercent(accuracy),
              low: inPercent(low),
              high: inPercent(high),
            })
          : t("rightOf", { right, n })}
      </span>
      {given.length > 1 && <span className="text-sm text-ink-muted">{given.join(" · ")}</span>}
    </span>
  );
}

async function Confidence({ figures }: { figures: PersonFigures }) {
  const t = await getTranslations("resultsPeople.person");
  const { confidence } = figures;
  if (!confidence || !isTold(confidence)) return <Nothing />;
  return t("sure", {
    mean: inPercent(confidence.mean),
    n: confidence.n,
    over: inPoints(confidence.overconfidence),
    brier: confidence.brier.toFixed(3),
  });
}
