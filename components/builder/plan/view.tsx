import { getTranslations, getFormatter, getLocale } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import {
  PlanSection,
  Prose,
  PlanAssignment,
  PlanClaims,
  PlanRecruitment,
  PlanRules,
  PlanWords,
} from "#components/builder/plan/sentences.tsx";
import { PowerResults } from "#components/builder/power-results.tsx";
import { designPath, preregistrationAddress } from "#lib/paths.ts";
import { countRatedOnce, listRatedOnce, stepNames, type Stratum } from "#lib/studies/schema.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";
import { EmptyColumns } from "#components/ui/table/empty-columns-note.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { formatLanguage } from "#lib/i18n/other-language.ts";
import { countSampled } from "#lib/studies/languages.ts";
import { runLabel } from "#lib/studies/run-names.ts";
import {
  countAsked,
  countLinked,
  countNames,
  listAskedTracks,
  quotaNames,
  quotaOf,
  sampledStrata,
} from "#lib/studies/strata/schema.ts";
import { formatSelectedCases } from "#lib/study-results/overview/selection-words.ts";
import { useTranslations } from "next-intl";
import { ButtonLink } from "#components/ui/button.tsx";

type Questions = PlanReading["design"]["questions"];

async function PlanQuestions({ design: { questions }, task }: PlanReading) {
  const t = await getTranslations("builder.plan.questions");
  const own = await getTranslations("planKinds");
  const { confidence, reason, knowsWork, flag, background, timeLimitMinutes, showScore } = questions;
  const { mayGoBack, draftsCount, mayPass, comprehension = [] } = questions;
  const asked = [
    ["confidence", confidence.ask],
    ["reason", reason],
    ["knowsWork", knowsWork],
    ["flag", flag],
  ] as const;
  return (
    <>
      <Prose>
        {[
          ...task.kinds.map((kind) => own(`${kind}.asked`)),
          ...(confidence.ask !== "off" && confidence.form === "options"
            ? task.kinds.map((kind) => own(`${kind}.sure`, { need: confidence.ask }))
            : []),
          ...asked.map(
            ([name, need]) =>
              need !== "off" &&
              !(name === "confidence" && confidence.form === "options") &&
              t(name, { need }),
          ),
          confidence.ask !== "off" &&
            confidence.guided !== undefined &&
            t("guided", { on: String(confidence.guided) }),
          asked.every(([, need]) => need === "off") && t("nothingElse"),
          timeLimitMinutes === null ? t("noLimit") : t("limit", { minutes: timeLimitMinutes }),
          t("back", { may: String(mayGoBack) }),
          task.hasProfiles && questions.profiles !== undefined && t("profiles"),
          mayPass !== undefined && t("pass", { may: String(mayPass), right: String(task.hasRight) }),
          !mayGoBack && draftsCount !== undefined && t("drafts", { count: String(draftsCount) }),
          task.hasRight && t("score", { shown: String(showScore) }),
          questions.breakAfterMinutes != null && t("break", { minutes: questions.breakAfterMinutes }),
          questions.showPace === true && t("pace"),
          questions.reportPassage && t("report"),
          questions.lastComment && t("comment"),
          background.length === 0 && t("noBackground"),
          background.length > 0 && questions.preferNotToSay === true && t("preferNotToSay"),
        ]}
      </Prose>
      {comprehension.length > 0 && (
        <QuestionTable
          caption="comprehension"
          questions={comprehension}
          last={{ key: "right", say: ({ options, right }) => nameRight(options, right) }}
        />
      )}
      {background.length > 0 && (
        <QuestionTable
          caption="background"
          questions={background}
          free={({ kind }) => (kind === "choice" ? null : t(`kinds.${kind}`))}
          last={{ key: "need", say: ({ need }) => t(`needs.${need}`) }}
        />
      )}
    </>
  );
}

type Question = Questions["background"][number] | NonNullable<Questions["comprehension"]>[number];
type TableProps<T> = {
  caption: "background" | "comprehension";
  questions: readonly T[];
  /** What can be answered, where that isn't one of several. */
  free?: (question: T) => string | null;
  /** The last column: its heading, and what it says. */
  last: { key: "need" | "right"; say: (question: T) => string };
};

async function QuestionTable<T extends Question>({ caption, questions, free, last }: TableProps<T>) {
  const t = await getTranslations("builder.plan.questions");
  return (
    <Table
      caption={t(caption)}
      hideCaption={false}
      columns={[
        { key: "key", label: t("key") },
        { key: "en", label: t("inEnglish") },
        { key: "zh", label: t("inChinese") },
        { key: "answers", label: t("answers") },
        { key: last.key, label: t(last.key) },
      ]}
      rows={questions.map((question, index) => ({
        id: `${index}`,
        cells: {
          key: <code className="font-mono text-sm">{question.key}</code>,
          en: question.label.en,
          zh: <span lang="zh-CN">{question.label["zh-CN"]}</span>,
          answers: free?.(question) ?? question.options.map(nameOption).join("; "),
          [last.key]: last.say(question),
        },
      }))}
    />
  );
}

const nameRight = (options: Question["options"], right: string) =>
  options.find(({ value }) => value === right)?.label.en || right;
const nameOption = ({ label, value }: Question["options"][number]) => label.en || value;

async function PlanFrame({ benchmark, design: { frame }, filters, eligible, task }: PlanReading) {
  const t = await getTranslations("builder.plan.frame");
  const own = await getTranslations("planKinds");
  const format = await getFormatter();
  const { reference, options, answerLength } = frame;
  const filtered = formatSelectedCases(filters, await getLocale());
  const strata = reference ? (["selected", "unsure", "controls"] as const) : [];
  const columns = [
    { key: "track", label: t("track") },
    { key: "language", label: t("language") },
    { key: "cases", label: t("cases"), numeric: true },
    ...strata.map((key) => ({ key, label: t(key), numeric: true, mayGo: true })),
  ];
  const rows = eligible.map(({ track, language, cases, selected, unsure, controls }) => ({
    id: track,
    cells: {
      track: <bdi>{track}</bdi>,
      language,
      cases: format.number(cases),
      selected: format.number(selected),
      unsure: unsure === undefined ? "–" : format.number(unsure),
      controls: format.number(controls),
    },
  }));
  return (
    <>
      <Prose>
        {[
          benchmark
            ? t("from", { benchmark: benchmark.name, tracks: format.list(frame.tracks) || t("noTrack") })
            : t("noBenchmark"),
          ...task.kinds.map((kind) => own(`${kind}.eligible`)),
          options !== null && t("options", inWords(options)),
          answerLength !== null && t("answerLength", inWords(answerLength)),
          reference
            ? t("reference", {
                run: runLabel(reference),
                threshold: format.number(reference.threshold, level),
              })
            : t("noReference", { filtered: filters.length > 0 ? "yes" : "no" }),
          filtered !== null && t("filtered", { cases: filtered }),
          reference && t("byConstruction", { model: reference.model }),
        ]}
      </Prose>
      {eligible.length > 0 && (
        <div className="min-w-0">
          <Table caption={t("table")} columns={columns} rows={rows} />
          <EmptyColumns columns={columns} rows={rows} />
        </div>
      )}
    </>
  );
}

const listLeftOut = ({ leftOut = [] }: PlanReading["design"]["sample"]) => ({
  cases: leftOut.length,
  list: leftOut.map(({ track, key }) => `${track}: ${key}`).join("; "),
});

const level = { minimumFractionDigits: 2, maximumFractionDigits: 6 } as const;

const inWords = ({ least, most }: { least: number; most: number | null }) => ({
  least,
  most: most ?? 0,
  bound: most === null ? "open" : "closed",
});

async function PlanSample({ design: { frame, sample: asked, assignment }, sample, eligible }: PlanReading) {
  const t = await getTranslations("builder.plan.sample");
  const format = await getFormatter();
  const { attention, practice, repeats, mostFromOneSource, seed } = asked;
  const wanted = listAskedTracks(asked);
  const tracks = [...new Set([...frame.tracks, ...wanted])].filter((track) => wanted.includes(track));
  const total = countAsked(asked);
  const shown = sampledStrata.filter((stratum) => stratum !== "unsure" || asked.unsure);
  const locale = await getLocale();
  const inLanguage = await getTranslations("builder.languages");
  const languages = countSampled(eligible, asked).map(({ language, cases }) =>
    inLanguage("each", { cases, language: formatLanguage(language, locale) }),
  );
  const numbers = [
    ...shown.map((stratum) => quotaNames[stratum]),
    ...shown.map((stratum) => `${countNames[stratum]}All` as const),
  ];
  const columns = [
    { key: "track", label: t("track") },
    ...numbers.map((key) => ({ key, label: t(key), numeric: true, mayGo: true })),
  ];
  const drawn = (stratum: Stratum, track: string) => {
    const own = sample?.counts.filter((one) => one.stratum === stratum && one.track === track);
    return own ? format.number(own.reduce((sum, { cases }) => sum + cases, 0)) : "–";
  };
  const rows = tracks.map((track) => ({
    id: track,
    cells: {
      track: <bdi>{track}</bdi>,
      ...Object.fromEntries(
        shown.flatMap((stratum) => [
          [quotaNames[stratum], format.number(quotaOf(asked, stratum)[track] ?? 0)],
          [`${countNames[stratum]}All`, drawn(stratum, track)],
        ]),
      ),
    },
  }));
  return (
    <>
      <Prose>
        {[
          t("total", { cases: total, attention: attention.count, practice: practice.count }),
          attention.count > 0 && t("attention", { count: attention.count, named: attention.cases.length }),
          practice.count > 0 && t("practice", { count: practice.count, named: practice.cases.length }),
          ...Object.entries(asked.groups ?? {}).map(([track, each]) => {
            const attribute = asked.pairBy?.[track];
            return attribute ? t("pairs", { track, each, attribute }) : t("groups", { track, each });
          }),
          ...tracks.flatMap((track) => {
            const linked = countLinked(asked, assignment, "selected", track);
            return linked > 0 ? [t("linked", { track, linked })] : [];
          }),
          asked.oncePerQuestion === true && t("once"),
          asked.leftOut && t("leftOut", listLeftOut(asked)),
          asked.ratedOnce &&
            t("ratedOnce", { ...countRatedOnce(asked.ratedOnce), list: listRatedOnce(asked.ratedOnce) }),
          repeats !== undefined && t("repeats", { repeats }),
          mostFromOneSource !== null && t("source", { most: mostFromOneSource }),
          languages.length > 1 && t("languages", { each: format.list(languages) }),
          t("seed", { seed: String(seed) }),
        ]}
      </Prose>
      {tracks.length > 0 && (
        <div className="min-w-0">
          <Table caption={t("table")} columns={columns} rows={rows} />
          <EmptyColumns columns={columns} rows={rows} />
        </div>
      )}
      {sample && (
        <p className="text-sm text-ink-muted">
          {t("digest")} <code className="font-mono wrap-anywhere text-ink">{sample.digest}</code>
        </p>
      )}
    </>
  );
}

const parts = {
  frame: PlanFrame,
  sample: PlanSample,
  assignment: PlanAssignment,
  questions: PlanQuestions,
  words: PlanWords,
  rules: PlanRules,
  claims: PlanClaims,
  recruitment: PlanRecruitment,
} as const;

type Props = {
  plan: PlanReading;
  power: PowerPlan;
  /** The address of a draft, whose steps can still be changed. */
  draft?: string;
};

/** All of a plan on one page, as a reviewer would read it. */
export async function PlanView({ plan, power, draft }: Props) {
  const t = await getTranslations("builder");
  return stepNames.map((step) => {
    const Part = step === "power" ? null : parts[step];
    const name = t(`steps.${step}.name`);
    return (
      <PlanSection
        key={step}
        id={`plan-${step}`}
        title={name}
        change={
          draft === undefined
            ? undefined
            : { href: designPath(draft, step), label: t("plan.change", { step: name }) }
        }
      >
        {Part ? <Part {...plan} /> : <PowerResults plan={power} />}
      </PlanSection>
    );
  });
}

/** The plan in words, to be taken to a registry; that of a draft says that it is none yet. */
export function PreregistrationLinks({ slug, isFrozen }: { slug: string; isFrozen: boolean }) {
  const t = useTranslations("builder.preregistration");
  return (
    <section aria-labelledby="preregistration" className="grid gap-3 border-t border-line pt-6">
      <h2 id="preregistration" className="text-xl font-semibold">
        {t("title")}
      </h2>
      <p className="measure text-ink-muted">{t(isFrozen ? "frozen" : "draft")}</p>
      <p className="flex flex-wrap gap-3">
        {(["md", "text"] as const).map((format) => (
          <ButtonLink key={format} href={preregistrationAddress(slug, format)} download>
            {t(format)}
          </ButtonLink>
        ))}
      </p>
    </section>
  );
}
