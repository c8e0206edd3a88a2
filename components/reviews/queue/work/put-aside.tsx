import type { QueueEntry } from "#components/reviews/queue/device/entries.ts";
import { formatCheck } from "#components/reviews/queue/own/format-check.ts";
import { formatDecision, type Choices, type QueueWords } from "#components/reviews/queue/words.ts";
import { fill } from "#components/sitting/words.ts";
import { Button } from "#components/ui/button.tsx";

type Props = {
  aside: readonly QueueEntry[];
  choices: Choices;
  words: QueueWords;
  onPutAway: (id: string) => void;
};

/** What was refused stays on the device, with the reason, until whoever said it has seen it. */
export function PutAside({ aside, choices, words, onPutAway }: Props) {
  if (aside.length === 0) return null;
  const { problems } = words;
  return (
    <section
      aria-labelledby="put-aside"
      className="grid gap-3 border-l-4 border-warning bg-warning-tint px-4 py-3 text-base"
    >
      <h2 id="put-aside" className="font-semibold">
        {words.aside.title}
      </h2>
      <ul role="list" className="grid gap-4">
        {aside.map(({ id, given, problem = "other" }) => {
          const known = Object.hasOwn(problems, problem) ? (problem as keyof typeof problems) : "other";
          return (
            <li key={id} className="grid justify-items-start gap-1">
              <p>
                {fill(words.item, { number: given.number })}: {problems[known]}
              </p>
              <p className="text-ink-muted">
                {fill(words.aside.said, { said: formatReply(given, choices, words.said) })}
              </p>
              <Button size="small" onClick={() => onPutAway(id)}>
                {fill(words.aside.putAway, { number: given.number })}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function formatReply(given: QueueEntry["given"], choices: Choices, words: QueueWords["said"]): string {
  const comment = "comment" in given && given.comment ? ` “${given.comment}”` : "";
  if (given.to === "audits") return (given.agrees ? words.agrees : words.disagrees) + comment;
  if (given.to !== "checks") return formatDecision(given, choices, words) + comment;
  return formatCheck(given, choices, words) + comment;
}
