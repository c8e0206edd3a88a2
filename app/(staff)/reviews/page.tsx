import { getTranslations } from "next-intl/server";
import { after } from "next/server";
import { nameWindow } from "#app/(staff)/window-names.ts";
import { ReviewTable } from "#components/reviews/list/review-table.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { newReviewPath } from "#lib/paths.ts";
import { listReviews } from "#lib/reviews/plan/queries.ts";
import { readAhead } from "#lib/reviews/results/rows-queries.ts";

export const generateMetadata = nameWindow((t) => t("reviews.title"));

export default async function ReviewsPage() {
  const viewer = await requireViewer("researcher", "admin");
  const reviews = await listReviews(viewer);
  // Whoever comes here goes on to one of them, mostly to the newest.
  const open = reviews.filter(({ state }) => state === "open").slice(0, 2);
  after(() =>
    readAhead(
      viewer,
      open.map(({ slug }) => slug),
    ),
  );
  const t = await getTranslations("reviews");
  const isAdmin = viewer.role === "admin";
  const make = isAdmin && (
    <ButtonLink href={newReviewPath} variant="primary">
      {t("create.open")}
    </ButtonLink>
  );
  return (
    <ClientWords of={["reviews.remove", "reviews.errors", "shell"]}>
      <PageHeader title={t("title")} actions={reviews.length > 0 && make} />
      {reviews.length === 0 ? (
        <EmptyState title={t(isAdmin ? "emptyAll" : "empty")} action={make}>
          {t(isAdmin ? "emptyAllBody" : "emptyBody")}
        </EmptyState>
      ) : (
        <ReviewTable reviews={reviews} isAdmin={isAdmin} />
      )}
    </ClientWords>
  );
}
