import { useTranslations } from "next-intl";
import { usePowerCells } from "#components/builder/power/cells.ts";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

/** The plan beside the same one with fewer or more people, or another design. */
export function PowerChanges({ plan: { rows, changes, design, people } }: { plan: PowerPlan }) {
  const t = useTranslations("builderPlan.power");
  const { columns, cellsOf } = usePowerCells();
  const [planned] = rows;
  if (!planned) return null;
  const all = [{ design, people, figures: planned.figures }, ...changes];
  return (
    <div className="grid gap-3">
      <h3 className="text-lg font-semibold">{t("changes.title")}</h3>
      <p className="measure text-ink-muted">{t("changes.intro")}</p>
      <LiveTable
        caption={t("changes.title")}
        columns={[{ key: "name", label: t("changes.plan") }, ...columns]}
        rows={all.map(({ figures, ...one }, index) => {
          const name = t("changes.of", { people: one.people, design: t(`changes.designs.${one.design}`) });
          return {
            id: `${one.design} ${one.people}`,
            cells: {
              name: index === 0 ? t("changes.planned", { plan: name }) : name,
              ...cellsOf(figures),
            },
          };
        })}
      />
    </div>
  );
}
