import { wordsIn } from "#lib/i18n/words.ts";
import { bareWords, readObject } from "#lib/model-answers/read-object.ts";
import { maxSaid } from "#lib/task-kinds/model-questions/one-of-several.ts";
import type { ModelQuestion, ReadReply, SaidOfCase } from "#lib/task-kinds/model-questions/question.ts";
import { listNumbered, paragraphs, writeQuestion } from "#lib/task-kinds/model-questions/write-question.ts";
import { sayIn } from "#lib/i18n/locale.ts";
import type { GivenRating } from "#lib/task-kinds/rating/predictions.ts";
import type { RatingContent } from "#lib/task-kinds/rating/schema.ts";
import { resolveScale } from "#lib/task-kinds/scale.ts";

type Said = SaidOfCase & GivenRating;

const tag = /<rate>([^<]*)<\/rate>/gi;

/** A score in an object, in RoleThink's manner, or between tags, in InterviewSim's; of both what the object says. */
function read(text: string, optionNames: readonly string[]): ReadReply<Said> {
  if (text.trim() === "") return { ok: false, failure: "empty" };
  const object = readObject(text);
  const tagged = [...bareWords(text).matchAll(tag)].at(-1)?.[1]?.trim();
  const score = object?.get("score") ?? tagged;
  if (score === undefined) return { ok: false, failure: object ? "names" : "no_json" };
  const number = typeof score === "string" && score.trim() !== "" ? Number(score) : score;
  if (typeof number !== "number" || Number.isNaN(number)) return { ok: false, failure: "names" };
  if (!optionNames.includes(String(number))) return { ok: false, failure: "range" };
  const isQuoted = typeof score === "string" && score !== tagged;
  return {
    ok: true,
    said: { rating: number, repaired: isQuoted || (object?.isMended ?? false) },
    normalised: false,
  };
}

export const ratingQuestion: ModelQuestion<RatingContent, Said> = {
  needsPrompt: false,
  optionOrder: "fixed",
  write({ content: { parts, scale: given }, optionNames, language }) {
    const words = wordsIn(language, "taskKinds.rating.sitting.reading");
    const { question, points, notes } = resolveScale(given);
    const listed = points.map(({ label, about }) => ({
      name: sayIn(label, language),
      ...(about && { about: sayIn(about, language) }),
    }));
    return writeQuestion({
      language,
      task: wordsIn(language, "modelQuestions")("rating", { judged: words("parts.judged") }),
      read: parts.map(({ role, text }) => ({ title: words(`parts.${role}`), text })),
      asked: {
        title: words("candidates"),
        text: paragraphs(
          sayIn(question, language),
          listNumbered(listed, language),
          notes && sayIn(notes, language),
        ),
      },
      form: { score: optionNames.map(Number), explanation: "sentence" },
    });
  },
  read: (text, { optionNames }) => read(text, optionNames),
  // Their mean is no point of the scale: it is kept as a score, like the mean of people.
  combine(said, combining) {
    const ratings = said.map(({ rating }) => rating ?? 0);
    const repaired = said.some((one) => one.repaired);
    if (combining === "mean")
      return { score: ratings.reduce((sum, one) => sum + one, 0) / ratings.length, repaired };
    return { rating: maxSaid(ratings), repaired };
  },
  instructions: "the scale’s own words; a score and a sentence asked for as JSON",
  listSent: ({ parts }) => parts.map(({ role }) => role),
};
