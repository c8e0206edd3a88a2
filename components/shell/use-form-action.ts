"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { documentLanguage } from "#components/shell/error-words.ts";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { awayWords, isAway } from "#lib/i18n/away-words.ts";
import { fail, type Result } from "#lib/result.ts";

type Action<T> = (previous: ActionState, form: FormData) => Promise<Result<T>>;
export type ErrorWords =
  `${"studies" | "people" | "invitations" | "reviews" | "endpoints" | "endpointRuns" | "promptTemplates" | "cards.staff" | "demo.remove"}.errors`;
export type FieldErrorWords =
  `${"invitations" | "reviews" | "endpoints" | "cards.staff" | "demo.remove"}.fieldErrors`;
type Options<T> = {
  /** Where the messages have the words of its refusals, by their codes and with one for "unknown". */
  errors: ErrorWords;
  /** Where they have those of single fields. */
  fieldErrors?: FieldErrorWords;
  /** Said in a toast, before the page is drawn anew: the part that asked may be gone by then. */
  done?: string | ((value: T) => string);
  onDone?: (value: T, form: FormData) => void;
};

/** An error would take the form away, and with it what was typed. */
function keepFormWhileAway(error: unknown) {
  if (isAway(error)) return fail("database_away");
  throw error;
}

/** Runs an action of a staff screen. What was refused comes back in words: a field's at the field, the rest as `refusal`. */
export function useFormAction<T>(action: Action<T>, { errors, fieldErrors, done, onDone }: Options<T>) {
  const t = useTranslations();
  const notify = useToast();
  const [state, run, isPending] = useActionState<ActionState<T>, FormData>(async (previous, form) => {
    const result = await action(previous, form).catch(keepFormWhileAway);
    if (result.ok) {
      if (done !== undefined) notify({ title: typeof done === "string" ? done : done(result.value) });
      onDone?.(result.value, form);
    }
    return result;
  }, null);
  const formatCode = (group: string, code: string): string => {
    if (code === "database_away") return awayWords[documentLanguage()].form;
    const key = `${group}.${code}` as never;
    return t.has(key) ? t(key) : t(`${group}.unknown` as never);
  };
  const refused = state && !state.ok ? state : null;
  const fields: Readonly<Record<string, string>> = refused?.fields ?? {};
  const isAtField =
    fieldErrors !== undefined && refused?.error === "invalid" && Object.keys(fields).length > 0;
  const isSaid = refused !== null && refused.error !== "ask_again" && !isAtField;
  return {
    run,
    state,
    isPending,
    refusal: isSaid ? formatCode(errors, refused.error) : null,
    /** The codes of what is wrong with single fields. */
    fields,
    errorOf: (name: string) =>
      fieldErrors !== undefined && fields[name] ? formatCode(fieldErrors, fields[name]) : undefined,
  };
}
