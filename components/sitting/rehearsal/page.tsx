import type { SubmitEvent } from "react";
import { BackgroundForm } from "#components/sitting/entry/background-form.tsx";
import { Consent, Declined } from "#components/sitting/entry/consent.tsx";
import { Debrief } from "#components/sitting/finish/debrief.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { RehearsalCase } from "#components/sitting/rehearsal/case.tsx";
import { RehearsalIntroduction } from "#components/sitting/rehearsal/introduction.tsx";
import { RehearsalOverview } from "#components/sitting/rehearsal/overview.tsx";
import {
  listRehearsed,
  score,
  turnTo,
  type Rehearsed,
  type Stage,
} from "#components/sitting/rehearsal/state.ts";
import type { RehearsalPlan, RehearsalText } from "#components/sitting/rehearsal/rehearsal.tsx";
import { SubmitConfirmation } from "#components/sitting/finish/submit-confirmation.tsx";
import { Welcome } from "#components/sitting/entry/welcome.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { findContact } from "#lib/studies/opening/frozen-words.ts";
import { checkBackground } from "#lib/sittings/joining/background.ts";

export type PageProps = {
  plan: RehearsalPlan;
  text: RehearsalText;
  now: Rehearsed;
  offered: readonly Stage[];
  onChange: (next: Rehearsed) => void;
  toWords: string | null;
};

/** What the participant sees at this point of the way. */
export function RehearsalPage(props: PageProps) {
  const { plan, text, now, onChange, offered, toWords } = props;
  const { parts, words, language } = text;
  const { cases, questions } = plan;
  const to = (stage: Stage, at = now.at) => onChange(turnTo(now, stage, at));
  const submits = (run: (event: SubmitEvent<HTMLFormElement>) => void) => ({
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      event.preventDefault();
      run(event);
    },
  });
  const button = (label: string, stage: Stage) => (
    <div>
      <Button variant="primary" onClick={() => to(stage)}>
        {label}
      </Button>
    </div>
  );
  const notes = !text.isComplete && (
    <Callout tone="warning">
      {words.preview.languageMissing}{" "}
      {toWords && (
        <a href={toWords} className="text-accent underline">
          {words.preview.toWords}
        </a>
      )}
    </Callout>
  );
  switch (now.stage) {
    case "welcome": {
      const practice = cases.filter(({ isPractice }) => isPractice).length;
      const facts = { cases: cases.length - practice, practice, limitMinutes: questions.timeLimitMinutes };
      return (
        <Welcome
          title={text.title}
          text={parts.welcome}
          language={language}
          facts={facts}
          words={words}
          notes={notes}
        >
          {button(words.goOn, "consent")}
        </Welcome>
      );
    }
    case "consent":
      return (
        <Consent
          text={parts.consent}
          lines={text.lines}
          ticks={text.ticks}
          language={language}
          words={words}
          notes={notes}
          form={submits(() => to("codes"))}
          decline={<Button onClick={() => to("declined")}>{words.consent.decline}</Button>}
        />
      );
    case "declined":
      return (
        <Declined
          words={words}
          returnAddress={null}
          back={<Button onClick={() => to("consent")}>{words.back}</Button>}
        />
      );
    case "codes":
      return (
        <div className="grid gap-6">
          <PageTitle>{words.preview.codesTitle}</PageTitle>
          <p>{words.preview.codesBody}</p>
          {button(words.goOn, offered.includes("background") ? "background" : "instructions")}
        </div>
      );
    case "background":
      return (
        <BackgroundForm
          questions={questions.background}
          mayBeUnsaid={questions.preferNotToSay}
          language={language}
          words={words}
          errors={now.errors}
          form={submits(({ currentTarget }) => {
            const given = Object.fromEntries(new FormData(currentTarget)) as Record<string, string>;
            const checked = checkBackground(questions, given);
            if (checked.ok) to("instructions");
            else onChange({ ...now, errors: checked.fields ?? {} });
          })}
        />
      );
    case "instructions":
    case "comprehension":
    case "ended":
      return <RehearsalIntroduction {...props} />;
    case "case":
    case "feedback":
      return <RehearsalCase {...props} />;
    case "overview":
      return <RehearsalOverview {...props} />;
    case "submit": {
      const items = listRehearsed(plan, now);
      return (
        <SubmitConfirmation
          flagged={items.filter(({ isFlagged }) => isFlagged).length}
          passed={items.filter(({ state }) => state === "passed").length}
          words={words}
          form={submits(() => to("debrief"))}
          back={<Button onClick={() => to("overview")}>{words.submit.back}</Button>}
        />
      );
    }
    case "debrief":
      return (
        <Debrief
          text={parts.debrief}
          code={{ value: words.preview.example, hint: words.preview.exampleHint }}
          returnAddress={null}
          score={score(plan, now)}
          words={words}
          contact={findContact(text.lines, language)}
        >
          {plan.viaProlific && <p className="text-ink-muted">{words.preview.prolific}</p>}
        </Debrief>
      );
  }
}
