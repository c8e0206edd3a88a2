"use client";

import { useTranslations } from "next-intl";
import { SourceSelect, type Sources } from "#components/reviews/plan/source-select.tsx";
import { ScriptForm } from "#components/shell/script-form.tsx";
import { useFormAction } from "#components/shell/use-form-action.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import { chooseReviewSource } from "#lib/reviews/plan/actions.ts";

type Props = {
  slug: string;
  revision: number;
  isOfStudy: boolean;
  sources: Sources;
  chosen: string | undefined;
};

/** Whose cases are reviewed. What else depends on it is read anew with the page. */
export function ChooseSource({ slug, revision, isOfStudy, sources, chosen }: Props) {
  const t = useTranslations("reviews.source");
  const { run, refusal } = useFormAction(chooseReviewSource, {
    errors: "reviews.errors",
    onDone: () => window.location.reload(),
  });
  return (
    <ScriptForm action={run} className="grid max-w-2xl gap-3">
      <FormMessage>{refusal}</FormMessage>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="revision" value={revision} />
      <SourceSelect isOfStudy={isOfStudy} sources={sources} chosen={chosen} />
      <div>
        <SubmitButton variant="secondary" busyLabel={t("busy")}>
          {t("submit")}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}
