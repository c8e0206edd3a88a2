import { getFormatter, getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { Prose } from "#components/builder/plan/section.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { runLabel } from "#lib/studies/run-names.ts";

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
            ? await wordComparator(claims.comparator, comparator)
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

type Planned = NonNullable<PlanReading["design"]["claims"]>["comparator"];

async function wordComparator(planned: Planned, resolved: PlanReading["comparator"]): Promise<string> {
  const t = await getTranslations("builder.plan.claims");
  if (planned === null) return t("none");
  if (planned.by === "name") return t("name", { run: runLabel(planned.run) });
  if (!resolved?.unserved) return t("unserved");
  const { cases, candidates } = resolved.unserved;
  return t("resolved", { run: runLabel(resolved.run), candidates, cases });
}

type Unserved = NonNullable<NonNullable<PlanReading["comparator"]>["unserved"]>;

async function Candidates({ unserved: { best } }: { unserved: Unserved }) {
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
