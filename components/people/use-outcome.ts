"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";

type Action<T> = (previous: ActionState, form: FormData) => Promise<Result<T>>;

/**
 * Runs an action of this screen: says in a toast what it did, and returns a refusal in words. The toast is
 * sent before the page is drawn anew, because the part that asked may be gone by then.
 */
export function useOutcome<T>(action: Action<T>, done: string | ((value: T) => string), onDone?: () => void) {
  const t = useTranslations("people.errors");
  const notify = useToast();
  const [state, run] = useActionState<ActionState<T>, FormData>(async (previous, form) => {
    const result = await action(previous, form);
    if (result.ok) {
      notify({ title: typeof done === "string" ? done : done(result.value) });
      onDone?.();
    }
    return result;
  }, null);
  const code = state && !state.ok ? state.error : null;
  const refusal = code && code !== "ask_again" && (t.has(code as never) ? t(code as never) : t("unknown"));
  return { run, refusal, state };
}
