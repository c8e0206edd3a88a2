"use client";

import { useTranslations } from "next-intl";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { TextAreaField } from "#components/ui/fields/text-field.tsx";
import { acceptBatch, returnBatch } from "#lib/reviews/actions.ts";

type Props = {
  slug: string;
  number: number;
  round: number;
  /** Nothing waits in it: it can be accepted. */
  isReady: boolean;
  costs: { decisions: string; checks: string };
};
const actions = { accept: acceptBatch, return: returnBatch } as const;

/** A lead accepts a batch, or returns it to be decided anew, knowing what that costs. */
export function SettleBatch({ slug, number, round, isReady, costs }: Props) {
  const t = useTranslations("reviews.batches");
  const settle = (way: keyof typeof actions, means: string) => (
    <PlainAction
      action={actions[way]}
      fields={{ slug, number: String(number), round: String(round) }}
      words={{
        open: t(`${way}.open`),
        title: t(`${way}.title`, { number }),
        submit: t(`${way}.submit`),
        busy: t("busy"),
        done: t(`${way}.done`, { number }),
      }}
      means={means}
      errors="reviews.errors"
      fieldErrors="reviews.fieldErrors"
      look={{ variant: way === "accept" ? "primary" : "secondary" }}
    >
      {(errorOf) => (
        <TextAreaField
          name="words"
          label={t(`${way}.words`)}
          hint={t(`${way}.wordsHint`)}
          error={errorOf("words")}
        />
      )}
    </PlainAction>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {isReady && settle("accept", t("accept.means"))}
      {settle("return", t("return.means", costs))}
    </div>
  );
}
