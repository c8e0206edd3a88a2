import { Debrief, tellScore } from "#components/sitting/finish/debrief.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { listScores } from "#components/sitting/rehearsal/state.ts";
import { findContact } from "#lib/studies/opening/frozen-words.ts";

/** What comes after handing in. */
export function RehearsalDebrief({ plan, text, now }: PageProps) {
  const { parts, words, lines, language } = text;
  return (
    <Debrief
      text={parts.debrief}
      code={{ value: words.preview.example, hint: words.preview.exampleHint }}
      returnAddress={null}
      scores={listScores(plan, now).map((score) => tellScore(text.wordsOf[score.kind] ?? words, score))}
      words={words}
      contact={findContact(lines, language)}
    >
      {plan.viaProlific && <p className="text-ink-muted">{words.preview.prolific}</p>}
    </Debrief>
  );
}
