import { BackgroundForm } from "#components/sitting/entry/background-form.tsx";
import { Consent, Declined } from "#components/sitting/entry/consent.tsx";
import { Welcome } from "#components/sitting/entry/welcome.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { PageProps } from "#components/sitting/rehearsal/page.tsx";
import { turnTo, type Stage } from "#components/sitting/rehearsal/state.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { checkBackground } from "#lib/sittings/joining/background.ts";

// What comes before the first case.

type OnwardProps = Pick<PageProps, "now" | "onChange"> & { label: string; stage: Stage };

const Onward = ({ label, stage, now, onChange }: OnwardProps) => (
  <div>
    <Button variant="primary" onClick={() => onChange(turnTo(now, stage))}>
      {label}
    </Button>
  </div>
);

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
  const { text } = props;
  const { cases, questions } = props.plan;
  const practice = cases.filter(({ isPractice }) => isPractice).length;
  return (
    <Welcome
      title={text.title}
      text={text.parts.welcome}
      language={text.language}
      facts={{ cases: cases.length - practice, practice, limitMinutes: questions.timeLimitMinutes }}
      words={text.words}
      notes={<Untranslated {...props} />}
    >
      <Onward {...props} label={text.words.goOn} stage="consent" />
    </Welcome>
  );
}

export function RehearsalConsent(props: PageProps) {
  const { text, now, onChange } = props;
  const { parts, lines, ticks, language, words } = text;
  return (
    <Consent
      text={parts.consent}
      lines={lines}
      ticks={ticks}
      language={language}
      words={words}
      notes={<Untranslated {...props} />}
      form={{
        onSubmit(event) {
          event.preventDefault();
          onChange(turnTo(now, "codes"));
        },
      }}
      decline={<Button onClick={() => onChange(turnTo(now, "declined"))}>{words.consent.decline}</Button>}
    />
  );
}

export const RehearsalDeclined = ({ text: { words }, now, onChange }: PageProps) => (
  <Declined
    words={words}
    returnAddress={null}
    back={<Button onClick={() => onChange(turnTo(now, "consent"))}>{words.back}</Button>}
  />
);

export function RehearsalCodes(props: PageProps) {
  const { preview, goOn } = props.text.words;
  return (
    <div className="grid gap-6">
      <PageTitle>{preview.codesTitle}</PageTitle>
      <p>{preview.codesBody}</p>
      <Onward
        {...props}
        label={goOn}
        stage={props.offered.includes("background") ? "background" : "instructions"}
      />
    </div>
  );
}

export function RehearsalBackground({ plan: { questions }, text, now, onChange }: PageProps) {
  return (
    <BackgroundForm
      questions={questions.background}
      mayBeUnsaid={questions.preferNotToSay}
      language={text.language}
      words={text.words}
      errors={now.errors}
      form={{
        onSubmit(event) {
          event.preventDefault();
          const given = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
          const checked = checkBackground(questions, given);
          if (checked.ok) onChange(turnTo(now, "instructions"));
          else onChange({ ...now, errors: checked.fields ?? {} });
        },
      }}
    />
  );
}
