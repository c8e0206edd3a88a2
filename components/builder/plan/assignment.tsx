import { getTranslations } from "next-intl/server";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import { PlanArms } from "#components/builder/plan/arms.tsx";
import { Prose } from "#components/builder/plan/section.tsx";

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
