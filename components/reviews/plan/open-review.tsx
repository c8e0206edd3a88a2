"use client";

import { useTranslations } from "next-intl";
import { PlainAction } from "#components/studies/plain-action.tsx";
import { reviewPath } from "#lib/paths.ts";
import { openReviewAsPlanned } from "#lib/reviews/actions.ts";

/** Opens exactly the plan that this page was drawn from: another one by now is told, not opened. */
export function OpenReview({ slug, title, revision }: { slug: string; title: string; revision: number }) {
  const t = useTranslations("reviews.open");
  return (
    <PlainAction
      action={openReviewAsPlanned}
      fields={{ slug, revision: String(revision) }}
      words={{
        open: t("open"),
        title: t("title", { title }),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done"),
      }}
      means={
        <div className="grid gap-3">
          <p>{t("freezes")}</p>
          <p>{t("after")}</p>
        </div>
      }
      errors="reviews.errors"
      look={{ variant: "primary" }}
      onDone={() => window.location.assign(reviewPath(slug))}
    />
  );
}
