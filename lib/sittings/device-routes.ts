import "server-only";
import { proveSender, recallSender, problemReply } from "#lib/auth/request/api.ts";
import { isLineFull } from "#lib/auth/secrets/waiting-line.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { type RouteRequest, type FrontRoutes, type RouteReply, readBody } from "#lib/front-routes.ts";
import { saveAnswer, saveDraft } from "#lib/sittings/answers/mutations.ts";
import { sentAnswer, type SavedAnswer, type SaveProblem } from "#lib/sittings/answers/schema.ts";
import type { AnswerReceipt, CasesSent, DraftAcknowledged } from "#lib/sittings/answers/wire.ts";
import { getOwnState, listOwnCases } from "#lib/sittings/serving/case-queries.ts";
import { caseRange, ownSitting, stateSince } from "#lib/sittings/schema.ts";
import { foldTexts } from "#lib/sittings/serving/fold-texts.ts";

type Participant = Viewer<"participant">;

const reply = (json: object): RouteReply => ({ status: 200, json });
const statusOf = (problem: SaveProblem) =>
  ({ not_signed_in: 401, not_found: 404, invalid: 422 })[problem as string] ?? 409;

/** Participants alone have sittings; whose one it is, each query asks for itself. */
const ofParticipant =
  (
    answer: (viewer: Participant, sittingId: string, asked: RouteRequest) => Promise<RouteReply>,
    prove: typeof proveSender = proveSender,
  ) =>
  async (asked: RouteRequest): Promise<RouteReply> => {
    const sender = await prove(asked.headers, ["participant"]);
    if (!sender.ok) return sender.error;
    const sitting = ownSitting.safeParse({ sittingId: asked.sittingId });
    return sitting.success
      ? answer(sender.value, sitting.data.sittingId, asked).catch(replyBusy)
      : problemReply("not_found", 404);
  };

/** So many take their places that no more may wait: the device keeps what it sent, and tries again. */
function replyBusy(error: unknown): RouteReply {
  if (isLineFull(error)) return problemReply("busy", 503);
  throw error;
}

/** What a participant's device asks in the middle of a sitting, one definition for both servers. */
export const deviceRoutes: FrontRoutes = {
  answers: ofParticipant(saveSent, recallSender),
  cases: ofParticipant(replyCases),
  state: ofParticipant(async (viewer, sittingId, { query }) => {
    const since = stateSince.safeParse(query.get("since"));
    const state = await getOwnState(viewer, sittingId, since.success ? since.data : null);
    return state ? reply(state) : problemReply("not_found", 404);
  }),
};

/** One answer, or a draft of one. 200 says that the database has committed it, also to whoever sends it again. */
async function saveSent(
  viewer: Participant,
  sittingId: string,
  { headers, body }: RouteRequest,
): Promise<RouteReply> {
  const sent = sentAnswer.safeParse(readBody(headers.get("content-type"), body));
  if (!sent.success) return problemReply("invalid", 400);
  const given = { sittingId, ...sent.data };
  if (given.isDraft) return keepDraft(headers, given);
  const saved = await saveAnswer(viewer, given);
  if (!saved.ok) return problemReply(saved.error, statusOf(saved.error));
  return reply({ ...saved.value, savedAt: saved.value.savedAt.toISOString() } satisfies AnswerReceipt);
}

async function keepDraft(headers: RouteRequest["headers"], given: SavedAnswer): Promise<RouteReply> {
  const sender = await proveSender(headers, ["participant"]);
  if (!sender.ok) return sender.error;
  const saved = await saveDraft(sender.value, given);
  if (!saved.ok && saved.error !== "passed") return problemReply(saved.error, statusOf(saved.error));
  const draftSavedAt = saved.ok ? saved.value.savedAt.toISOString() : null;
  return reply({ draftSavedAt } satisfies DraftAcknowledged);
}

/** The cases that come next, so that going on needs no network. */
async function replyCases(
  viewer: Participant,
  sittingId: string,
  { query }: RouteRequest,
): Promise<RouteReply> {
  const range = caseRange.safeParse(Object.fromEntries(query));
  if (!range.success) return problemReply("invalid", 400);
  const cases = await listOwnCases(viewer, sittingId, range.data);
  if (!cases.ok) return problemReply(cases.error, cases.error === "not_found" ? 404 : 409);
  const whole: CasesSent = { cases: cases.value };
  return reply(range.data.texts === "once" ? foldTexts(cases.value) : whole);
}
