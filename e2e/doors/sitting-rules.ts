import type { Sample } from "#e2e/doors/callers.ts";
import {
  action,
  everybody,
  page,
  participants,
  type ActionRule,
  type Open,
  type RouteRule,
} from "#e2e/doors/rules.ts";
import { membersOnly } from "#e2e/doors/study-rules.ts";
import { t } from "#e2e/support/words.ts";

const members: Open = ["researcher", "admin"];
// What the small study of the tests is called where participants read.
const title = "Who is speaking?";
const joining = ({ study }: Sample, rest = "") => `/join/${study.code}${rest}`;
const sitting = ({ study }: Sample, rest = "") => `/sittings/${study.sittingId}${rest}`;
const own = (heading: string, rest = "") => page(participants, heading, (s) => sitting(s, rest));

export const sittingRoutes: Record<string, RouteRule> = {
  "/studies/[slug]/preview": membersOnly(
    page(members, title, ({ study }) => `/studies/${study.slug}/preview`),
  ),
  "/join/[code]": page(everybody, title, (s) => joining(s)),
  "/join/[code]/consent": page(everybody, t("sitting.consent.title"), (s) => joining(s, "/consent")),
  "/join/[code]/declined": page(everybody, t("sitting.declined.title"), (s) => joining(s, "/declined")),
  "/sittings/[sittingId]": own(title),
  "/sittings/[sittingId]/instructions": own(t("sitting.instructions.title"), "/instructions"),
  "/sittings/[sittingId]/[position]": own(t("sitting.case.place", { place: "1", count: "2" }), "/1"),
  "/sittings/[sittingId]/overview": own(t("sitting.overview.title"), "/overview"),
  "/sittings/[sittingId]/finish": own(t("sitting.submit.title"), "/finish"),
};

const actions = "lib/sittings/participant-actions.ts#";
const theSitting = ({ study: { sittingId } }: Sample) => ({ sittingId });

export const sittingActions: Record<string, ActionRule> = {
  [`${actions}join`]: action(
    everybody,
    ({ study }) => ({ code: study.code, language: "en" }),
    "→ /sittings/[id]",
  ),
  [`${actions}begin`]: action(participants, theSitting, "→ /sittings/[id]/instructions"),
  [`${actions}saveCase`]: action(
    participants,
    (s) => ({ ...theSitting(s), position: "1", revision: "0", options: "2", choice: "1", go: "next" }),
    "→ /sittings/[id]/2",
  ),
  // No case of the sample's sitting is answered.
  [`${actions}handIn`]: action(participants, theSitting, "incomplete"),
};
