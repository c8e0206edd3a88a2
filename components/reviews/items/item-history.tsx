import { useFormatter, useTranslations, useLocale } from "next-intl";
import type { ReactNode } from "react";
import { accuracyOf } from "#lib/metrics/review/coverage.ts";
import { type ReviewSettings, type Coverage, textIn } from "#lib/reviews/plan/schema.ts";
import type { HistoryDecision } from "#lib/reviews/results/item-queries.ts";

type Props = { decisions: readonly HistoryDecision[]; settings: ReviewSettings };

/** Everything that was said of an item, as it was said: decisions, checks, disputes, audits, round by round. */
export function ItemHistory({ decisions, settings }: Props) {
  const t = useTranslations("reviews.items.history");
  const said = useDecisionWords(settings);
  const format = useFormatter();
  const person = useMemberName();
  if (decisions.length === 0) return <p>{t("none")}</p>;
  return (
    <ol className="grid gap-6">
      {decisions.map((decision) => {
        const { id, round, revision, annotator, savedAt, comment, blind, checks } = decision;
        return (
          <li key={id} className="grid gap-3 border-l-4 border-people pl-4">
            <div>
              <p className="text-sm text-ink-muted">
                {t(revision === 1 ? "decided" : "changed", {
                  round,
                  who: person(annotator),
                  at: format.dateTime(savedAt, { dateStyle: "medium", timeStyle: "short" }),
                })}
              </p>
              <p className="font-medium">{said.decision(decision)}</p>
              <Comment>{comment}</Comment>
            </div>
            <WhyChecked decision={decision} coverage={settings.coverage} />
            {blind.map((one) => (
              <p key={one.place} className="text-sm">
                {t("blind", { who: person(one.reviewer), said: said.decision(one) })}
              </p>
            ))}
            {checks.map((check) => (
              <ItemCheck key={check.id} check={check} said={said} />
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/** Why this decision was drawn for a check, or wasn't, from what was stored when it was made. */
function WhyChecked({ decision, coverage }: { decision: HistoryDecision; coverage: Coverage }) {
  const t = useTranslations("reviews.items.why");
  const format = useFormatter();
  const { draw, rate, drawn, band, ordinal, reviewedBefore, rightBefore } = decision;
  // A decision that was changed keeps the draw of the first.
  if (draw === null || rate === null) return null;
  const percent = (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 });
  const known = { reviewed: reviewedBefore ?? 0, right: rightBefore ?? 0 };
  const accuracy = accuracyOf(coverage, known);
  const from = band === null ? null : coverage.bands[band]?.from;
  return (
    <div className="measure grid gap-1 text-sm text-ink-muted">
      <p>
        {from === null || from === undefined || accuracy === null
          ? t(ordinal !== null && ordinal > coverage.first ? "unknown" : "first", {
              ordinal: ordinal ?? 0,
              first: coverage.first,
              rate: percent(rate),
            })
          : t("band", {
              ordinal: ordinal ?? 0,
              ...known,
              by: coverage.by,
              rate: percent(rate),
              accuracy: percent(accuracy),
              from: percent(from),
            })}
      </p>
      <p>
        {t(drawn ? "drawn" : "notDrawn", {
          draw: format.number(draw, { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
          rate: format.number(rate, { maximumFractionDigits: 4 }),
        })}
      </p>
    </div>
  );
}

type Check = HistoryDecision["checks"][number];
type Step = Pick<Check["steps"][number], "step" | "stands" | "words">;

/** A check with what came of it: its dispute, and the auditor's word. */
export function ItemCheck({ check, said }: { check: Check; said: DecisionWords }) {
  const t = useTranslations("reviews.items.history");
  const format = useFormatter();
  const person = useMemberName();
  const { place, isRight, errorType, correctedAccepts, correctedReason, comment, reviewer, savedAt } = check;
  const at = format.dateTime(savedAt, { dateStyle: "medium", timeStyle: "short" });
  return (
    <div className="grid gap-2 rounded-md border border-line bg-raised p-3">
      <div>
        <p className="text-sm text-ink-muted">
          {t(place === 1 ? "checked" : "checkedTwice", { who: person(reviewer), at })}
        </p>
        <p className="font-medium">
          {isRight
            ? t("right")
            : t("wrong", {
                type: said.errorOf(errorType),
                corrected: said.decision({ accepts: correctedAccepts === true, reason: correctedReason }),
              })}
        </p>
        <Comment>{comment}</Comment>
      </div>
      <DisputeSteps steps={check.steps} />
      {check.audit && (
        <div>
          <p className="text-sm">
            {t(check.audit.agrees ? "auditAgrees" : "auditDisagrees", { who: person(check.audit.auditor) })}
          </p>
          <Comment>{check.audit.comment}</Comment>
        </div>
      )}
    </div>
  );
}

/** Objection, answer, ruling: each once. */
export function DisputeSteps({ steps }: { steps: readonly Step[] }) {
  const t = useTranslations("reviews.items.history.steps");
  return steps.map(({ step, stands, words }) => (
    <div key={step}>
      <p className="text-sm">
        {step === "objection" ? t("objection") : t(`${step}.${stands ? "stands" : "falls"}`)}
      </p>
      <Comment>{words}</Comment>
    </div>
  ));
}

type DecisionChoices = Pick<ReviewSettings, "decisions" | "errorTypes">;

/** Decisions and errors in the review's own words. */
export function useDecisionWords({ decisions, errorTypes }: DecisionChoices) {
  const t = useTranslations("reviews.said");
  const locale = useLocale();
  const find = (named: ReviewSettings["errorTypes"], key: string | null) => {
    const words = named.find((one) => one.key === key)?.words;
    return words ? textIn(words, locale) : (key ?? "");
  };
  const reasonOf = (key: string | null) => find(decisions.reasons, key);
  return {
    reasonOf,
    errorOf: (key: string | null) => find(errorTypes, key),
    decision: ({ accepts, reason }: { accepts: boolean; reason: string | null }) =>
      accepts
        ? t("accepted", { words: textIn(decisions.acceptWord, locale) })
        : t("rejected", { reason: reasonOf(reason) }),
  };
}
export type DecisionWords = ReturnType<typeof useDecisionWords>;

export const Comment = ({ children }: { children: ReactNode }) =>
  children ? <p className="measure whitespace-pre-line text-ink-muted">{children}</p> : null;

type Member = HistoryDecision["annotator"];

/** By the number that figures and files have, and the name. */
export function useMemberName() {
  const t = useTranslations("reviews.said");
  return ({ number, user }: Member) => t("member", { number, name: user.name });
}
