import { createTranslator } from "use-intl/core";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import { joinList, formatRunName } from "#lib/reports/words.ts";
import type { PlanReading } from "#lib/studies/opening/plan-reading.ts";
import type { PowerPlan } from "#lib/studies/opening/power-plan.ts";

/** What is registered before a study begins: its plan, frozen or as a draft. */
export type PlannedStudy = {
  title: string;
  slug: string;
  plan: PlanReading;
  power: PowerPlan;
  /** Null for a draft. */
  frozen: { at: Date; hash: string; software: string } | null;
};

/** Registries take text, so that it is worded here for Markdown and text alike. */
export const p = createTranslator({ locale: "en", messages: en, namespace: "preregistration" });

/** What each kind of task says of a plan. */
export const own = createTranslator({ locale: "en", messages: en, namespace: "planKinds" });

/** The model that people are held against, as far as it is known; null where the plan names none. */
export function formatComparatorName({ plan: { design, comparator: frozen } }: PlannedStudy): string | null {
  if (frozen) return formatRunName(frozen.run);
  const comparator = design.claims?.comparator ?? null;
  if (!comparator) return null;
  return comparator.by === "name" ? formatRunName(comparator.run) : p("thePlanned");
}

export const listRuns = (runs: readonly Parameters<typeof formatRunName>[0][]): string =>
  joinList(runs.map(formatRunName));

/** What the study comes to besides accuracy. */
export const listEstimates = ({ plan: { task } }: PlannedStudy) =>
  task.measures.flatMap((measure) => (measure === "accuracy" ? [] : [measure]));
