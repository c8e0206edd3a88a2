import { getLocale } from "next-intl/server";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { z } from "zod";
import { getViewer, requireViewer } from "#lib/auth/request/request.ts";
import { hasRole, type Viewer } from "#lib/auth/viewer.ts";
import { getOwnPlace, type SittingPlace } from "#lib/sittings/serving/case-queries.ts";
import { mayAnswer } from "#lib/sittings/comprehension/comprehension.ts";
import { isLacking } from "#lib/sittings/answers/completeness.ts";
import { findFirstOpen } from "#lib/sittings/serving/where-next.ts";
import { isRunning } from "#lib/studies/schema.ts";

export type OwnPlace = { viewer: Viewer<"participant">; place: SittingPlace };

// Asked once a request: its page, its title and its frame all want it.
const getPlace = cache(async (viewer: Viewer<"participant">, sittingId: string) => {
  const id = z.uuid().safeParse(sittingId);
  return id.success ? getOwnPlace(viewer, id.data, await getLocale()) : null;
});

/** Whether the sitting is that of whoever asks. */
export async function isOwnPlace(params: Promise<{ sittingId: string }>): Promise<boolean> {
  const viewer = await getViewer();
  if (!viewer || !hasRole(viewer, ["participant"])) return false;
  return (await getPlace(viewer, (await params).sittingId)) !== null;
}

/** One's own sitting, or the page that says there is none. */
export async function requireOwnPlace(params: Promise<{ sittingId: string }>): Promise<OwnPlace> {
  const viewer = await requireViewer("participant");
  const place = await getPlace(viewer, (await params).sittingId);
  if (!place) notFound();
  return { viewer, place };
}

export const isOngoing = ({ state, study, understanding }: SittingPlace): boolean =>
  state === "started" && isRunning(study) && understanding !== "failed";

/** The pages of a sitting that goes on; who isn't in the middle of it is led to where they stand. */
export async function requireOngoing(params: Promise<{ sittingId: string }>): Promise<OwnPlace> {
  const own = await requireOwnPlace(params);
  if (!isOngoing(own.place)) redirect(`/sittings/${own.place.id}`);
  return own;
}

/** The pages of the cases, and what comes after them: not before the instructions are understood. */
export async function requireAnswering(params: Promise<{ sittingId: string }>): Promise<OwnPlace> {
  const own = await requireOngoing(params);
  const { id, understanding } = own.place;
  if (!mayAnswer(understanding)) redirect(`/sittings/${id}/instructions`);
  return own;
}

/** Whether handing in is next for somebody in the middle of it; otherwise a case that lacks something. */
export const isToHandIn = ({ progress, msLeft }: Pick<SittingPlace, "progress" | "msLeft">): boolean =>
  msLeft === 0 || !progress.some(isLacking);

/** The address at which somebody who comes back goes on: it says that they are back, so that the page can. */
export function whereToGoOn({ id, progress, msLeft, understanding }: SittingPlace): string {
  if (!mayAnswer(understanding)) return `/sittings/${id}/instructions`;
  return `/sittings/${id}/${isToHandIn({ progress, msLeft }) ? "finish" : `${findFirstOpen(progress)}?back=1`}`;
}

/** The cases that count, as the server has them, for what looks into the device. */
export const listCounting = ({ progress }: Pick<SittingPlace, "progress">) =>
  progress
    .filter(({ isPractice }) => !isPractice)
    .map(({ position, asked, answer, revision }) => ({ position, asked, answer, revision }));
