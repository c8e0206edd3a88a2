"use client";

import { useTranslations } from "next-intl";
import { useActionState, useState } from "react";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { useToast } from "#components/ui/toast.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { renameDraft } from "#lib/studies/actions.ts";

type Props = { slug: string; title: string; revision: number };

/** The name the team knows it by; what participants read is among the words. */
export function RenameStudy(props: Props) {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t("builder.rename.title")}
      description={t("builder.rename.about")}
      closeLabel={t("shell.close")}
      trigger={
        <Button variant="quiet" size="small">
          {t("builder.rename.open")}
        </Button>
      }
    >
      <RenameForm {...props} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function RenameForm({ slug, title, revision, onDone }: Props & { onDone: () => void }) {
  const t = useTranslations();
  const { errorWords, fieldWords } = useBuilderWords();
  const notify = useToast();
  const [name, setName] = useState(title);
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const renamed = await renameDraft(previous, form);
    if (renamed.ok) {
      notify({ title: t("builder.rename.done") });
      // Counts as a save: an open step has to begin from the new revision.
      window.location.reload();
      onDone();
    }
    return renamed;
  }, null);
  const error = state && !state.ok ? state : null;
  const wrong = error?.fields?.title;
  return (
    <form action={action} className="grid gap-4">
      <FormMessage>
        {error && !wrong
          ? error.error === "conflict"
            ? t("builder.rename.conflict")
            : errorWords(error.error)
          : null}
      </FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="revision" value={revision} />
      <TextField
        name="title"
        label={t("builder.create.title")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wrong ? fieldWords(wrong) : undefined}
        autoComplete="off"
      />
      <DialogActions>
        <DialogClose>{t("shell.cancel")}</DialogClose>
        <SubmitButton>{t("builder.rename.submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
