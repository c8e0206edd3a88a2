import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { rateOf } from "#lib/metrics/review/coverage.ts";
import type { TemplateName } from "#lib/reviews/plan/schema.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import type { CheckRow, DecisionRow, ReviewRows } from "#lib/reviews/results/rows-queries.ts";

type Options = {
  items?: number;
  /** Of each annotator, how often they are right. */
  accuracies?: readonly number[];
  by?: "wilson" | "estimate";
  template?: TemplateName;
  secondShare?: number;
  seed?: number;
  /** How often reviewers overlook a wrong decision, and how many of their checks are audited. */
  misses?: number;
  auditRate?: number;
};

/** A review that was never stored: who is right how often is known, rates follow each check at once, and auditors don't err. */
export function makeRows({
  items = 2000,
  accuracies = [0.98, 0.94, 0.85],
  by = "wilson",
  template = "interviewsim-transcripts",
  secondShare = 0.1,
  seed = 1,
  misses = 0,
  auditRate = 0,
}: Options = {}): { rows: ReviewRows; isAcceptable: boolean[] } {
  const next = wholeNumbers(seed, 0);
  const chance = () => toShare(next());
  const given = settingsOf(template);
  const settings = { ...given, secondShare, coverage: { ...given.coverage, by } };
  const reasons = settings.decisions.reasons.map(({ key }) => key);
  const pick = (keys: readonly string[]) => keys[Math.floor(chance() * keys.length)] ?? "";
  const reviewer = accuracies.length + 1;
  const known = accuracies.map(() => ({ decided: 0, reviewed: 0, right: 0 }));
  const isAcceptable = Array.from({ length: items }, () => chance() < 0.735);
  const decisions = isAcceptable.map((accepts, item): DecisionRow => {
    const at = item % accuracies.length;
    const own = known[at] ?? { decided: 0, reviewed: 0, right: 0 };
    const before = { ...own };
    const { rate, band } = rateOf(settings.coverage, own);
    const isRight = chance() < (accuracies[at] ?? 1);
    const isDrawn = chance() < rate;
    const isCalledRight = isRight || (misses > 0 && chance() < misses);
    own.decided += 1;
    if (isDrawn) own.reviewed += 1;
    if (isDrawn && isCalledRight) own.right += 1;
    const truth = { accepts, reason: accepts ? null : (reasons[item % reasons.length] ?? "") };
    const said = isRight ? truth : { accepts: !accepts, reason: accepts ? pick(reasons) : null };
    const isAudited = auditRate > 0 && chance() < auditRate;
    const check = (number: number): CheckRow => ({
      reviewer: number,
      isRight: isCalledRight,
      blind: truth,
      dispute: null,
      comment: "",
      isAuditDrawn: isAudited,
      audit: isAudited ? { auditor: number + 2, agrees: isCalledRight === isRight } : null,
      errorType: isCalledRight ? null : pick(settings.errorTypes.map(({ key }) => key)),
      correctedAccepts: isCalledRight ? null : truth.accepts,
      correctedReason: isCalledRight ? null : truth.reason,
      givenAt: item * 60_000 + 30_000,
    });
    const isDrawnTwice = isDrawn && chance() < secondShare;
    return {
      item,
      round: 1,
      annotator: at + 1,
      ordinal: own.decided,
      revision: 1,
      ...said,
      comment: "",
      givenAt: item * 60_000,
      rate,
      band,
      isDrawn,
      isDrawnTwice,
      reviewedBefore: before.reviewed,
      rightBefore: before.right,
      check: isDrawn ? check(reviewer) : null,
      second: isDrawnTwice ? check(reviewer + 1) : null,
    };
  });
  const member = (number: number, part: "annotator" | "reviewer") => ({
    number,
    parts: [part],
    isSimulated: true,
  });
  const batches = Math.ceil(items / settings.batchSize);
  const rows: ReviewRows = {
    stamp: "made up",
    readAt: new Date(0),
    review: {
      slug: "made-up",
      title: "Made up",
      state: "open",
      template,
      hasSimulated: true,
      isDemo: false,
      openedAt: new Date(0),
      closedAt: null,
      reopenings: 0,
      manifestHash: "0".repeat(64),
      benchmark: { slug: "transcripts", name: "Transcripts" },
    },
    settings,
    members: [
      ...accuracies.map((_, at) => member(at + 1, "annotator")),
      member(reviewer, "reviewer"),
      member(reviewer + 1, "reviewer"),
    ],
    items: isAcceptable.map((_, at) => ({
      number: at + 1,
      batch: Math.floor(at / settings.batchSize) + 1,
      round: 1,
      track: "Transcripts",
      key: `t${at + 1}`,
      version: 1,
    })),
    batches: Array.from({ length: batches }, (_, at) => ({ number: at + 1, round: 1, isAccepted: at === 0 })),
    decisions,
    filters: [],
  };
  return { rows, isAcceptable };
}
