import { getTranslations } from "next-intl/server";
import { listNamedMembers, requireReview } from "#app/(staff)/reviews/review-pages.ts";
import { nameReviewWindow } from "#app/(staff)/window-names.ts";
import { ReviewFrame } from "#components/reviews/frame/review-frame.tsx";
import { ReviewMembers } from "#components/reviews/people/member-table.tsx";
import { AddExisting, AddNew, SimulatePeople } from "#components/reviews/people/people-forms.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SectionHeader } from "#components/ui/page-header.tsx";

export const generateMetadata = nameReviewWindow((t) => t("reviews.frame.pages.people"));

export default async function ReviewPeoplePage({ params }: PageProps<"/reviews/[slug]/people">) {
  const { viewer, review } = await requireReview(params);
  const members = await listNamedMembers(review.id);
  const t = await getTranslations("reviews.people");
  const { slug } = review;
  const mayChange = viewer.role === "admin" && review.state !== "closed";
  return (
    <ReviewFrame review={review} role={viewer.role} page="people">
      <ClientWords of={["reviews.people", "reviews.errors", "reviews.fieldErrors", "secondFactor", "shell"]}>
        <SectionHeader
          title={t("title")}
          intro={<p>{t("intro")}</p>}
          actions={
            mayChange && (
              <>
                {review.state === "open" && <SimulatePeople slug={slug} />}
                <AddNew slug={slug} />
              </>
            )
          }
        />
        {members.length === 0 ? (
          <EmptyState
            title={t("empty")}
            {...(mayChange && { link: { href: "#add", label: t("existing.title") } })}
          >
            {t("emptyBody")}
          </EmptyState>
        ) : (
          <ReviewMembers slug={slug} members={members} mayChange={mayChange} />
        )}
        {mayChange && (
          <section aria-labelledby="add" className="mt-10 grid gap-3">
            <h3 id="add" className="text-lg font-semibold">
              {t("existing.title")}
            </h3>
            <AddExisting slug={slug} />
          </section>
        )}
      </ClientWords>
    </ReviewFrame>
  );
}
