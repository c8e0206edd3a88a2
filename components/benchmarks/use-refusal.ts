"use client";

import { useTranslations } from "next-intl";
import type { ActionState } from "#lib/auth/define-action.ts";

/** An action's refusal in words; null where there is none. */
export function useRefusal(): (state: ActionState) => string | null {
  const t = useTranslations("benchmarks.errors");
  return (state) => {
    if (!state || state.ok) return null;
    return t.has(state.error as never) ? t(state.error as never) : t("unknown");
  };
}

/** What is wrong with one field of a form. */
export function useFieldError(): (state: ActionState, field: string) => string | undefined {
  const t = useTranslations("benchmarks.fieldErrors");
  return (state, field) => {
    const code = state && !state.ok ? state.fields?.[field] : undefined;
    if (code === undefined) return undefined;
    return t.has(code as never) ? t(code as never) : t("unknown");
  };
}
