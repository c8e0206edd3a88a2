import { refuse, withViewer } from "#lib/auth/request/api.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { saveAnswer, saveDraft, type SaveProblem } from "#lib/sittings/answers/mutations.ts";
import { readBody } from "#lib/sittings/answers/read-body.ts";
import { sentAnswer, type SavedAnswer } from "#lib/sittings/answers/schema.ts";
import { ownSitting } from "#lib/sittings/schema.ts";
import type { Acknowledged, DraftAcknowledged } from "#lib/sittings/answers/wire.ts";

const statusOf = (problem: SaveProblem) => ({ not_found: 404, invalid: 422 })[problem as string] ?? 409;

const fresh = { headers: { "cache-control": "no-store" } };

/** One answer, or a draft of one. 200 says that the database has committed it, also to whoever sends it again. */
export async function POST(
  request: Request,
  { params }: RouteContext<"/api/sittings/[sittingId]/answers">,
): Promise<Response> {
  return withViewer(["participant"], async (viewer) => {
    const [sitting, sent] = [
      ownSitting.safeParse(await params),
      sentAnswer.safeParse(await readBody(request)),
    ];
    if (!sitting.success) return refuse("not_found", 404);
    if (!sent.success) return refuse("invalid", 400);
    const given = { ...sitting.data, ...sent.data };
    if (given.isDraft) return keepDraft(viewer, given);
    const saved = await saveAnswer(viewer, given);
    if (!saved.ok) return refuse(saved.error, statusOf(saved.error));
    const { revision, savedAt, current, newer } = saved.value;
    const told: Acknowledged = { revision, savedAt: savedAt.toISOString(), current, newer };
    return Response.json(told, fresh);
  });
}

async function keepDraft(viewer: Viewer<"participant">, given: SavedAnswer): Promise<Response> {
  const saved = await saveDraft(viewer, given);
  if (!saved.ok && saved.error !== "passed") return refuse(saved.error, statusOf(saved.error));
  const told: DraftAcknowledged = { draftSavedAt: saved.ok ? saved.value.savedAt.toISOString() : null };
  return Response.json(told, fresh);
}
