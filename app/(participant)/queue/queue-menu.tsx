import { getTranslations } from "next-intl/server";
import { objectionsPath, ownPath, stepPath } from "#app/(participant)/queue/own-part.ts";
import { PageMenu } from "#components/shell/page-menu.tsx";
import { hasPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { hasStepPart } from "#lib/reviews/queue/queries.ts";

/** Where else somebody can go in a review: to the steps of their parts, to what they said, and to all their reviews. */
async function listWays(part: OwnPart): Promise<{ href: string; label: string }[]> {
  const t = await getTranslations("queue");
  const { slug } = part;
  const steps = (["decide", "check", "audit"] as const).filter((step) => hasStepPart(part, step));
  return [
    ...steps.map((step) => ({ href: stepPath(slug, step), label: t(`go.${step}`) })),
    ...(hasPart(part, "annotator") ? [{ href: ownPath(slug), label: t("own") }] : []),
    ...(hasPart(part, "reviewer") ? [{ href: objectionsPath(slug), label: t("objections") }] : []),
    { href: "/queue", label: t("menu.all") },
  ];
}

/** What is to be had beside an item. */
export async function QueueMenu({ part }: { part: OwnPart }) {
  const t = await getTranslations("queue.menu");
  return <PageMenu id="queue-menu" open={t("open")} label={t("label")} links={await listWays(part)} />;
}
