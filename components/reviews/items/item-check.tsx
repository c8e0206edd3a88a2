import { useFormatter, useTranslations } from "next-intl";
import { Comment, useMemberName, type DecisionWords } from "#components/reviews/items/decision-words.tsx";
import type { HistoryDecision } from "#lib/reviews/results/item-queries.ts";

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

const order = ["objection", "answer", "ruling"] as const;

/** Objection, answer, ruling: each once. */
export function DisputeSteps({ steps }: { steps: readonly Step[] }) {
  const t = useTranslations("reviews.items.history.steps");
  return order.flatMap((kind) => {
    const one = steps.find(({ step }) => step === kind);
    if (!one) return [];
    return (
      <div key={kind}>
        <p className="text-sm">
          {kind === "objection" ? t("objection") : t(`${kind}.${one.stands ? "stands" : "falls"}`)}
        </p>
        <Comment>{one.words}</Comment>
      </div>
    );
  });
}
