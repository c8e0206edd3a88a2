import { sayCheck } from "#components/reviews/queue/own/say-outcome.ts";
import { sayDecision, type Choices, type QueueWords } from "#components/reviews/queue/words.ts";
import type { QueueItem } from "#lib/reviews/queue/schema.ts";

type Props = {
  item: Pick<QueueItem, "decision" | "blind" | "check">;
  choices: Choices;
  words: QueueWords;
  /** Of a reviewer what they said first is their own; of an auditor, the reviewer's. */
  isOwnBlind: boolean;
};

/** What others said of an item, as far as the step shows it. */
export function ShownVerdicts({ item: { decision, blind, check }, choices, words, isOwnBlind }: Props) {
  const { shown, said } = words;
  const rows = [
    decision && {
      name: shown.decision,
      said: sayDecision(decision, choices, said),
      comment: decision.comment,
    },
    blind && { name: isOwnBlind ? shown.ownBlind : shown.blind, said: sayDecision(blind, choices, said) },
    check && {
      name: shown.check,
      said: sayCheck(check, choices, said),
      comment: check.comment,
    },
  ].filter((row) => row !== null);
  if (rows.length === 0) return null;
  return (
    <dl className="grid gap-3 border-l-4 border-line pl-4 text-base">
      {rows.map(({ name, said: told, comment }) => (
        <div key={name}>
          <dt className="text-sm text-ink-muted">{name}</dt>
          <dd>
            {told}
            {comment && <span className="block whitespace-pre-line text-ink-muted">{comment}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
