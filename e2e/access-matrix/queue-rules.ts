import type { Sample } from "#e2e/access-matrix/callers.ts";
import {
  action,
  page,
  participants,
  signedIn,
  type ActionRule,
  type RouteRule,
} from "#e2e/access-matrix/rules.ts";
import { t } from "#e2e/support/words.ts";

/** To those without any part the review isn't there. */
const hide = <Rule extends RouteRule | ActionRule>(rule: Rule): Rule => ({
  ...rule,
  hidden: ["stranger", "admin"],
});
type SampleText = string | ((sample: Sample) => string);
const say = (what: SampleText, sample: Sample) => (typeof what === "string" ? what : what(sample));
/** Of who has the part; the researcher leads the review, and has no queue. */
const screen = (heading: SampleText, rest: SampleText = ""): RouteRule =>
  hide(page(participants, heading, (sample) => `/queue/${sample.review.slug}${say(rest, sample)}`));
const title = ({ review }: Sample) => review.title;

export const queueRoutes: Record<string, RouteRule> = {
  "/queue": page(signedIn, t("queue.title"), () => "/queue"),
  "/queue/[slug]": screen(title),
  "/queue/[slug]/check": screen(title, "/check"),
  "/queue/[slug]/audit": screen(title, "/audit"),
  "/queue/[slug]/mine": screen(t("queue.mine.title"), "/mine"),
  "/queue/[slug]/mine/[number]": screen(
    ({ review }) => t("queue.itemOf", { number: review.decided ?? "1", title: review.title }),
    ({ review }) => `/mine/${review.decided ?? "1"}`,
  ),
  "/queue/[slug]/objections": screen(t("queue.disputes.title"), "/objections"),
};

/** As a form has it that was drawn for another member: what stands in it is nobody else’s, whatever it says. */
const form = ({ review }: Sample) => ({ slug: review.slug, by: "0", id: crypto.randomUUID() });
const ofItem = (sample: Sample) => ({ ...form(sample), number: "2", round: "1", comment: "" });
const ofDecision = (sample: Sample) => ({
  ...ofItem(sample),
  place: "1",
  decisionId: crypto.randomUUID(),
});
const ofCheck = (sample: Sample) => ({ ...form(sample), checkId: crypto.randomUUID() });

const ofForm = (input: ActionRule["input"]): ActionRule => hide(action(signedIn, input, "not_yours"));
const actions = "lib/reviews/device/actions.ts#";

// That they store what their own member sends is in e2e/reviews.
export const queueActions: Record<string, ActionRule> = {
  [`${actions}decide`]: ofForm((s) => ({ ...ofItem(s), decision: "accept" })),
  [`${actions}changeDecision`]: ofForm((s) => ({ ...ofItem(s), decision: "accept" })),
  [`${actions}decideBlind`]: ofForm((s) => ({ ...ofDecision(s), decision: "accept" })),
  [`${actions}check`]: ofForm((s) => ({ ...ofDecision(s), verdict: "right" })),
  [`${actions}audit`]: ofForm((s) => ({ ...ofCheck(s), agrees: "yes", comment: "" })),
  [`${actions}object`]: ofForm((s) => ({ ...ofCheck(s), words: "Two of them answer." })),
  [`${actions}answer`]: ofForm((s) => ({ ...ofCheck(s), stands: "yes", words: "" })),
};
