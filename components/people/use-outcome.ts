"use client";

import { useTranslations } from "next-intl";
import { useActionState, useEffect } from "react";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";

type Action<T> = (previous: ActionState, form: FormData) => Promise<ActionState<T>>;

/** Runs an action of this screen: says what it did in a toast, and returns the refusal in words. */
export function useOutcome<T>(action: Action<T>, done: string, onDone?: () => void) {
  const t = useTranslations("people.errors");
  const notify = useToast();
  const [state, run] = useActionState(
    action as (previous: ActionState<T>, form: FormData) => Promise<ActionState<T>>,
    null,
  );
  useEffect(() => {
    if (!state?.ok) return;
    notify({ title: done });
    onDone?.();
    // Once for each outcome: the words and callbacks are new on every render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [state]);
  const code = state && !state.ok ? (state.fields?.name ?? state.fields?.role ?? state.error) : null;
  const refusal = code && (t.has(code as never) ? t(code as never) : t("unknown"));
  return { state, run, refusal };
}
