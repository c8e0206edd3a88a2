import { Debrief, tellScore } from "#components/sitting/finish/debrief.tsx";
import { SubmitConfirmation } from "#components/sitting/finish/submit-confirmation.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { listRehearsed, listScores, turnTo } from "#components/sitting/rehearsal/state.ts";
import { Button } from "#components/ui/button.tsx";
import { findContact } from "#lib/studies/opening/frozen-words.ts";

// What comes after the last case.

export function RehearsalSubmit({ plan, text: { words }, now, onChange }: PageProps) {
  const items = listRehearsed(plan, now);
  return (
    <SubmitConfirmation
      flagged={items.filter(({ isFlagged }) => isFlagged).length}
      passed={items.filter(({ state }) => state === "passed").length}
      words={words}
      form={{
        onSubmit(event) {
          event.preventDefault();
          onChange(turnTo(now, "debrief"));
        },
      }}
      back={<Button onClick={() => onChange(turnTo(now, "overview"))}>{words.submit.back}</Button>}
    />
  );
}

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
