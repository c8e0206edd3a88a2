import type { RehearsalText } from "#components/sitting/rehearsal/rehearsal.tsx";
import { examples } from "#components/task-kinds/examples.ts";
import { sayFor } from "#components/task-kinds/words.ts";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { offeredLanguages } from "#lib/studies/languages.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { studyLanguages, type Design } from "#lib/studies/schema.ts";
import type { TextsAsRead } from "#lib/studies/texts/queries.ts";

const messages = { en, "zh-CN": zh };

/** The study's words as they will look, in each language beside the words of the screens. */
export function setTexts(
  planned: Design["words"],
  texts: TextsAsRead,
  title: string,
  kind: KindName,
): RehearsalText[] {
  const Example = examples[kind];
  const complete = offeredLanguages(planned);
  return studyLanguages.map((language) => {
    const written = texts[language];
    const { shell, sitting } = sayFor(kind, messages[language]);
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
        instructions: set(written.instructions),
        example: <Example language={language} words={sitting} />,
        debrief: set(written.debrief),
      },
      lines: listConsentLines(written),
      ticks: written.ticks,
      words: sitting,
    };
  });
}
