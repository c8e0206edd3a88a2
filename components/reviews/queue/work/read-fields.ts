import type { Reply } from "#components/reviews/queue/device/entries.ts";
import type { LeasedItem } from "#components/reviews/queue/device/open-queue.ts";
import type { Mark } from "#lib/reading/marks.ts";

type Fields = Pick<FormData, "get">;
type Decision = { accepts: boolean; reason: string | null };

/** As it stands in the form: one choice, of accepting and of every reason to reject. */
export const acceptValue = "accept";
export const rejectValue = (reason: string): string => `reject ${reason}`;
export const valueOf = ({ accepts, reason }: Decision): string =>
  accepts ? acceptValue : rejectValue(reason ?? "");

const text = (fields: Fields, name: string): string => {
  const value = fields.get(name);
  return typeof value === "string" ? value : "";
};

export function readDecision(fields: Fields, name: string): Decision | null {
  const value = text(fields, name);
  if (value === acceptValue) return { accepts: true, reason: null };
  const [, reason] = /^reject (.+)$/.exec(value) ?? [];
  return reason === undefined ? null : { accepts: false, reason };
}

export type MissingField = "decision" | "verdict" | "errorType" | "corrected" | "agrees" | "same";
/** `missing`: what has to be chosen before it can be sent. */
export type ReadFields = { given: Reply } | { missing: MissingField };

const ofItem = ({ number, round }: LeasedItem) => ({ number, round });
const ofCheck = ({ number, round, place }: LeasedItem) => ({ number, round, place });

export function readDecided(fields: Fields, item: LeasedItem): ReadFields {
  const said = readDecision(fields, "decision");
  if (!said) return { missing: "decision" };
  return {
    given: { to: "decisions", ...ofItem(item), ...said, comment: text(fields, "comment") },
  };
}

export function readBlind(fields: Fields, item: LeasedItem): ReadFields {
  const said = readDecision(fields, "decision");
  if (!said) return { missing: "decision" };
  return { given: { to: "blind", ...ofCheck(item), decisionId: item.decisionId ?? "", ...said } };
}

export function readCheck(fields: Fields, item: LeasedItem): ReadFields {
  const verdict = text(fields, "verdict");
  const about = { ...ofCheck(item), decisionId: item.decisionId ?? "" };
  const comment = text(fields, "comment");
  if (verdict === "right") {
    const right = { isRight: true, errorType: null, correctedAccepts: null, correctedReason: null };
    return { given: { to: "checks", ...about, ...right, comment } };
  }
  if (verdict !== "wrong") return { missing: "verdict" };
  const errorType = text(fields, "errorType");
  if (!errorType) return { missing: "errorType" };
  const corrected = readDecision(fields, "corrected");
  if (!corrected) return { missing: "corrected" };
  if (item.decision && valueOf(corrected) === valueOf(item.decision)) return { missing: "same" };
  const instead = { correctedAccepts: corrected.accepts, correctedReason: corrected.reason };
  return { given: { to: "checks", ...about, isRight: false, errorType, ...instead, comment } };
}

export function readAudit(fields: Fields, item: LeasedItem): ReadFields {
  const agrees = text(fields, "agrees");
  if (!agrees) return { missing: "agrees" };
  return {
    given: {
      to: "audits",
      ...ofCheck(item),
      checkId: item.check?.id ?? "",
      agrees: agrees === "yes",
      comment: text(fields, "comment"),
    },
  };
}

export const maxInComment = 4000;

/** A comment with what was marked beneath it, a line each; what stands in it already, or finds no room, is left out. */
export const withQuotes = (comment: string, marks: readonly Mark[]): string =>
  marks.reduce((text, { quote }) => {
    const line = `“${quote}”`;
    const longer = text.trim() === "" ? line : `${text.trimEnd()}\n${line}`;
    return text.includes(line) || longer.length > maxInComment ? text : longer;
  }, comment);
