import { Consent, Declined } from "#components/sitting/entry/consent.tsx";
import { Welcome } from "#components/sitting/entry/welcome.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { countRehearsedLanguages, turnTo } from "#components/sitting/rehearsal/state.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";

// What comes before anything is stored.

/** Above the team's words, where they aren't there in this language. */
function Untranslated({ text: { isComplete, words }, toWords }: Pick<PageProps, "text" | "toWords">) {
  if (isComplete) return null;
  return (
    <Callout tone="warning">
      {words.preview.languageMissing}{" "}
      {toWords && (
        <a href={toWords} className="text-accent underline">
          {words.preview.toWords}
        </a>
      )}
    </Callout>
  );
}

export function RehearsalWelcome(props: PageProps) {
  const { text, now, onChange } = props;
  const { parts, lines, ticks, language, words } = text;
  const { cases, questions } = props.plan;
  const practice = cases.filter(({ isPractice }) => isPractice).length;
  return (
    <Welcome
      title={text.title}
      text={parts.welcome}
      language={language}
      facts={{
        cases: cases.length - practice,
        practice,
        limitMinutes: questions.timeLimitMinutes,
        languages: countRehearsedLanguages(cases).map((one) => one.language),
        payment: lines.find(({ field }) => field === "payment")?.said ?? null,
      }}
      reader={language}
      words={words}
      notes={<Untranslated {...props} />}
    >
      <Consent
        text={parts.consent}
        lines={lines.filter(({ field }) => field !== "payment")}
        ticks={ticks}
        language={language}
        words={words}
        form={{
          onSubmit(event) {
            event.preventDefault();
            onChange(turnTo(now, "instructions"));
          },
        }}
        decline={<Button onClick={() => onChange(turnTo(now, "declined"))}>{words.consent.decline}</Button>}
      />
    </Welcome>
  );
}

export const RehearsalDeclined = ({ text: { words }, now, onChange }: PageProps) => (
  <Declined
    words={words}
    returnAddress={null}
    back={<Button onClick={() => onChange(turnTo(now, "welcome"))}>{words.back}</Button>}
  />
);
