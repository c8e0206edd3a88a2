import { useTranslations } from "next-intl";
import { usePowerNumbers } from "#components/builder/power/numbers.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

const notes = ["model", "interval", "gap", "limits"] as const;

/** What was assumed and simulated, so that a reviewer can judge it and do it again. */
export function PowerMethod({ plan: { rows, assumptions } }: { plan: PowerPlan }) {
  const t = useTranslations("builderPlan.power.method");
  const { percent, exactly, count } = usePowerNumbers();
  const planned = rows[0]?.figures;
  if (!planned) return null;
  const { coverage, falseAlarms, simulations } = planned;
  const values = {
    accuracy: exactly(assumptions.accuracy),
    personSpread: assumptions.personSpread,
    caseSpread: assumptions.caseSpread,
    level: percent(planned.assumptions.level),
    power: percent(planned.assumptions.power),
    seed: String(planned.assumptions.seed),
    simulations: count(simulations),
  };
  return (
    <details className="measure text-ink-muted">
      <summary className="font-medium text-accent">{t("title")}</summary>
      <div className="mt-2 grid gap-2">
        {notes.map((note) => (
          <p key={note}>{t(note, values)}</p>
        ))}
        {coverage !== null && falseAlarms !== null && (
          <p>{t("quality", { coverage: exactly(coverage), alarms: exactly(falseAlarms) })}</p>
        )}
      </div>
    </details>
  );
}
