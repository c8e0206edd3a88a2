import type { RehearsalText } from "#components/sitting/rehearsal/rehearsal.tsx";
import type { RehearsedCase } from "#components/sitting/rehearsal/state.ts";
import { withParts } from "#components/sitting/case/part-notice.tsx";
import { Examples } from "#components/sitting/entry/examples.tsx";
import { sayHandIn } from "#components/sitting/finish/hand-in-words.tsx";
import { pickPageWords } from "#components/sitting/page/page-words.ts";
import { messagesForAll, messagesForEach } from "#components/task-kinds/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { readArm } from "#lib/studies/arms/schema.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import type { Study } from "#lib/studies/queries.ts";
import { studyLanguages } from "#lib/studies/schema.ts";
import type { WordsAsRead } from "#lib/studies/plan-queries.ts";

const messages = { en, "zh-CN": zh };

/** Nothing is saved in a preview. */
function sayUnsaved<M extends Pick<typeof en, "sitting" | "sending">>(said: M): M {
  const { stored } = said.sitting.preview;
  const saved = { unscripted: stored, nothing: stored, nothingOneWay: stored };
  return {
    ...said,
    sending: { ...said.sending, ...saved, saving: stored, saved: stored, savedOneWay: stored },
  };
}

/** The study's words as they will look, in each language beside the words of the screens. */
export function setTexts(
  { design, title }: Pick<Study, "design" | "title">,
  { questions, ...texts }: WordsAsRead,
  cases: readonly RehearsedCase[],
  arm: number,
): RehearsalText[] {
  const kinds = [...new Set(cases.filter((one) => !one.isPractice).map(({ kind }) => kind))];
  const complete = offeredLanguages(design.words);
  const progress = cases.map(({ position, isPractice, kind }) => ({ position, isPractice, asked: { kind } }));
  return studyLanguages.map((language) => {
    const written = texts.texts[language];
    const told = readArm(texts.arms, arm, language);
    const said = messages[language];
    const ofAll = sayUnsaved(messagesForAll(kinds, said));
    const { shell, sitting } = ofAll;
    const pick = (of: typeof said) => pickPageWords(sayUnsaved(of), language);
    const set = (text: string) =>
      text.trim() === "" ? (
        <p className="text-ink-muted">{sitting.preview.missingText}</p>
      ) : (
        <Markdown text={text} lang={language} />
      );
    return {
      language,
      name: shell.language[language],
      isComplete: complete.includes(language),
      title: written.title || title,
      parts: {
        welcome: set(written.welcome),
        consent: set(written.consent),
        instructions: (
          <>
            {told.translation !== null && (
              <Callout>{sitting.instructions.translation[told.translation ? "allowed" : "not"]}</Callout>
            )}
            {set(written.instructions + told.instructions)}
          </>
        ),
        example: <Examples kinds={kinds} language={language} messages={said} />,
        debrief: set(written.debrief),
      },
      lines: listConsentLines(written),
      ticks: written.ticks,
      words: sitting,
      wordsOf: messagesForEach(kinds, said, (of) => of.sitting) ?? {},
      page: pickPageWords(ofAll, language),
      pageOf: messagesForEach(kinds, said, pick) ?? {},
      handIn: sayHandIn(ofAll, questions),
      partAt: Object.fromEntries(
        withParts({ progress, words: written, language }, said).map(({ position, part }) => [position, part]),
      ),
    };
  });
}
