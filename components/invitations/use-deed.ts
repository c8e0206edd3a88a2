"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";

type Action<T> = (previous: ActionState, form: FormData) => Promise<Result<T>>;

/** Runs an action of this screen; what was refused is told in words, a field's at the field. */
export function useDeed<T>(action: Action<T>, onDone: (value: T, form: FormData) => void) {
  const t = useTranslations("invitations");
  const [state, run] = useActionState<ActionState<T>, FormData>(async (previous, form) => {
    const result = await action(previous, form);
    if (result.ok) onDone(result.value, form);
    return result;
  }, null);
  const failed = state && !state.ok ? state : null;
  const word = (group: "errors" | "fieldErrors", code: string): string => {
    const key = `${group}.${code}` as never;
    return t.has(key) ? t(key) : t(`${group}.unknown`);
  };
  const fields: Readonly<Record<string, string>> = failed?.fields ?? {};
  const isAtField = failed?.error === "invalid" && Object.keys(fields).length > 0;
  return {
    run,
    refusal: failed && !isAtField ? word("errors", failed.error) : null,
    errorOf: (name: string) => (fields[name] ? word("fieldErrors", fields[name]) : undefined),
  };
}
