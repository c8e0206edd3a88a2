import { getFormatter, getTranslations } from "next-intl/server";
import { Prose } from "#components/builder/plan/section.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { listStated } from "#lib/reports/stated.ts";
import { peoplePerArm, type Arm, type Arms } from "#lib/studies/arms/schema.ts";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { runLabel } from "#lib/studies/run-names.ts";
import { studyLanguages } from "#lib/studies/schema.ts";

export async function PlanAssignment({ design: { assignment }, sample, task }: PlanReading) {
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
            t("cells", { cells: sample.cells.count, capacity: sample.cells.capacity ?? 0 }),
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

async function formatComparator(
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
