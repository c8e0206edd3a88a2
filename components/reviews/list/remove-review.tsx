"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { TypedAction } from "#components/studies/action-dialogs.tsx";
import { reviewsPath } from "#lib/paths.ts";
import { removeReviewDraft } from "#lib/reviews/actions.ts";

export function RemoveReview({ slug, title }: { slug: string; title: string }) {
  const t = useTranslations("reviews.remove");
  const router = useRouter();
  return (
    <TypedAction
      action={removeReviewDraft}
      slug={slug}
      title={title}
      words={{
        open: t("open"),
        openOf: t("openOf", { title }),
        title: t("title"),
        means: t("means"),
        typeName: t("typeName", { title }),
        submit: t("submit"),
        busy: t("busy"),
        done: t("done"),
      }}
      errors="reviews.errors"
      look={{ size: "small", variant: "quiet" }}
      onDone={() => {
        router.push(reviewsPath);
        router.refresh();
      }}
    />
  );
}
