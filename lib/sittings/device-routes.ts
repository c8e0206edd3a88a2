import "server-only";
import { proveSender, recallSender, tellProblem } from "#lib/auth/request/api.ts";
import { isLineFull } from "#lib/auth/secrets/waiting-line.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Asked, FrontRoutes, Told } from "#lib/front-routes.ts";
import { saveAnswer, saveDraft } from "#lib/sittings/answers/mutations.ts";
import { readBody } from "#lib/read-body.ts";
import { sentAnswer, type SavedAnswer, type SaveProblem } from "#lib/sittings/answers/schema.ts";
import type { Acknowledged, CasesSent, DraftAcknowledged } from "#lib/sittings/answers/wire.ts";
import { getOwnState, listOwnCases } from "#lib/sittings/returning/device-queries.ts";
import { caseRange, ownSitting, stateSince } from "#lib/sittings/schema.ts";
import { foldTexts } from "#lib/sittings/serving/fold-texts.ts";

type Participant = Viewer<"participant">;

const tell = (json: object): Told => ({ status: 200, json });
const statusOf = (problem: SaveProblem) =>
  ({ not_signed_in: 401, not_found: 404, invalid: 422 })[problem as string] ?? 409;

/** Participants alone have sittings; whose one it is, each query asks for itself. */
const ofParticipant =
  (
    answer: (viewer: Participant, sittingId: string, asked: Asked) => Promise<Told>,
    prove: typeof proveSender = proveSender,
  ) =>
  async (asked: Asked): Promise<Told> => {
    const sender = await prove(asked.headers, ["participant"]);
    if (!sender.ok) return sender.error;
    const sitting = ownSitting.safeParse({ sittingId: asked.sittingId });
    return sitting.success
      ? answer(sender.value, sitting.data.sittingId, asked).catch(tellBusy)
      : tellProblem("not_found", 404);
  };

/** So many take their places that no more may wait: the device keeps what it sent, and tries again. */
function tellBusy(error: unknown): Told {
  if (isLineFull(error)) return tellProblem("busy", 503);
  throw error;
}

/** What a participant's device asks in the middle of a sitting, one definition for both servers. */
export const deviceRoutes: FrontRoutes = {
  answers: ofParticipant(saveSent, recallSender),
  cases: ofParticipant(tellCases),
  state: ofParticipant(async (viewer, sittingId, { query }) => {
    const since = stateSince.safeParse(query.get("since"));
    const state = await getOwnState(viewer, sittingId, since.success ? since.data : null);
    return state ? tell(state) : tellProblem("not_found", 404);
  }),
};

/** One answer, or a draft of one. 200 says that the database has committed it, also to whoever sends it again. */
async function saveSent(viewer: Participant, sittingId: string, { headers, body }: Asked): Promise<Told> {
  const sent = sentAnswer.safeParse(readBody(headers.get("content-type"), body));
  if (!sent.success) return tellProblem("invalid", 400);
  const given = { sittingId, ...sent.data };
  if (given.isDraft) return keepDraft(headers, given);
  const saved = await saveAnswer(viewer, given);
  if (!saved.ok) return tellProblem(saved.error, statusOf(saved.error));
  return tell({ ...saved.value, savedAt: saved.value.savedAt.toISOString() } satisfies Acknowledged);
}

async function keepDraft(headers: Asked["headers"], given: SavedAnswer): Promise<Told> {
  const sender = await proveSender(headers, ["participant"]);
  if (!sender.ok) return sender.error;
  const saved = await saveDraft(sender.value, given);
  if (!saved.ok && saved.error !== "passed") return tellProblem(saved.error, statusOf(saved.error));
  const draftSavedAt = saved.ok ? saved.value.savedAt.toISOString() : null;
  return tell({ draftSavedAt } satisfies DraftAcknowledged);
}

/** The cases that come next, so that going on needs no network. */
async function tellCases(viewer: Participant, sittingId: string, { query }: Asked): Promise<Told> {
  const range = caseRange.safeParse(Object.fromEntries(query));
  if (!range.success) return tellProblem("invalid", 400);
  const cases = await listOwnCases(viewer, sittingId, range.data);
  if (!cases.ok) return tellProblem(cases.error, cases.error === "not_found" ? 404 : 409);
  const whole: CasesSent = { cases: cases.value };
  return tell(range.data.texts === "once" ? foldTexts(cases.value) : whole);
}
