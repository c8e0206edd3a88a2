"use client";

import { useTranslations } from "next-intl";
import type { ActionState } from "#lib/auth/define-action.ts";
import { settingLimits, trialLimits } from "#lib/endpoint-runs/setting-limits.ts";

const limits: Readonly<Record<string, readonly [number, number]>> = { ...settingLimits, ...trialLimits };

/** Refusals of the whole that one field can mend. */
const fieldOf: Readonly<Record<string, string>> = {
  taken: "version",
  no_endpoint: "endpointId",
  no_cases: "over",
  no_template: "templateVersionId",
};

export type ErrorOf = (name: string) => string | undefined;

/** Said where it can be mended, and nowhere else. */
export const isAtField = (state: ActionState): boolean =>
  state !== null && !state.ok && (state.error in fieldOf || Object.keys(state.fields ?? {}).length > 0);

/** What is wrong with one field, in words: a number that is out of its range is told the range. */
export function useFieldError(state: ActionState): ErrorOf {
  const t = useTranslations("endpointRuns.fieldErrors");
  return (name) => {
    if (state === null || state.ok) return undefined;
    const code = state.fields?.[name] ?? (fieldOf[state.error] === name ? state.error : undefined);
    if (code === undefined) return undefined;
    const [least, most] = limits[name] ?? [];
    if (code === "too_small" && least !== undefined) return t("below", { least });
    if (code === "too_large" && most !== undefined) return t("above", { most });
    if (code === "few_cases") return t(code, countsOf(state.fields));
    const { line = "", found = "" } = state.fields ?? {};
    return t.has(code as never) ? t(code as "unknown_case", { line, found }) : t("unknown");
  };
}

/** Why there are too few cases for a trial. */
function countsOf(fields: Readonly<Record<string, string>> = {}) {
  const { free, inStudies, unasked } = fields;
  return { free: Number(free), inStudies: Number(inStudies), unasked: Number(unasked) };
}
