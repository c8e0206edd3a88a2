import { getLocale } from "next-intl/server";
import { notFound } from "next/navigation";
import { cache } from "react";
import { requireViewer } from "#lib/auth/request/request.ts";
import { lookUpPart, type OwnPart } from "#lib/auth/review-scope.ts";
import { roles } from "#lib/auth/roles.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { reviewLanguages, type ReviewLanguage } from "#lib/reviews/plan/schema.ts";
import type { QueueStep } from "#lib/reviews/queue/schema.ts";

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
