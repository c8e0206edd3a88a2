"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { PartBoxes } from "#components/reviews/people/part-boxes.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { addReviewMember } from "#lib/reviews/plan/actions.ts";

/** Somebody who can sign in already, by the name they do it with. */
export function AddExisting({ slug }: { slug: string }) {
  const [round, next] = useState(0);
  return <ExistingForm key={round} slug={slug} onDone={() => next(round + 1)} />;
}

function ExistingForm({ slug, onDone }: { slug: string; onDone: () => void }) {
  const t = useTranslations("reviews.people.existing");
  const [handle, setHandle] = useState("");
  const { run, refusal, errorOf } = useFormAction(addReviewMember, {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
    done: t("done", { handle }),
    onDone,
  });
  return (
    <ScriptForm action={run} className="grid max-w-md content-start gap-4">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <TextField
        name="handle"
        label={t("handle")}
        hint={t("handleHint")}
        value={handle}
        onChange={(event) => setHandle(event.target.value)}
        error={errorOf("handle")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PartBoxes error={errorOf("parts")} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}
