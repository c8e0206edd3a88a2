"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useFormAction, type ErrorWords } from "#components/shell/use-form-action.ts";
import type { DialogState } from "#components/studies/plain-action.tsx";
import type { ButtonLook } from "#components/ui/button-class.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import type { Result } from "#lib/result.ts";

type Props<T> = {
  action: (previous: ActionState, form: FormData) => Promise<Result<T>>;
  slug: string;
  /** What has to be typed. */
  title: string;
  words: {
    open: string;
    openOf?: string;
    title: string;
    means: string;
    typeName: string;
    submit: string;
    busy: string;
    done: string;
  };
  errors?: ErrorWords;
  look?: ButtonLook;
  shown?: DialogState;
  onDone?: (value: T) => void;
  /** What has to be filled in beside the title. */
  children?: ReactNode;
};

/** For what can't be undone: the study's title is typed. */
export function TypedAction<T>(props: Props<T>) {
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
