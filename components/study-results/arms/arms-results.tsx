import { getTranslations } from "next-intl/server";
import { ArmDifferencesSection } from "#components/study-results/arms/arm-differences.tsx";
import { ArmModels, ArmPeople } from "#components/study-results/arms/arm-tables.tsx";
import { Kept } from "#components/study-results/kept.tsx";
import { Table } from "#components/ui/table/table.tsx";
import { countArms, getArms } from "#lib/study-results/arms/arms.ts";
import { findPlainArm, variesCases } from "#lib/study-results/arms/place.ts";
import { hasRight } from "#lib/study-results/rows/choices.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { writeView, type View } from "#lib/study-results/schema.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";

type Props = { rows: StudyRows; view: View; arms: Arms };

/** What people and models did under each arm, and by how much arms differ on the same cases. */
export async function ArmsResults({ rows, view, arms }: Props) {
  const t = await getTranslations("resultsArms");
  const differences = await getTranslations("builderPlan.assignment.arms.differences");
  return (
    <>
      <p className="measure text-lg">
        {t("design", {
          count: arms.arms.length,
          differ: differences(`${arms.differ}.name`),
          unit: arms.unit,
        })}
      </p>
      {hasRight(rows) ? (
        <Kept rows={rows} view={view} of={`arms ${writeView(view)}`}>
          <Compared rows={rows} view={view} />
        </Kept>
      ) : (
        <NotCompared rows={rows} view={view} />
      )}
    </>
  );
}

type Told = Omit<Props, "arms">;

async function Compared({ rows, view }: Told) {
  const t = await getTranslations("resultsArms");
  const { design } = rows.study;
  const arms = getArms(rows, view);
  return (
    <div className="grid min-w-0 gap-12">
      <section aria-labelledby="people" className="grid min-w-0 gap-4">
        <h2 id="people" className="text-xl font-semibold">
          {t("people.title")}
        </h2>
        <ArmPeople arms={arms} view={view} />
      </section>
      <section aria-labelledby="models" className="grid min-w-0 gap-4">
        <h2 id="models" className="text-xl font-semibold">
          {t("models.title")}
        </h2>
        {arms.some(({ models }) => models.length > 0) ? (
          <ArmModels arms={arms} view={view} />
        ) : (
          <p className="measure">{t("models.none")}</p>
        )}
        <p className="measure text-sm text-ink-muted">
          {t(variesCases(design) ? "models.ofCases" : "models.ofRuns")}
        </p>
      </section>
      <ArmDifferencesSection rows={rows} view={view} arms={arms} />
      {variesCases(design) && findPlainArm(design) === null && <p className="measure">{t("nonePlain")}</p>}
    </div>
  );
}

/** Where answers are neither right nor wrong: how many there are. */
async function NotCompared({ rows, view }: Told) {
  const t = await getTranslations("resultsArms");
  const counted = countArms(rows, view);
  return (
    <div className="grid min-w-0 gap-4">
      <Table
        caption={t("people.caption")}
        columns={[
          { key: "arm", label: t("columns.arm"), atLeast: 36 },
          ...(["people", "cases", "answers"] as const).map((key) => ({
            key,
            label: t(`columns.${key}`, { who: view.who }),
            numeric: true,
          })),
        ]}
        rows={counted.map(({ arm, name, n }) => ({
          id: String(arm),
          cells: { arm: { text: name, isName: true }, ...n },
        }))}
      />
      <p className="measure">{t("withoutRight")}</p>
    </div>
  );
}
