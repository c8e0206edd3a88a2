import { getTranslations } from "next-intl/server";
import { DifferenceTable, type ToldDifference } from "#components/study-results/people/difference-table.tsx";
import { nameOf } from "#components/model-runs/figures.ts";
import type { ArmResults } from "#lib/study-results/arms/arms.ts";
import {
  getArmDifferences,
  type ArmDifference,
  type ModelDifference,
} from "#lib/study-results/arms/differences.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; arms: readonly ArmResults[] };

/** By how much arms differ over the cases that have answers under both: people, and each model that was asked under both. */
export async function ArmDifferencesSection({ rows, view, arms }: Props) {
  const t = await getTranslations("resultsArms");
  const { people, models } = getArmDifferences(rows, view);
  const nameArm = (arm: number) => arms[arm - 1]?.name ?? "";
  const pair = ({ first, second }: ArmDifference) =>
    t("differences.pair", { first: nameArm(first), second: nameArm(second) });
  const tell = (difference: ArmDifference, name: string): ToldDifference => ({
    ...difference,
    name,
    ...(difference.reason !== null && { instead: t(`differences.reasons.${difference.reason}`) }),
    note: t("differences.cases", { count: difference.cases }),
  });
  const isOfCases = rows.study.design.assignment.arms?.unit === "cases";
  return (
    <section aria-labelledby="differences" className="grid min-w-0 gap-4">
      <h2 id="differences" className="text-xl font-semibold">
        {t("differences.title")}
      </h2>
      <DifferenceTable
        caption={t("differences.people", { who: view.who })}
        of={t("differences.arms")}
        note={t("differences.over")}
        differences={people.map((difference) => tell(difference, pair(difference)))}
      />
      {models.length > 0 && (
        <DifferenceTable
          caption={t("differences.models")}
          of={t("differences.arms")}
          note={t("differences.over")}
          differences={models.map((difference) =>
            tell(difference, `${nameRuns(difference)}: ${pair(difference)}`),
          )}
        />
      )}
      <p className="measure text-sm text-ink-muted">
        {t(isOfCases ? "differences.methodOfCases" : "differences.methodOfPeople", {
          tests: people.filter(({ holm }) => holm !== null).length,
        })}{" "}
        {models.length > 0 && t("differences.methodOfModels")}
      </p>
    </section>
  );
}

function nameRuns({ runs: [one, other] }: ModelDifference): string {
  const [first, second] = [nameOf(one), nameOf(other)];
  return first === second ? `${one.model} ${first}` : `${one.model} ${first} / ${second}`;
}
