import type { Sample } from "#e2e/access-matrix/callers.ts";
import {
  action,
  always,
  everybody,
  page,
  participants,
  read,
  write,
  type ActionRule,
  type Open,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { membersOnly } from "#e2e/access-matrix/study-rules.ts";
import { t } from "#e2e/support/words.ts";

const members: Open = ["researcher", "admin"];
// What the small study of the tests is called where participants read.
const title = "Who is speaking?";
const joining = ({ study }: Sample, rest = "") => `/join/${study.code}${rest}`;
const sitting = ({ study }: Sample, rest = "") => `/sittings/${study.sittingId}${rest}`;
const data = (s: Sample, rest: string) => `/api${sitting(s, rest)}`;
const own = (heading: string, rest = "") => page(participants, heading, (s) => sitting(s, rest));

export const sittingRoutes: Record<string, RouteRule> = {
  "/studies/[slug]/preview": membersOnly(
    page(members, title, ({ study }) => `/studies/${study.slug}/preview`),
  ),
  "/join": page(everybody, t("join.byCode.title"), () => "/join"),
  "/join/[code]": page(everybody, title, (s) => joining(s)),
  "/join/[code]/consent": always(307),
  "/join/[code]/declined": page(everybody, t("sitting.declined.title"), (s) => joining(s, "/declined")),
  "/sittings/[sittingId]": own(title),
  "/sittings/[sittingId]/instructions": own(t("sitting.instructions.title"), "/instructions"),
  "/sittings/[sittingId]/comprehension": own(t("sitting.comprehension.title"), "/comprehension"),
  "/sittings/[sittingId]/[position]": own(t("sitting.case.place", { place: "1", count: "2" }), "/1"),
  "/sittings/[sittingId]/[position]/report": own(t("passage.title"), "/1/report"),
  "/sittings/[sittingId]/overview": own(t("sitting.overview.title"), "/overview"),
  "/sittings/[sittingId]/finish": own(t("sitting.submit.title"), "/finish"),
  "/sittings/[sittingId]/code": own(t("menu.code"), "/code"),
  "/sittings/[sittingId]/data": own(t("ownData.title"), "/data"),
  "/sittings/[sittingId]/leave": own(t("menu.leave"), "/leave"),
  "/sittings/[sittingId]/withdraw": own(t("way.withdraw.title"), "/withdraw"),
  "/api/sittings/[sittingId]/answers": write(participants, (s) => data(s, "/answers"), 200, {
    method: "POST",
    headers: { "content-type": "application/json" },
    // Another one each time it is asked for: an id is good for one answer.
    get body() {
      const [id, clientAt] = [crypto.randomUUID(), new Date().toISOString()];
      return JSON.stringify({ position: 1, id, revision: 1, value: { choice: 1 }, clientAt });
    },
  }),
  "/api/sittings/[sittingId]/cases": read(participants, (s) => data(s, "/cases?after=1&count=2")),
  "/api/sittings/[sittingId]/copies/[file]": read(participants, (s) => data(s, "/copies/data.json")),
  "/api/sittings/[sittingId]/state": read(participants, (s) => data(s, "/state")),
};

const actions = "lib/sittings/joining/participant-actions.ts#";
const theSitting = ({ study: { sittingId } }: Sample) => ({ sittingId });

export const sittingActions: Record<string, ActionRule> = {
  [`${actions}join`]: action(
    everybody,
    ({ study }) => ({ code: study.code, language: "en" }),
    "→ /sittings/[id]",
  ),
  [`${actions}begin`]: action(participants, theSitting, "→ /sittings/[id]/1"),
  [`${actions}saveCase`]: action(
    participants,
    (s) => ({ ...theSitting(s), position: "1", revision: "0", options: "2", choice: "1", go: "next" }),
    "→ /sittings/[id]/2",
  ),
  // Nobody has begun with the sample's link, so that there is nobody whom it could lead back.
  "lib/sittings/returning/actions.ts#goBackIn": action(
    everybody,
    ({ study }) => ({ code: study.code }),
    "unknown",
  ),
  // None of their browsers has begun anything that the server lost.
  "lib/sittings/returning/actions.ts#goOnWithLost": action(
    everybody,
    ({ study }) => ({ sittingId: study.sittingId }),
    "gone",
  ),
  "lib/sittings/returning/actions.ts#makeRoom": action(
    participants,
    () => ({ code: "zzzzz-zzzzz" }),
    "→ /join/zzzzz-zzzzz",
  ),
  "lib/sittings/ending/withdraw-actions.ts#withdrawMyself": action(
    participants,
    (s) => ({ ...theSitting(s), sure: "on", erase: "on" }),
    "→ /sittings/[id]",
  ),
  // Nothing to try where nothing is asked: one goes on with the first case.
  "lib/sittings/comprehension/actions.ts#understand": action(
    participants,
    (s) => ({ ...theSitting(s), tryNumber: "1" }),
    "→ /sittings/[id]/1",
  ),
  "lib/passage-reports/actions.ts#reportPassage": action(
    participants,
    (s) => ({ ...theSitting(s), position: "1", kind: "error" }),
    "→ /sittings/[id]/1/report?sent=1",
  ),
  // No case of the sample's sitting is answered.
  [`${actions}handIn`]: action(participants, theSitting, "incomplete"),
};
