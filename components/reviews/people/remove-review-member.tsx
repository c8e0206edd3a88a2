"use client";

import { useTranslations } from "next-intl";
import { PlainAction } from "#components/studies/action-dialogs.tsx";
import { removeReviewMember } from "#lib/reviews/plan/actions.ts";

export function RemoveReviewMember({ slug, userId, name }: { slug: string; userId: string; name: string }) {
  const t = useTranslations("reviews.people.remove");
  return (
    <PlainAction
      action={removeReviewMember}
      fields={{ slug, userId }}
      words={{
        open: t("open"),
        openOf: t("openOf", { name }),
        title: t("title", { name }),
        submit: t("submit", { name }),
        busy: t("busy"),
        done: t("done", { name }),
      }}
      means={t("means", { name })}
      errors="reviews.errors"
      look={{ size: "small", variant: "quiet" }}
    />
  );
}
