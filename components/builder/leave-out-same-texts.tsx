"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { leaveOutSameTexts } from "#lib/studies/actions.ts";

type Props = { slug: string; revision: number };

/** Of cases with one text all but the first leave the sample; the plan says which. */
export function LeaveOutSameTexts({ slug, revision }: Props) {
  const t = useTranslations("builder.sameTexts");
  const { errorWords } = useBuilderWords();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const saved = await leaveOutSameTexts(previous, form);
    // Counts as a save: an open step has to begin from the new revision.
    if (saved.ok) window.location.reload();
    return saved;
  }, null);
  return (
    <form action={action} className="mt-2 grid justify-items-start gap-2">
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="revision" value={revision} />
      <FormMessage>{state && !state.ok ? errorWords(state.error) : null}</FormMessage>
      <SubmitButton size="small" variant="secondary" busyLabel={t("busy")}>
        {t("leaveOut")}
      </SubmitButton>
    </form>
  );
}
