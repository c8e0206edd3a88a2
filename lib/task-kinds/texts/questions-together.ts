import { wordsIn } from "#lib/i18n/words.ts";
import { placeAmong } from "#lib/model-answers/place-among.ts";
import { withoutThought } from "#lib/model-answers/read-object.ts";
import type {
  QuestionedCase,
  QuestionsTogether,
  SaidOfCase,
} from "#lib/task-kinds/model-questions/question.ts";
import { letterOf, nameOptions } from "#lib/task-kinds/model-questions/one-of-several.ts";
import { paragraphs, writeLines } from "#lib/task-kinds/model-questions/write-question.ts";
import { listSaid } from "#lib/task-kinds/texts/case-files.ts";
import { withoutEnd } from "#lib/text-end.ts";
import type { TextsContent } from "#lib/task-kinds/texts/schema.ts";

type Asked = QuestionedCase<TextsContent>;
type Said = SaidOfCase & { choice?: string };

const numberOf = (place: number) => `Q${place + 1}`;

/** As InterviewSim's public code asks about all questions of an interview, and reads a line of each; the wording is ours. */
export const textsTogether: QuestionsTogether<TextsContent, Said> = {
  write(asked) {
    const [first] = asked;
    if (!first) throw new Error("a call asks about something");
    const { language, content } = first;
    const words = wordsIn(language, "taskKinds.texts.sitting.reading");
    return writeLines({
      language,
      task: wordsIn(language, "modelQuestions")("textsTogether"),
      read: content.before
        ? [{ title: words("conversation"), text: listSaid(content.before).join("\n") }]
        : [],
      asked: asked.map(({ content: { question }, optionNames, layout }, place) => ({
        title: numberOf(place),
        text: paragraphs(
          question,
          layout.map((option, at) => `${letterOf(at)}. ${optionNames[option] ?? ""}`).join("\n"),
        ),
      })),
      lines: asked.map(({ layout }, place) => ({
        name: numberOf(place),
        values: layout.map((_, at) => letterOf(at)),
      })),
    });
  },
  // The last line of a question counts, as the last object does: before it a model may think aloud.
  read(text, place, { optionNames, layout }: Asked) {
    if (text.trim() === "") return { ok: false, failure: "empty" };
    const lines = withoutThought(text).matchAll(/Q(?<=^[\s*_#>-]*Q)\s*(\d+)[\s*_]*[:：.)][\s*_]*(.*)/gim);
    const own = [...lines].filter(([, number]) => Number(number) === place + 1).at(-1);
    if (!own) return { ok: false, failure: "no_line" };
    const found = placeAmong(withoutEnd(own[2] ?? "", /[\s*_]/), nameOptions({ optionNames, layout }));
    if (!found) return { ok: false, failure: "names" };
    const choice = optionNames[layout[found.place] ?? -1] ?? "";
    return { ok: true, said: { choice, repaired: found.isMended }, normalised: false };
  },
  instructions:
    "all questions of a group in one message, what comes before them once; a line such as “Q1: A” asked for of each",
};
