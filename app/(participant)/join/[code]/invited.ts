import { cache } from "react";
import { prolificReturn, readArrival, type Arrival } from "#components/sitting/entry/arrival.ts";
import type { JoinObstacle } from "#components/sitting/entry/join-problem.tsx";
import { readKnownDevice } from "#lib/auth/sign-in/device-cookie.ts";
import { getViewer } from "#lib/auth/request/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { inspectInvitation, type Invited } from "#lib/invitations/queries.ts";
import { getServiceCode } from "#lib/invitations/service-queries.ts";
import { readStudyText, type StudyText } from "#lib/sittings/joining/text-queries.ts";
import {
  findSittingByCode,
  getOwnEnding,
  inspectReturn,
  type Ended,
} from "#lib/sittings/returning/queries.ts";
import type { Asks } from "#lib/sittings/returning/returning.ts";

export type Opened = { arrival: Arrival } & (
  | { kind: "obstacle"; problem: JoinObstacle; returnAddress: string | null }
  /** The person in front has begun, and is signed in still. */
  | { kind: "begun"; sittingId: string; ended: Ended | null; isShared: boolean }
  /** Whoever this link was sent to has begun, and is led back for what is asked of them. */
  | { kind: "back"; pid: string | null; asks: Asks; ended: Ended | null }
  | { kind: "new"; invited: Invited; text: StudyText }
);

// From these nothing comes any more, but for who has begun already.
const isOver: readonly JoinObstacle[] = ["full", "used", "closed", "paused"];

type Query = Parameters<typeof readArrival>[0];

/** What all pages of an invitation begin with: how it stands, and the words in the reader's language if they exist. */
export const openInvitation = (code: string, query: Query, locale: Locale): Promise<Opened> =>
  open(code, JSON.stringify(query), locale);

// Asked once a request: its page and its title both want it.
const open = cache(async (code: string, query: string, locale: Locale): Promise<Opened> => {
  const arrival = readArrival(JSON.parse(query) as Query);
  const pid = arrival.prolific?.pid ?? null;
  const found = await inspectInvitation(code);
  const begun = await findOwn(code, pid);
  if (begun) {
    const isShared = found.ok && found.value.recruitment === "open_link" && found.value.problem === null;
    return { arrival, kind: "begun", ...begun, isShared };
  }
  const stop = (problem: JoinObstacle, returnCode: string | null = null): Opened => ({
    arrival,
    kind: "obstacle",
    problem,
    returnAddress: returnCode && prolificReturn(returnCode),
  });
  if (!found.ok) return stop(found.error);
  const invited = found.value;
  // A link for everybody leads nobody back.
  const isPlain = invited.recruitment === "open_link" && invited.hasFreeCell;
  const { asks, ended, isFull } = isPlain
    ? { asks: null, ended: null, isFull: false }
    : await inspectReturn(code, pid, await readKnownDevice());
  if (asks) return { arrival, kind: "back", pid, asks, ended };
  const problem = invited.problem ?? (isFull ? "full" : null);
  if (problem)
    return stop(problem, pid && isOver.includes(problem) ? await getServiceCode(code, "screenOut") : null);
  if (invited.recruitment === "prolific" && !pid) return stop("prolific_missing");
  const text = invited.texts.find(({ language }) => language === locale) ?? invited.texts[0];
  return text ? { arrival, kind: "new", invited, text: await readStudyText(text.id) } : stop("not_open");
});

async function findOwn(
  code: string,
  pid: string | null,
): Promise<{ sittingId: string; ended: Ended | null } | null> {
  const viewer = await getViewer();
  if (!viewer || !hasRole(viewer, ["participant"])) return null;
  const sittingId = await findSittingByCode(viewer, code, pid);
  return sittingId === null ? null : { sittingId, ended: await getOwnEnding(viewer, sittingId) };
}
