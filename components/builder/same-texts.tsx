"use client";

import { useTranslations } from "next-intl";
import { useActionState } from "react";
import { useBuilderWords } from "#components/builder/use-builder-words.ts";
import { FormMessage } from "#components/ui/fields/form-message.tsx";
import { SubmitButton } from "#components/ui/fields/submit-button.tsx";
import type { ActionState } from "#lib/auth/define-action.ts";
import { leaveOutSameTexts, rateSameTextsOnce } from "#lib/studies/actions.ts";

type Props = {
  slug: string;
  revision: number;
  /** Whether some of the drawn cases could be rated by others of their group. */
  isRated: boolean;
  /** Whether somebody would be asked twice. */
  isRepeated: boolean;
};

/** Of cases with one text one is rated for all of them, or all but the first leave the sample; the plan says which. */
export function SameTexts({ isRated, isRepeated, ...draft }: Props) {
  return (
    <div className="mt-2 flex flex-wrap items-start gap-2">
      {isRated && <Change {...draft} change="rateOnce" />}
      {isRepeated && <Change {...draft} change="leaveOut" />}
    </div>
  );
}

const actions = { rateOnce: rateSameTextsOnce, leaveOut: leaveOutSameTexts };

function Change({
  slug,
  revision,
  change,
}: Pick<Props, "slug" | "revision"> & { change: keyof typeof actions }) {
  const t = useTranslations("builder.sameTexts");
  const { errorWords } = useBuilderWords();
  const [state, action] = useActionState<ActionState, FormData>(async (previous, form) => {
    const saved = await actions[change](previous, form);
    // Counts as a save: an open step has to begin from the new revision.
    if (saved.ok) window.location.reload();
    return saved;
  }, null);
  return (
    <form action={action} className="grid justify-items-start gap-2">
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="revision" value={revision} />
      <FormMessage>{state && !state.ok ? errorWords(state.error) : null}</FormMessage>
      <SubmitButton size="small" variant="secondary" busyLabel={t(`${change}.busy`)}>
        {t(`${change}.label`)}
      </SubmitButton>
    </form>
  );
}
