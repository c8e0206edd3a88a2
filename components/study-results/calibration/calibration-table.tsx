import { getTranslations } from "next-intl/server";
import { Decimal, Percent, Points } from "#components/study-results/people/number.tsx";
import { Table } from "#components/ui/table.tsx";
import { calibrateCohorts, type Calibration } from "#lib/study-results/calibration-of-people.ts";
import { nameRun, type CalibrationSides } from "#lib/study-results/figures/calibration.ts";
import type { StudyRows } from "#lib/study-results/rows.ts";
import { leastForClaim, type View } from "#lib/study-results/schema.ts";

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
            whose: <bdi className="wrap-break-word">{name}</bdi>,
            n: calibration.n,
            without: calibration.without,
            ...(calibration.n < leastOf(id)
              ? {
                  confidence: (
                    <span className="whitespace-nowrap">{words("tooFew", { n: calibration.n })}</span>
                  ),
                }
              : {
                  confidence: <Percent value={calibration.confidence} />,
                  accuracy: <Percent value={calibration.accuracy} />,
                  over: <Points value={calibration.overconfidence} />,
                  ece: <Percent value={calibration.ece} />,
                  brier: <Decimal value={calibration.brier} />,
                }),
          },
        }))}
      />
    </section>
  );
}

/** A model answers each case once. */
const leastOf = (id: string): number => (id.startsWith("run ") ? leastForClaim.cases : leastForClaim.answers);
