import { getTranslations } from "next-intl/server";
import { decimal, named, percent, points } from "#components/study-results/figure-cells.ts";
import { Table } from "#components/ui/table/table.tsx";
import { calibrateCohorts, type Calibration } from "#lib/study-results/people/calibration-of-people.ts";
import { nameRun, type CalibrationSides } from "#lib/study-results/figures/calibration.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, type View } from "#lib/study-results/schema.ts";

type Props = { rows: StudyRows; view: View; sides: CalibrationSides };

/** The figures of people, of each of their cohorts, and of the model beside them. */
export async function CalibrationTable({ rows, view, sides }: Props) {
  const t = await getTranslations("resultsPeople.calibration");
  const words = await getTranslations("resultsPeople");
  const lines: { id: string; name: string; calibration: Calibration }[] = [
    { id: "people", name: t(view.who), calibration: sides.people },
    ...calibrateCohorts(rows, view).map(({ cohort, calibration }) => ({
      id: `cohort ${cohort ?? ""}`,
      name: cohort ?? words("cohorts.none"),
      calibration,
    })),
    ...(sides.run && sides.model
      ? [{ id: `run ${sides.run.id}`, name: nameRun(sides.run), calibration: sides.model }]
      : []),
  ];
  return (
    <section aria-labelledby="numbers" className="grid min-w-0 gap-3">
      <h2 id="numbers" className="text-xl font-semibold">
        {t("table.title")}
      </h2>
      <Table
        caption={t("table.caption")}
        columns={(["whose", "n", "without", "confidence", "accuracy", "over", "ece", "brier"] as const).map(
          (key) => ({ key, label: t(`table.${key}`), numeric: key !== "whose" }),
        )}
        rows={lines.map(({ id, name, calibration }) => ({
          id,
          cells: {
            whose: named(name),
            n: calibration.n,
            without: calibration.without,
            ...(calibration.n < minOf(id)
              ? {
                  confidence: { text: words("tooFew", { n: calibration.n }), isWhole: true },
                }
              : {
                  confidence: percent(calibration.confidence),
                  accuracy: percent(calibration.accuracy),
                  over: points(calibration.overconfidence),
                  ece: percent(calibration.ece),
                  brier: decimal(calibration.brier),
                }),
          },
        }))}
      />
    </section>
  );
}

/** A model answers each case once. */
const minOf = (id: string): number => (id.startsWith("run ") ? minForClaim.cases : minForClaim.answers);
