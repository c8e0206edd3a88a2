import type { ReactNode } from "react";
import { pickWorkWords } from "#components/reviews/queue/words.ts";
import { getMessages, getLocale, getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { requireViewer } from "#lib/auth/request/request.ts";
import { lookUpPart, type OwnPart, hasPart } from "#lib/auth/review-scope.ts";
import { roles } from "#lib/auth/roles.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { reviewLanguages, type ReviewLanguage } from "#lib/reviews/plan/schema.ts";
import type { QueueStep } from "#lib/reviews/queue/schema.ts";
import { PageMenu } from "#components/shell/page-menu.tsx";
import { hasStepPart } from "#lib/reviews/queue/queries.ts";

// Asked once a request: its page and its title both want it.
const find = cache(async (viewer: Viewer, segment: string) => {
  const slug = readSegment(segment);
  return slug === null ? null : lookUpPart(viewer, slug);
});

/** One's own part in a review, or the page that says there is none. */
export async function requirePart(params: Promise<{ slug: string }>): Promise<OwnPart> {
  const viewer = await requireViewer(...roles);
  const part = await find(viewer, (await params).slug);
  if (!part) notFound();
  return part;
}

export async function readLanguage(): Promise<ReviewLanguage> {
  const locale = await getLocale();
  return reviewLanguages.find((one) => one === locale) ?? "en";
}

const pages: Readonly<Record<QueueStep, string>> = { decide: "", check: "/check", audit: "/audit" };
export const stepPath = (slug: string, step: QueueStep): string =>
  `/queue/${encodeURIComponent(slug)}${pages[step]}`;
export const ownPath = (slug: string, rest = ""): string => `/queue/${encodeURIComponent(slug)}/mine${rest}`;
export const objectionsPath = (slug: string): string => `/queue/${encodeURIComponent(slug)}/objections`;

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

export const getWorkWords = async () => pickWorkWords((await getMessages()).queue);

type StatementProps = {
  label: string;
  comment?: string | null | undefined;
  more?: ReactNode;
  children: ReactNode;
};

/** One thing that was said or decided, with the words given to it. */
export const Statement = ({ label, comment, more, children }: StatementProps) => (
  <div>
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd>{children}</dd>
    {comment && <dd className="whitespace-pre-line text-ink-muted">{comment}</dd>}
    {more && <dd>{more}</dd>}
  </div>
);
