"use client";

import { useTranslations } from "next-intl";
import { PlainAction, TypedAction } from "#components/studies/action-dialogs.tsx";
import { TextAreaField, TextField } from "#components/ui/fields/text-field.tsx";
import { Link } from "#components/ui/link.tsx";
import { reviewPath } from "#lib/paths.ts";
import { closeReview, pauseReview, reopenReview } from "#lib/reviews/actions.ts";
import { discardWord, type ReviewState } from "#lib/reviews/plan/schema.ts";

const plain = { pause: pauseReview, reopen: reopenReview } as const;
const steps: Partial<Record<ReviewState, keyof typeof plain>> = {
  open: "pause",
  paused: "reopen",
  closed: "reopen",
};

/** Where a review can go from here, with what that means for those who work in it. */
export function ChangeReview({
  review,
  state,
  openBatches,
  batches,
}: {
  review: { slug: string; title: string };
  state: ReviewState;
  /** Neither accepted nor kept once the review is closed. */
  openBatches: number;
  batches: number;
}) {
  const t = useTranslations("reviews.change");
  const step = steps[state];
  if (!step) return null;
  const words = (one: keyof typeof plain | "close") => ({
    open: t(`${one}.open`),
    title: t(`${one}.title`),
    submit: t(`${one}.submit`),
    busy: t(`${one}.busy`),
    done: t(`${one}.done`),
  });
  return (
    <>
      <PlainAction
        key={step}
        action={plain[step]}
        fields={{ slug: review.slug }}
        words={words(step)}
        means={t(state === "closed" ? "reopen.meansClosed" : `${step}.means`)}
        errors="reviews.errors"
        fieldErrors="reviews.fieldErrors"
      >
        {(errorOf) =>
          state === "closed" && (
            <TextAreaField
              name="reason"
              label={t("reopen.reason")}
              hint={t("reopen.reasonHint")}
              error={errorOf("reason")}
              required
            />
          )
        }
      </PlainAction>
      {state !== "closed" && (
        <TypedAction
          action={closeReview}
          {...review}
          words={{
            ...words("close"),
            means: t("close.means"),
            typeName: t("close.typeName", { title: review.title }),
          }}
          errors="reviews.errors"
          look={{ variant: "quiet" }}
        >
          {openBatches > 0 && (
            <>
              <p>
                {t("close.loses", { accepted: batches - openBatches, batches })}{" "}
                <Link href={reviewPath(review.slug, "batches")} className="target text-accent underline">
                  {t("close.acceptFirst")}
                </Link>
              </p>
              <TextField
                name="discard"
                label={t("close.typeWord", { word: discardWord })}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </>
          )}
        </TypedAction>
      )}
    </>
  );
}
