import type { AppConfig } from "next-intl";
import type { ReactNode } from "react";
import { fill } from "#components/sitting/words.ts";
import { messagesFor } from "#components/task-kinds/words.ts";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import type { CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { findParts, type Part } from "#lib/sittings/serving/parts.ts";
import type { FrozenWords, StudyLanguage } from "#lib/studies/schema.ts";

type Messages = Pick<AppConfig["Messages"], "sitting" | "taskKinds">;
type Step = { position: number; isPractice: boolean; asked: Pick<CaseQuestions, "kind"> };
type Place<S extends Step> = {
  progress: readonly S[];
  words: Pick<FrozenWords, "parts">;
  language: StudyLanguage;
};

/** The cases, with what is said where another kind of case begins. */
export function withParts<S extends Step>(
  { progress, words, language }: Place<S>,
  messages: Messages,
): (S & { part?: ReactNode })[] {
  const parts = findParts(progress);
  return progress.map((step) => {
    const part = parts.get(step.position);
    if (!part) return step;
    const { isPractice } = step;
    const text = words.parts?.[part.kind] ?? "";
    return {
      ...step,
      part: (
        <PartNotice part={part} isPractice={isPractice} text={text} language={language} messages={messages} />
      ),
    };
  });
}

type Props = {
  part: Part;
  isPractice: boolean;
  /** What the study says of it; without that, the usual words. */
  text: string;
  language: StudyLanguage;
  messages: Messages;
};

function PartNotice({ part: { kind, number, count }, isPractice, text, language, messages }: Props) {
  const { part } = messagesFor(kind, messages).sitting;
  return (
    <section
      aria-label={part.label}
      className="measure grid gap-2 rounded-lg border border-accent bg-raised p-4 sm:p-5"
    >
      <p className="font-semibold">{isPractice ? part.practice : fill(part.title, { number, count })}</p>
      {text.trim() === "" ? <p>{part.what}</p> : <Markdown text={text} lang={language} under={2} />}
    </section>
  );
}
