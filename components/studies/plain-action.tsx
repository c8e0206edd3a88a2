"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useFormAction, type ErrorWords, type FieldErrorWords } from "#components/shell/use-form-action.ts";
import type { ButtonLook } from "#components/ui/button-class.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";

export type DialogState = { open: boolean; onOpenChange: (open: boolean) => void };

type Props<T> = {
  action: (previous: ActionState, form: FormData) => Promise<Result<T>>;
  fields: Readonly<Record<string, string>>;
  words: {
    open: string;
    openOf?: string;
    title: string;
    submit: string;
    busy: string;
    done: string | ((value: T) => string);
  };
  means: ReactNode;
  errors?: ErrorWords;
  fieldErrors?: FieldErrorWords;
  look?: ButtonLook;
  /** Where something else than its own button opens it. */
  shown?: DialogState;
  onDone?: (value: T) => void;
  /** What is to be filled in. */
  children?: (errorOf: (name: string) => string | undefined) => ReactNode;
};

/** One button, what it means, and the doing of it: for what can be undone or harms nobody. */
export function PlainAction<T>({ words, means, look, shown, onDone, ...form }: Props<T>) {
  const t = useTranslations("shell");
  const [isOpen, open] = useState(false);
  const { open: isShown, onOpenChange: show } = shown ?? { open: isOpen, onOpenChange: open };
  return (
    <Dialog
      open={isShown}
      onOpenChange={show}
      title={words.title}
      description={means}
      closeLabel={t("close")}
      trigger={
        !shown && (
          <Button {...look} aria-label={words.openOf}>
            {words.open}
          </Button>
        )
      }
    >
      <ActionForm
        {...form}
        words={words}
        onDone={(value) => {
          show(false);
          onDone?.(value);
        }}
      />
    </Dialog>
  );
}

/** Of its own, so that a refusal doesn't greet whoever opens the dialog again. */
function ActionForm<T>({
  action,
  fields,
  words,
  errors = "studies.errors",
  fieldErrors,
  onDone,
  children,
}: Omit<Props<T>, "means" | "look" | "shown">) {
  const t = useTranslations("shell");
  const { run, refusal, errorOf } = useFormAction(action, {
    errors,
    done: words.done,
    ...(fieldErrors && { fieldErrors }),
    ...(onDone && { onDone }),
  });
  return (
    <form action={run} onReset={keepFilledIn} className="grid gap-4">
      <FormMessage>{refusal}</FormMessage>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children?.(errorOf)}
      <DialogActions>
        <DialogClose>{t("cancel")}</DialogClose>
        <SubmitButton busyLabel={words.busy}>{words.submit}</SubmitButton>
      </DialogActions>
    </form>
  );
}
