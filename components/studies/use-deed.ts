"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";

type Action<T> = (previous: ActionState, form: FormData) => Promise<Result<T>>;

/**
 * Runs an action on a study, its people or its team: says in a toast what it did, and returns a refusal in words
 * and the codes of what is wrong with single fields.
 */
export function useDeed<T>(action: Action<T>, done: string, onDone?: (value: T) => void) {
  const t = useTranslations("studies.errors");
  const notify = useToast();
  const [state, run] = useActionState<ActionState<T>, FormData>(async (previous, form) => {
    const result = await action(previous, form);
    if (result.ok) {
      notify({ title: done });
      onDone?.(result.value);
    }
    return result;
  }, null);
  const refused = state && !state.ok ? state : null;
  const code = refused?.error as never;
  const refusal = refused && (t.has(code) ? t(code) : t("unknown"));
  return { run, refusal, fields: refused?.fields ?? {} };
}
