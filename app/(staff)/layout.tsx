import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { SignOut } from "#components/doors/sign-out.tsx";
import { StaffFrame } from "#components/shell/staff-frame.tsx";
import {
  acrossPath,
  endpointsPath,
  newEndpointPath,
  newReviewPath,
  newStudyPath,
  publishedPath,
  reviewsPath,
} from "#lib/paths.ts";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listParts } from "#lib/auth/review-scope.ts";
import { queueSteps } from "#lib/reviews/queue/schema.ts";
import { hasStepPart } from "#lib/reviews/queue/queries.ts";

/** The furniture. Every page below proves its viewer for itself: a layout is no lock. */
export default async function StaffLayout({ children }: { children: ReactNode }) {
  const viewer = await requireViewer("researcher", "admin");
  const t = await getTranslations();
  const parts = await listParts(viewer);
  const queue = parts.some((part) => queueSteps.some((step) => hasStepPart(part, step)))
    ? ([["/queue", "queue"]] as const)
    : [];
  const pages =
    viewer.role === "admin"
      ? ([
          ["/admin", "workbench"],
          ["/admin/benchmarks", "benchmarks"],
          ["/studies", "studies"],
          [reviewsPath, "reviews"],
          ...queue,
          ["/admin/people", "people"],
          ["/admin/record", "record"],
          [endpointsPath, "endpoints"],
          ["/admin/system", "system"],
          ["/account", "account"],
        ] as const)
      : ([["/studies", "studies"], [reviewsPath, "reviews"], ...queue, ["/account", "account"]] as const);
  const navigation = pages.map(([href, name]) => ({ href, label: t(`navigation.${name}`) }));
  const others =
    viewer.role === "admin"
      ? [
          { href: newStudyPath, label: t("builder.create.heading") },
          { href: newReviewPath, label: t("reviews.create.heading") },
          { href: newEndpointPath, label: t("endpoints.add") },
          { href: publishedPath, label: t("published.title") },
        ]
      : [];
  const ofAll = [
    { href: acrossPath(), label: t("resultsAcross.title") },
    { href: "/account/tokens", label: t("apiTokens.title") },
    { href: "/account/second-factor", label: t("secondFactor.title") },
  ];
  return (
    <StaffFrame
      viewer={viewer}
      navigation={navigation}
      places={[...navigation, ...others, ...ofAll]}
      signOut={<SignOut variant="quiet" label={t("shell.signOut")} />}
    >
      {children}
    </StaffFrame>
  );
}
