import { getFormatter, getTranslations, getLocale } from "next-intl/server";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { listStated } from "#lib/reports/stated.ts";
import { hasLinked } from "#lib/studies/strata/schema.ts";
import { peoplePerArm, type Arm, type Arms } from "#lib/studies/arms/schema.ts";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { runLabel } from "#lib/studies/run-names.ts";
import { studyLanguages, textParts, type FrozenWords, type StudyLanguage } from "#lib/studies/schema.ts";
import type { ReactNode } from "react";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { messagesFor } from "#components/task-kinds/words.ts";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { missingParts } from "#lib/studies/languages.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

type SectionProps = {
  id: string;
  title: string;
  /** Where it can still be changed. */
  change?: { href: string; label: string } | undefined;
  children: ReactNode;
};

export function PlanSection({ id, title, change, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {change && (
          <a href={change.href} className="no-print text-accent underline">
            {change.label}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

/** Sentences that belong together; those that don't apply are left out. */
export function Prose({ children }: { children: readonly (ReactNode | false | null)[] }) {
  const said = children.filter((one) => one !== false && one !== null);
  return (
    <div className="measure grid gap-2">
      {said.map((one, index) => (
        <p key={index}>{one}</p>
      ))}
    </div>
  );
}

export async function PlanAssignment({ design: { assignment, sample: asked }, sample, task }: PlanReading) {
  const t = await getTranslations("builder.plan.assignment");
  const own = await getTranslations("planKinds");
  const { design, people, ratersPerCase: raters, caseOrder, optionOrder, placeHours, arms } = assignment;
  return (
    <>
      <Prose>
        {[
          t(design, { people, raters }),
          sample &&
            design !== "same" &&
            t("cells", {
              cells: sample.cells.count,
              capacity: sample.cells.capacity ?? 0,
              linked: String(hasLinked({ assignment, sample: asked })),
            }),
          t("orders", { caseOrder }),
          ...task.kinds.map((kind) => own(`${kind}.order`, { optionOrder })),
          placeHours === null ? t("placesKept") : t("places", { hours: placeHours }),
        ]}
      </Prose>
      {arms && <PlanArms arms={arms} people={people} />}
    </>
  );
}

/** What arms differ in, how they are dealt, and what each of them is. */
async function PlanArms({ arms: { differ, unit, arms }, people }: { arms: Arms; people: number }) {
  const t = await getTranslations("builder.plan.arms");
  const format = await getFormatter();
  const each = peoplePerArm({ people, arms: { differ, unit, arms } });
  return (
    <section className="grid gap-3">
      <Prose>
        {[t("differ", { arms: arms.length, differ }), t(unit, { people: each, arms: arms.length })]}
      </Prose>
      <dl className="grid gap-3">
        {arms.map((arm, at) => (
          <div key={arm.name} className="grid gap-1">
            <dt className="font-medium">{t("arm", { number: format.number(at + 1), name: arm.name })}</dt>
            <dd className="measure">
              <ArmSummary arm={arm} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

async function ArmSummary({ arm }: { arm: Arm }) {
  const t = await getTranslations("builder.plan.arms");
  const shown = await getTranslations("builderPlan.assignment.arms.shown");
  if (arm.instructions) {
    const written = studyLanguages.filter((language) => arm.instructions?.[language]);
    if (written.length === 0) return t("nothingAdded");
    return written.map((language) => (
      <div key={language} lang={language} className="border-l-2 border-line pl-4">
        <Markdown text={arm.instructions?.[language] ?? ""} lang={language} />
      </div>
    ));
  }
  if (arm.turns !== undefined) return arm.turns === null ? t("allTurns") : t("turns", { turns: arm.turns });
  if (arm.profiles !== undefined) return shown(arm.profiles ? "profiles" : "noProfiles");
  if (arm.distractors !== undefined) return shown(arm.distractors);
  return shown(arm.translation ? "translation" : "noTranslation");
}

export async function PlanRules({ design: { rules, questions }, task }: PlanReading) {
  const t = await getTranslations("builder.plan.rules");
  const format = await getFormatter();
  const { failedChecks, haste, minAnswered, incomplete, interim } = rules;
  const inPercent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  return (
    <Prose>
      {[
        t("withdrawn"),
        t("incomplete", { out: String(incomplete) }),
        failedChecks !== null ? t("checks", { failed: failedChecks }) : task.hasRight && t("noChecks"),
        (questions.comprehension ?? []).length > 0 &&
          t("comprehension", { rule: rules.comprehension ?? "record" }),
        haste
          ? t("haste", {
              seconds: haste.seconds,
              server: String(haste.byServer === true),
              share: inPercent(haste.share),
            })
          : t("noHaste"),
        minAnswered != null && t("minAnswered", { share: inPercent(minAnswered) }),
        t("interim", { on: String(interim), right: String(task.hasRight) }),
      ]}
    </Prose>
  );
}

/** What was claimed beforehand; once the study has opened, with the run that it came to. */
export async function PlanClaims({ design: { claims, frame }, comparator, task }: PlanReading) {
  const t = await getTranslations("builder.plan.claims");
  const format = await getFormatter();
  if (!claims) return <Prose>{[t("nothing")]}</Prose>;
  const { margin, epsilon, siblings, stopping } = claims;
  const points = (share: number) => format.number(share * 100, { maximumFractionDigits: 2 });
  return (
    <>
      <Prose>
        {[
          task.hasRight || claims.comparator
            ? await formatComparator(claims.comparator, comparator)
            : t("noRight"),
          margin === null ? task.hasRight && t("noMargin") : t("margin", { margin: points(margin) }),
          task.testsAnnotators &&
            t("epsilon", { epsilon: format.number(epsilon, { maximumFractionDigits: 4 }) }),
          frame.reference !== null &&
            (siblings.length > 0
              ? t("siblings", { runs: format.list(siblings.map(runLabel)) })
              : t("noSiblings")),
          stopping === null
            ? t("noStopping")
            : t("stopping", { points: points(stopping.halfWidth), people: stopping.mostPeople }),
        ]}
      </Prose>
      {comparator?.unserved && <Candidates unserved={comparator.unserved} />}
    </>
  );
}

type PlannedComparator = NonNullable<PlanReading["design"]["claims"]>["comparator"];

export async function formatComparator(
  planned: PlannedComparator,
  resolved: PlanReading["comparator"],
): Promise<string> {
  const t = await getTranslations("builder.plan.claims");
  if (planned === null) return t("none");
  if (planned.by === "name") return t("name", { run: runLabel(planned.run) });
  if (!resolved?.unserved) return t("unserved");
  const { cases, candidates } = resolved.unserved;
  return t("resolved", { run: runLabel(resolved.run), candidates, cases });
}

type UnservedCases = NonNullable<NonNullable<PlanReading["comparator"]>["unserved"]>;

async function Candidates({ unserved: { best } }: { unserved: UnservedCases }) {
  const t = await getTranslations("builder.plan.claims");
  const format = await getFormatter();
  return (
    <Table
      caption={t("table")}
      columns={[
        { key: "run", label: t("run") },
        { key: "answered", label: t("answered"), numeric: true },
        { key: "right", label: t("right"), numeric: true },
        { key: "accuracy", label: t("accuracy"), numeric: true },
      ]}
      rows={best.map((one) => ({
        id: runLabel(one),
        cells: {
          run: <bdi>{runLabel(one)}</bdi>,
          answered: format.number(one.answered),
          right: format.number(one.right),
          accuracy: format.number(one.accuracy, { style: "percent", maximumFractionDigits: 1 }),
        },
      }))}
    />
  );
}

export async function PlanRecruitment({ design: { recruitment } }: PlanReading) {
  const t = await getTranslations("builder.plan.recruitment");
  const format = await getFormatter();
  const { ways, cohorts, perAddress, reporting } = recruitment;
  const fields = await getTranslations("reporting.fields");
  return (
    <Prose>
      {[
        ways.length === 0
          ? t("none")
          : t("ways", { ways: format.list(ways.map((way) => t(`names.${way}`))) }),
        ...(perAddress !== undefined && ways.includes("open_link")
          ? [t("perAddress", { count: perAddress })]
          : []),
        cohorts.length === 0 ? t("noCohorts") : t("cohorts", { cohorts: format.list(cohorts) }),
        ...(reporting
          ? listStated(reporting).map(({ field, text }) => t("stated", { field: fields(field), text }))
          : [t("noReporting")]),
      ]}
    </Prose>
  );
}

const messages = { en, "zh-CN": zh as unknown as typeof en };
const shown = textParts.filter((part) => part !== "title");

/** The texts as participants will read them, folded away language by language. */
export async function PlanWords({ design: { words }, texts, task }: PlanReading) {
  const t = await getTranslations("builder.plan.words");
  const format = await getFormatter();
  const locale = await getLocale();
  return studyLanguages.map((language) => {
    const frozen = texts[language];
    const missing = missingParts(words[language]);
    const state = missing.length === 0 ? "whole" : missing.length === textParts.length ? "none" : "partly";
    return (
      <div key={language} className="grid gap-2">
        <p className="measure">
          {t(`${language}.${state}`, { parts: format.list(missing.map((part) => t(`parts.${part}`))) })}
        </p>
        {state !== "none" && (
          <details className="rounded-md border border-line bg-raised px-4 py-2">
            <summary className="py-2 font-medium">{t(`${language}.open`)}</summary>
            <div className="reading measure grid gap-6 py-4" lang={language}>
              <p className="text-2xl font-semibold">{frozen.title}</p>
              {shown.map((part) => (
                <section key={part} aria-label={t(`parts.${part}`)} className="grid gap-2">
                  <p lang={locale} className="text-sm font-semibold text-ink-muted">
                    {t(`parts.${part}`)}
                  </p>
                  <Markdown text={frozen[part]} lang={language} under={3} />
                </section>
              ))}
              {task.kinds.length > 1 &&
                task.kinds.map((kind) => (
                  <BetweenParts key={kind} kind={kind} language={language} words={frozen} />
                ))}
              <ConsentLines
                lines={listConsentLines(frozen)}
                language={language}
                words={messages[language].sitting}
              />
              {frozen.ticks && (
                <ul className="grid list-['☐__'] gap-1 ps-7">
                  {frozen.ticks.map(({ key, label }) => (
                    <li key={key}>{label}</li>
                  ))}
                </ul>
              )}
            </div>
          </details>
        )}
      </div>
    );
  });
}

type BetweenProps = { kind: KindName; language: StudyLanguage; words: Pick<FrozenWords, "parts"> };

/** What stands above the first case of a kind: the study's own words, or the usual ones. */
async function BetweenParts({ kind, language, words: { parts } }: BetweenProps) {
  const t = await getTranslations("builder.plan.words");
  const nameOf = await getTranslations("cases.filter.kinds");
  const own = parts?.[kind] ?? "";
  const label = t(own.trim() === "" ? "usualBefore" : "before", { kind: nameOf(kind) });
  return (
    <section aria-label={label} className="grid gap-2">
      <p lang={await getLocale()} className="text-sm font-semibold text-ink-muted">
        {label}
      </p>
      {own.trim() === "" ? (
        <p>{messagesFor(kind, messages[language]).sitting.part.what}</p>
      ) : (
        <Markdown text={own} lang={language} under={3} />
      )}
    </section>
  );
}
