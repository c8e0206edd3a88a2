import { useFormatter, useTranslations } from "next-intl";
import { ArmsPower } from "#components/builder/power/arms.tsx";
import { PowerChanges } from "#components/builder/power/changes.tsx";
import { usePowerCells } from "#components/builder/power/cells.ts";
import { JudgedPower } from "#components/builder/power/judged.tsx";
import { PowerMethod } from "#components/builder/power/method.tsx";
import { PowerSaying } from "#components/builder/power/saying.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { inPercent } from "#lib/figures/written.ts";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import { usualMean, usualShare } from "#lib/studies/opening/power-schema.ts";
import type { PowerPlan, PowerRow } from "#lib/studies/opening/power-plan.ts";

const rowKey = ({ stratum, track }: PowerRow): string => `${stratum} ${track ?? ""}`;

function usePowerName() {
  const t = useTranslations("builderPlan.power");
  return ({ stratum, track }: Pick<PowerRow, "stratum" | "track">): string =>
    track ?? (stratum === "control" ? t("controls") : t("together"));
}

/** What the planned people and cases can be expected to show: for the builder and for whoever checks the plan. */
export function PowerResults({ plan }: { plan: PowerPlan }) {
  const t = useTranslations("builderPlan.power");
  const format = useFormatter();
  const { columns, cellsOf } = usePowerCells();
  const nameOf = usePowerName();
  const { mean = usualMean, share = usualShare } = plan.assumptions;
  const judged = plan.judged.length > 0 && <JudgedPower rows={plan.judged} assumed={{ mean, share }} />;
  if (plan.rows.length === 0) return judged || <p className="text-ink-muted">{t("noQuota")}</p>;
  const hasControls = plan.rows.some(({ stratum }) => stratum === "control");
  return (
    <div className="grid gap-6">
      <LiveTable
        caption={t("caption")}
        columns={[
          { key: "name", label: t("columns.cases") },
          { key: "perPerson", label: t("columns.perPerson"), numeric: true },
          ...columns,
        ]}
        rows={plan.rows.map((row) => ({
          id: rowKey(row),
          cells: {
            name: nameOf(row),
            perPerson: format.number(row.casesPerPerson),
            ...cellsOf(row.figures),
          },
        }))}
      />
      <ul className="measure grid list-disc gap-2 pl-5">
        {plan.rows.map((row) => (
          <li key={rowKey(row)}>
            <strong>{nameOf(row)}.</strong> <PowerSaying row={row} people={plan.people} />
          </li>
        ))}
      </ul>
      {plan.arms && <ArmsPower arms={plan.arms} />}
      {plan.benchmark && (
        <p className="measure">
          {t("benchmark", {
            half: inPercent(plan.benchmark.half),
            accuracy: inPercent(plan.assumptions.accuracy),
          })}
        </p>
      )}
      {plan.selectedBy ? (
        <Callout tone="warning" title={t("selecting.title", { run: plan.selectedBy })}>
          <p>{t("selecting.text")}</p>
          <p>{t(hasControls ? "selecting.controls" : "selecting.noControls")}</p>
        </Callout>
      ) : null}
      {plan.changes.length > 0 && <PowerChanges plan={plan} />}
      <PowerMethod plan={plan} />
      {judged}
    </div>
  );
}
