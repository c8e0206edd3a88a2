"use client";

import { useTranslations } from "next-intl";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { TextField } from "#components/ui/fields/text-field.tsx";
import { renameReviewDraft } from "#lib/reviews/actions.ts";

/** What annotators and reviewers see. The address of the review stays. */
export function RenameReview({ slug, revision, title }: { slug: string; revision: number; title: string }) {
  const t = useTranslations("reviews.plan.rename");
  const { run, refusal, errorOf } = useFormAction(renameReviewDraft, {
    errors: "reviews.errors",
    fieldErrors: "reviews.fieldErrors",
    // Counts as a save: the other forms have to begin from the new revision.
    onDone: () => window.location.reload(),
  });
  return (
    <ScriptForm action={run} className="grid max-w-2xl gap-3">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="revision" value={revision} />
      <TextField
        name="title"
        label={t("title")}
        hint={t("hint")}
        defaultValue={title}
        error={errorOf("title")}
        autoComplete="off"
      />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}
