"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useFormAction, type ErrorWords, type FieldErrorWords } from "#components/shell/use-form-action.ts";
import type { ButtonLook } from "#components/ui/button-class.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";

export type DialogState = { open: boolean; onOpenChange: (open: boolean) => void };

type Words = { open: string; openOf?: string; title: string; submit: string; busy: string; done: string };
type ActionProps<T> = {
  action: (previous: ActionState, form: FormData) => Promise<Result<T>>;
  errors?: ErrorWords | undefined;
  look?: ButtonLook;
  /** Where something else than its own button opens it. */
  shown?: DialogState | undefined;
  onDone?: (value: T) => void;
};
type PlainProps<T> = ActionProps<T> & {
  fields: Readonly<Record<string, string>>;
  words: Omit<Words, "done"> & { done: string | ((value: T) => string) };
  means: ReactNode;
  fieldErrors?: FieldErrorWords;
  /** What is to be filled in. */
  children?: (errorOf: (name: string) => string | undefined) => ReactNode;
};

/** One button, what it means, and the doing of it: for what nobody has to type a title for. */
export function PlainAction<T>({ words, means, look, shown, onDone, ...form }: PlainProps<T>) {
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
        look={look}
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
  look,
  onDone,
  children,
}: Omit<PlainProps<T>, "means" | "shown">) {
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
        <SubmitButton variant={look?.variant === "danger" ? "danger" : "primary"} busyLabel={words.busy}>
          {words.submit}
        </SubmitButton>
      </DialogActions>
    </form>
  );
}

type TypedProps<T> = ActionProps<T> & {
  slug: string;
  /** What has to be typed. */
  title: string;
  words: Words & { means: string; typeName: string };
  /** What has to be filled in beside the title. */
  children?: ReactNode;
};

/** For what can't be undone: the study's title is typed. */
export function TypedAction<T>(props: TypedProps<T>) {
  const { action, slug, title, words, errors = "studies.errors", look, shown, onDone, children } = props;
  const t = useTranslations("shell");
  const [isOpen, open] = useState(false);
  const { open: isShown, onOpenChange: show } = shown ?? { open: isOpen, onOpenChange: open };
  const { run, refusal } = useFormAction(action, {
    errors,
    done: words.done,
    onDone: (value: T) => {
      show(false);
      onDone?.(value);
    },
  });
  return (
    <ConfirmDialog
      open={isShown}
      onOpenChange={show}
      trigger={
        !shown && (
          <Button variant="danger" {...look} aria-label={words.openOf}>
            {words.open}
          </Button>
        )
      }
      name={title}
      action={run}
      description={words.means}
      words={{
        title: words.title,
        typeName: words.typeName,
        confirm: words.submit,
        busy: words.busy,
        cancel: t("cancel"),
        close: t("close"),
      }}
    >
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      {children}
    </ConfirmDialog>
  );
}
