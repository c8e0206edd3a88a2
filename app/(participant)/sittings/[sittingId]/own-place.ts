import { notFound, redirect } from "next/navigation";
import { z } from "zod";
import { requireViewer } from "#lib/auth/request.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { getOwnPlace, type SittingPlace } from "#lib/sittings/case-queries.ts";
import { isRunning } from "#lib/studies/schema.ts";

export type OwnPlace = { viewer: Viewer<"participant">; place: SittingPlace };

/** One's own sitting, or the page that says there is none. */
export async function requireOwnPlace(params: Promise<{ sittingId: string }>): Promise<OwnPlace> {
  const viewer = await requireViewer("participant");
  const id = z.uuid().safeParse((await params).sittingId);
  const place = id.success ? await getOwnPlace(viewer, id.data) : null;
  if (!place) notFound();
  return { viewer, place };
}

/** The pages of a sitting that goes on; who isn't in the middle of it is led to where they stand. */
export async function requireOngoing(params: Promise<{ sittingId: string }>): Promise<OwnPlace> {
  const own = await requireOwnPlace(params);
  const { state, study, id } = own.place;
  if (state !== "started" || !isRunning(study)) redirect(`/sittings/${id}`);
  return own;
}
