import { getTranslations, getFormatter } from "next-intl/server";
import { PersonStrip } from "#components/study-results/answer-map/answer-map-section.tsx";
import { resultsPath, resultsPersonPath, resultsCasePath } from "#lib/paths.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import type { PersonTexts, Revision } from "#lib/study-results/people/person-queries.ts";
import type { StudyRows, RunRow, PersonRow } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import { muted, named, nothing } from "#components/study-results/figure-cells.ts";
import { cellsOf } from "#components/task-kinds/cells.ts";
import { type Cell, draw } from "#components/ui/table/cell.tsx";
import { Table, type LinkedColumn } from "#components/ui/table/table.tsx";
import { asPercent, inTime, inPercent, inPoints } from "#lib/figures/written.ts";
import { listAnswersOf, type PersonAnswer } from "#lib/study-results/people/person.ts";
import type { useFormatter, useTranslations } from "next-intl";
import { namesOf } from "#components/task-kinds/names.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { Fragment } from "react";
import {
  formatExclusions,
  formatFlags,
  type PeopleWords,
} from "#components/study-results/people/flag-words.ts";
import { getFlags } from "#lib/study-results/people/flags.ts";
import { hasEnoughAnswers, getPeople, type PersonFigures } from "#lib/study-results/people/people.ts";
import { Section } from "#components/study-results/section.tsx";

type PersonProps = { rows: StudyRows; view: View; index: number; texts: PersonTexts };

/** One participant: their answers at a glance, a summary, then everything they answered. */
export async function PersonResults(props: PersonProps) {
  return (
    <div className="grid min-w-0 gap-10">
      <Around {...props} />
      <PersonStrip {...props} />
      <PersonFacts {...props} />
      <PersonAnswers {...props} />
    </div>
  );
}

async function Around({ rows, view, index }: PersonProps) {
  const t = await getTranslations("resultsPeople.person");
  const { slug } = rows.study;
  const isLike = ({ who }: { who: View["who"] }) => who === view.who;
  const before = rows.people.slice(0, index).findLast(isLike);
  const after = rows.people.slice(index + 1).find(isLike);
  const query = writeView(view);
  return (
    <nav aria-label={t("around")} className="flex flex-wrap gap-3 print:hidden">
      <ButtonLink href={resultsPath(slug, "people", query)}>{t("back")}</ButtonLink>
      {before && (
        <ButtonLink href={resultsPersonPath(slug, before.number, query)} rel="prev" variant="quiet">
          ← {t("previous", { number: before.number })}
        </ButtonLink>
      )}
      {after && (
        <ButtonLink href={resultsPersonPath(slug, after.number, query)} rel="next" variant="quiet">
          {t("next", { number: after.number })} →
        </ButtonLink>
      )}
    </nav>
  );
}

/** Everything one participant answered, beside what was right and what others and models said. */
async function PersonAnswers(props: PersonProps) {
  const { rows, view, index } = props;
  const t = await getTranslations("resultsPeople.person");
  const format = await getFormatter();
  const number = rows.people[index]?.number ?? 0;
  const answers = listAnswersOf(rows, index, view);
  return (
    <Section id="answers" title={t("answers")}>
      {answers.length === 0 ? (
        <p className="text-ink-muted">{t("unfinished")}</p>
      ) : (
        <Table
          isTight
          caption={t("caption", { number })}
          columns={listColumns(t, rows)}
          rows={answers.map((answer) => formatAnswer(t, answer, { ...props, format }))}
        />
      )}
    </Section>
  );
}

function listColumns(t: PersonWords, { study }: StudyRows): LinkedColumn[] {
  const asksSure = study.design.questions.confidence.ask !== "off";
  const keys = [
    ...(["position", "case", "chose", "right", "time"] as const),
    ...(asksSure ? (["sure"] as const) : []),
    ...(["others", "models"] as const),
  ];
  return keys.map((key) => ({
    key,
    label: t(`columns.${key}`),
    numeric: key === "time" || key === "sure",
  }));
}

type Context = PersonProps & { format: Awaited<ReturnType<typeof getFormatter>> };

function formatAnswer(t: PersonWords, answer: PersonAnswer, { rows, view, texts, format }: Context) {
  const row = rows.cases[answer.case];
  const names = row?.optionNames ?? [];
  return {
    id: String(answer.position),
    cells: {
      position: answer.position,
      case: formatCase(t, answer, rows, view),
      chose: formatChoice(t, {
        kind: rows.kind,
        answer,
        names,
        shownAt: rows.answers.shownAt[answer.index] ?? -1,
        reason: texts.reasons.get(answer.position) ?? null,
        revisions: texts.revisions.get(answer.position) ?? [],
      }),
      right:
        row?.gold == null
          ? muted(t("noGold"))
          : { ...named(cellsOf(row.kind).formatCategory(row, row.gold)), isWhole: true, isNarrow: true },
      time: formatTime(t, answer),
      sure: answer.confidence === null ? nothing : asPercent(answer.confidence, 0),
      others: formatOthers(t, answer, names),
      models: formatModels(t, answer, rows.runs, format),
    },
  };
}

/** Which case it is, what it is in the sample for, and whether the view leaves it out. */
function formatCase(t: PersonWords, answer: PersonAnswer, rows: StudyRows, view: View): Cell {
  const row = rows.cases[answer.case];
  const track = rows.tracks[row?.track ?? 0]?.name ?? "";
  const key = row?.key ?? "";
  const isOut = !answer.isInView && row?.stratum !== "attention" && answer.isRight !== null;
  const where = [track, row && t(`strata.${row.stratum}`), isOut && t("outOfView")].filter(Boolean);
  const href = resultsCasePath(rows.study.slug, { track, key }, writeView(view));
  return [
    { text: key, isName: true, isWhole: true, href },
    " ",
    {
      text: where.join(" · "),
      isMuted: true,
      isSmall: true,
      isName: true,
      isWhole: true,
      isNarrow: true,
    },
  ];
}

type PersonWords = ReturnType<typeof useTranslations<"resultsPeople.person">>;

type Names = readonly string[];

type ChoiceInput = {
  kind: KindName;
  answer: PersonAnswer;
  names: Names;
  shownAt: number;
  reason: string | null;
  revisions: readonly Revision[];
};

/** What they chose and whether it was right, in a word; why, and how it changed, for whoever opens it. */
function formatChoice(
  t: PersonWords,
  { kind, answer, names, shownAt, reason, revisions }: ChoiceInput,
): Cell {
  const { choice, isRight, knows, isFlagged, changes, focusLosses } = answer;
  const marks = [
    shownAt >= 0 && t("place", { place: shownAt + 1 }),
    changes > 0 && t("changed", { count: changes }),
    knows !== null && t(knows ? "knew" : "knewNot"),
    isFlagged && t("flagged"),
    focusLosses > 0 && t("away", { count: focusLosses }),
  ].filter((mark) => mark !== false);
  const said: Cell[] =
    choice === null
      ? [muted(t(answer.cannotRead ? "cannotRead" : "noChoice"))]
      : [
          {
            ...named(cellsOf(kind).formatCategory({ optionNames: names }, choice)),
            isWhole: true,
            isNarrow: true,
          },
          ...(isRight === null
            ? []
            : [
                " · ",
                {
                  text: t(isRight ? "isRight" : "isWrong"),
                  isStrong: true,
                  tone: isRight ? ("success" as const) : ("danger" as const),
                },
              ]),
        ];
  const steps: Cell[] = revisions.map(({ afterMs, value, decision }) => [
    afterMs !== null && `${t("step", { time: inTime(afterMs) })} `,
    decision === null
      ? t(value.cannotRead ? "cannotRead" : "cleared")
      : named(namesOf(kind).formatDecision(value, names) ?? ""),
  ]);
  const told: Cell[] = [
    ...(marks.length > 0 ? [marks.join(" · ")] : []),
    ...(steps.length > 0 ? [...steps, muted(t("historyCaption"))] : []),
  ];
  const more = reason !== null ? "reason" : steps.length > 0 ? "history" : "marks";
  const lines = reason === null ? told : [reason, ...told];
  return [...said, lines.length > 0 && [" ", { more: t(more), lines }]];
}

function formatTime(t: PersonWords, { activeMs, firstMs }: PersonAnswer): Cell {
  if (activeMs === null) return nothing;
  return {
    text: inTime(activeMs),
    title: firstMs === null ? undefined : t("first", { time: inTime(firstMs) }),
  };
}

function formatOthers(t: PersonWords, { others }: PersonAnswer, names: Names): Cell {
  const { n, most, count } = others;
  if (n === 0) return muted(t("nobodyElse"));
  const said = most.map((option) => names[option] ?? "").join(" · ");
  return [
    { ...named(said), isWhole: true, isNarrow: true },
    " ",
    {
      text: [t("mostOf", { count, n }), ...(most.length > 1 ? [t("tied")] : [])].join(" · "),
      isMuted: true,
      isSmall: true,
      isWhole: true,
    },
  ];
}

function formatModels(
  t: PersonWords,
  { models, selecting }: PersonAnswer,
  runs: readonly RunRow[],
  format: ReturnType<typeof useFormatter>,
): Cell {
  const { right, wrong } = models;
  const n = right.length + wrong.length;
  const name = (index: number) =>
    [runs[index]?.model, runs[index]?.method, runs[index]?.version].filter(Boolean).join(" · ");
  if (n === 0 && !selecting) return muted(t("noModels"));
  const some = (key: "modelsRight" | "modelsWrong", which: readonly number[]): Cell[] =>
    which.length > 0 ? [[muted(t(key)), " ", named(format.list(which.map(name)))]] : [];
  return [
    {
      more: n === 0 ? t("noModels") : t("modelsOf", { right: right.length, n }),
      lines: [
        ...some("modelsRight", right),
        ...some("modelsWrong", wrong),
        ...(selecting
          ? [t("selecting", { name: name(selecting.run), verdict: selecting.isRight ? "right" : "wrong" })]
          : []),
      ],
    },
  ];
}

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
async function PersonFacts({ rows, view, index, texts }: PersonProps) {
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
    ["right", formatRightCount(t, figures, trackNames)],
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
    <Section id="summary" title={t("person.summary")}>
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
    </Section>
  );
}

function formatRightCount(t: PeopleWords, figures: PersonFigures, trackNames: readonly string[]): Cell {
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

type Formatter = Awaited<ReturnType<typeof getFormatter>>;

function formatComprehension(t: PeopleWords, format: Formatter, { tries }: PersonRow): Cell {
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
