"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogActions, DialogClose } from "#components/ui/dialog.tsx";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { keepFilledIn, SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { simulateReviewPeople } from "#lib/simulation/review/actions.ts";

/** Made-up people of known accuracy, to try a review out. */
export function SimulatePeople({ slug }: { slug: string }) {
  const t = useTranslations("reviews.people.simulate");
  const shell = useTranslations("shell");
  const [isOpen, open] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      title={t("title")}
      description={t("about")}
      closeLabel={shell("close")}
      trigger={<Button>{t("open")}</Button>}
    >
      <SimulationForm slug={slug} onDone={() => open(false)} />
    </Dialog>
  );
}

const fields = {
  annotators: "98, 94, 88",
  reviewers: "99, 99",
  auditors: "1",
  acceptable: "75",
  seed: "1",
} as const;
const names = ["annotators", "reviewers", "auditors", "acceptable", "seed"] as const;

/** Of its own, so that a refusal doesn't greet whoever opens the dialog again. */
function SimulationForm({ slug, onDone }: { slug: string; onDone: () => void }) {
  const t = useTranslations("reviews.people.simulate");
  const shell = useTranslations("shell");
  const { run, refusal, errorOf } = useFormAction(simulateReviewPeople, {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
    done: (made) => t("done", made),
    onDone,
  });
  return (
    <form action={run} onReset={keepFilledIn} className="grid gap-4">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) => (
          <TextField
            key={name}
            name={name}
            label={t(`${name}.label`)}
            hint={t(`${name}.hint`)}
            defaultValue={fields[name]}
            error={errorOf(name)}
            autoComplete="off"
          />
        ))}
      </div>
      <DialogActions>
        <DialogClose>{shell("cancel")}</DialogClose>
        <SubmitButton busyLabel={t("busy")}>{t("submit")}</SubmitButton>
      </DialogActions>
    </form>
  );
}
