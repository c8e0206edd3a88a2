import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ChangeReview } from "#components/reviews/frame/change-review.tsx";
import { ReviewBadges } from "#components/reviews/frame/review-badges.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { SubjectHeader } from "#components/ui/subject-header.tsx";
import { reviewPath, reviewsPath } from "#lib/paths.ts";
import type { ReviewState } from "#lib/reviews/plan/schema.ts";

export type ReviewPage = "standing" | "items" | "batches" | "disputes" | "plan" | "people" | "report";

type Props = {
  review: {
    slug: string;
    title: string;
    state: ReviewState;
    isDemo: boolean;
    hasSimulated: boolean;
    openBatches: number;
    batches: number;
  };
  /** Whose screen it is: researchers lead, admins run. */
  role: "admin" | "researcher";
  page: ReviewPage;
  children: ReactNode;
};

const ofDraft: readonly ReviewPage[] = ["plan", "people"];
const ofOpened: readonly ReviewPage[] = [
  "standing",
  "items",
  "batches",
  "disputes",
  "plan",
  "people",
  "report",
];

/** Which review, and its pages. */
export async function ReviewFrame({ review, role, page, children }: Props) {
  const t = await getTranslations("reviews");
  const { slug, title, state, openBatches, batches } = review;
  return (
    <>
      <SubjectHeader
        path={{ href: reviewsPath, name: t("title") }}
        name={title}
        badges={<ReviewBadges review={review} />}
        actions={
          role === "admin" && (
            <ClientWords of={["reviews.change", "reviews.errors", "reviews.fieldErrors", "shell"]}>
              <ChangeReview
                review={{ slug, title }}
                state={state}
                openBatches={openBatches}
                batches={batches}
              />
            </ClientWords>
          )
        }
        pages={{
          label: t("frame.label"),
          items: (state === "draft" ? ofDraft : ofOpened).map((one) => ({
            href: reviewPath(slug, one === "standing" ? undefined : one),
            label: t(`frame.pages.${one}`),
            current: one === page,
          })),
        }}
      />
      {children}
    </>
  );
}
