"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PartBoxes } from "#components/reviews/people/part-boxes.tsx";
import { AskAgain } from "#components/second-factor/ask-again.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { CopyableLink } from "#components/ui/copy/copyable-link.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { makeReviewMember } from "#lib/reviews/plan/actions.ts";

/** Somebody who has no account: they get one, and a link that is shown once. */
export function AddNew({ slug }: { slug: string }) {
  const t = useTranslations();
  // A new key for every opening: yesterday's link must not greet the next person.
  const [opening, setOpening] = useState(0);
  return (
    <Dialog
      title={t("reviews.people.new.title")}
      description={t("reviews.people.new.about")}
      closeLabel={t("shell.close")}
      trigger={<Button>{t("reviews.people.new.open")}</Button>}
      onOpenChange={(open) => open && setOpening(opening + 1)}
    >
      <NewForm key={opening} slug={slug} />
    </Dialog>
  );
}

function NewForm({ slug }: { slug: string }) {
  const t = useTranslations("reviews.people.new");
  const shell = useTranslations("shell");
  const [name, setName] = useState("");
  const { run, state, refusal, errorOf } = useFormAction(makeReviewMember, {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
  });
  if (state?.ok)
    return (
      <>
        <p role="status">{t("done", { name: state.value.name })}</p>
        <CopyableLink
          label={t("link", { name: state.value.name })}
          value={state.value.url}
          words={{ copy: shell("copy"), copied: shell("copied"), selected: shell("selected") }}
        />
        <p className="text-sm text-ink-muted">{t("once")}</p>
        <DialogActions>
          <DialogClose>{shell("close")}</DialogClose>
        </DialogActions>
      </>
    );
  return (
    <form action={run} onReset={keepFilledIn} className="grid gap-4">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <TextField
        name="name"
        label={t("name")}
        hint={t("nameHint")}
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errorOf("name")}
        autoComplete="off"
      />
      <PartBoxes
        offered={["annotator", "reviewer", "auditor"]}
        chosen={["annotator"]}
        error={errorOf("parts")}
      />
      <AskAgain state={state} />
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
