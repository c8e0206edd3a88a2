import type { PlacedJson } from "#lib/files/json-document.ts";
import { listPairs } from "#lib/interviews/joins.ts";
import type { Answers, Person } from "#lib/interviews/people.ts";
import type { Content } from "#lib/interviews/schema.ts";
import { questionAttribute } from "#lib/task-kinds/case-kinds.ts";

// A person's folder as lines of the product's own formats.

/** What is said once for all folders: nothing of it stands in the files. */
export type Settings = {
  /** The model that wrote the answers. */
  model: string;
  judge: string;
  judgeVersion: string;
  /** What is read before a question with options. */
  profile: "none" | "short" | "long";
  /** How many of the person's earlier questions and answers, the newest of them. */
  pairs: number;
};

/** A line, and where what it says comes from. */
export type FileLine = { line: Readonly<Record<string, unknown>>; file: string; at: number };

export const tracks = {
  three: "MCQ-3",
  four: "MCQ-4",
  similarity: "Similarity",
  consistency: "Consistency",
  personality: "Personality",
} as const;

const mcqFiles = [
  { track: tracks.three, kind: "mcqs_3_option", judged: "three_option" },
  { track: tracks.four, kind: "mcqs_4_option", judged: "four_option" },
] as const;

const maxCharacters = 200;
/** As many answers as one case can hold. */
const maxItems = 500;
const idOf = (...parts: string[]): string => parts.join(":");
const answerId = (person: Person, question: string, method: string): string =>
  idOf(person.id, question, method);

export function makeCaseLines(person: Person, telling: Settings): FileLine[] {
  const { answers } = person;
  const read = mcqFiles.flatMap(({ track, kind }) => {
    const file = person.files[kind];
    return file ? makeMcqs(person, file, track, telling) : [];
  });
  const rated = answers.flatMap((one) => makeRatings(person, one, telling));
  const labelled = answers.flatMap((one) => makeLabelled(person, one, telling));
  return [...read, ...rated, ...labelled, ...(answers.length > 0 ? makeSides(person, telling) : [])];
}

/** What staff see of every case, and figures are told by. */
function attributesOf(person: Person, question: string): Record<string, string> {
  const tags = listPairs(person).find(({ qa_id: id }) => id === question)?.tags ?? [];
  const named = tags.join(", ").slice(0, maxCharacters).trim();
  return { ...(named && { category: named }), ...personAttributesOf(person) };
}

function personAttributesOf({ category, files }: Person): Record<string, string> {
  return {
    ...(category && { person_category: category.slice(0, maxCharacters) }),
    training_pairs: String(files.split.value.train_qa_ids.length),
  };
}

function makeMcqs(
  person: Person,
  file: PlacedJson<Content<"mcqs_3_option">>,
  track: string,
  telling: Settings,
): FileLine[] {
  const context = readContext(person, telling);
  const shown = Math.min(telling.pairs, person.files.split.value.train_qa_ids.length);
  return file.value.mcqs.map(({ mcq_id: id, qa_id: from, atomic_qa_id: atomic, question, options }, i) => ({
    line: {
      id: idOf(person.id, id),
      track,
      kind: "texts",
      group: person.id,
      attributes: {
        ...attributesOf(person, from),
        // In both formats the same is asked, which nobody is asked twice.
        ...(atomic !== undefined && { [questionAttribute]: atomic.slice(0, maxCharacters) }),
        context: telling.profile === "none" ? "none" : `${telling.profile} profile`,
        shown_pairs: String(shown),
      },
      question,
      ...(context && { content: { text: context } }),
      options: options.map(({ text, kind }) => ({ name: text, type: kind })),
      gold: options.find(({ kind }) => kind === "correct")?.text,
    },
    file: file.name,
    at: file.lineOf(["mcqs", i]),
  }));
}

/** What is known of the person before the questions: ids alone tell nobody anything. */
function readContext(person: Person, { profile, pairs }: Settings): string {
  const { personality } = person.files.prepared_input.value;
  const training = new Set(person.files.split.value.train_qa_ids);
  const earlier =
    pairs === 0
      ? []
      : listPairs(person)
          .filter(({ qa_id: id }) => training.has(id))
          .slice(-pairs);
  const described = { none: "", short: personality.profile, long: personality.long_profile }[profile].trim();
  return [described, ...earlier.map(({ question, response }) => `Q: ${question}\nA: ${response}`)]
    .filter(Boolean)
    .join("\n\n");
}

type Part = { role: string; text: string | undefined };

/** Each answer as a case that is judged, beside what it is held against. */
function makeJudgedCases(
  person: Person,
  { method, file }: Answers,
  { model }: Settings,
  how: { track: string; kind: "rating"; scale: string } | { track: string; kind: "label"; labels: string },
  partsOf: (given: ReturnType<typeof listPairs>[number] | undefined) => readonly Part[],
): FileLine[] {
  const given = new Map(listPairs(person).map((pair) => [pair.qa_id, pair]));
  const { track, kind, ...by } = how;
  return file.value.generated_responses.map(({ qa_id: id, response }, i) => ({
    line: {
      id: answerId(person, id, method),
      track,
      kind,
      group: person.id,
      // By which two methods' answers to one question stand side by side.
      attributes: {
        method,
        model,
        ...attributesOf(person, id),
        [questionAttribute]: id.slice(0, maxCharacters),
      },
      ...by,
      content: { parts: [...partsOf(given.get(id)), { role: "judged", text: response }] },
    },
    file: file.name,
    at: file.lineOf(["generated_responses", i]),
  }));
}

/** Beside the answer that was really given. */
const makeRatings = (person: Person, answers: Answers, telling: Settings): FileLine[] =>
  makeJudgedCases(
    person,
    answers,
    telling,
    { track: tracks.similarity, kind: "rating", scale: "interviewsim-similarity" },
    (given) => [
      { role: "question", text: given?.question },
      { role: "reference", text: given?.response },
    ],
  );

/** Beside the summary of facts, which alone counts. */
function makeLabelled(person: Person, answers: Answers, telling: Settings): FileLine[] {
  const summary = person.files.fact_summary?.value.summary;
  if (summary === undefined) return [];
  const how = { track: tracks.consistency, kind: "label", labels: "interviewsim-consistency" } as const;
  return makeJudgedCases(person, answers, telling, how, (given) => [
    { role: "facts", text: summary },
    { role: "question", text: given?.question },
  ]);
}

/** What was really answered, and what by each method: the same questions in one order, so that both sides draw the same. */
function makeSides(person: Person, { model }: Settings): FileLine[] {
  const { split } = person.files;
  const held = new Set(split.value.test_qa_ids);
  const asked = listPairs(person).filter(({ qa_id: id }) => held.has(id));
  const make = (id: string, attributes: object, items: readonly string[]) => ({
    id,
    track: tracks.personality,
    kind: "traits",
    group: person.id,
    attributes: { ...attributes, ...personAttributesOf(person) },
    content: { parts: [{ role: "judged", items: items.slice(0, maxItems) }] },
  });
  const given = asked.map(({ response }) => response);
  const reference = make(idOf(person.id, "reference"), { side: "reference" }, given);
  const generated = person.answers.map(({ method, file }): FileLine => {
    const said = new Map(file.value.generated_responses.map((one) => [one.qa_id, one.response]));
    const items = asked.flatMap(({ qa_id: id }) => said.get(id) ?? []);
    const line = make(idOf(person.id, "generated", method), { side: "generated", method, model }, items);
    return { line, file: file.name, at: file.lineOf(["generated_responses"]) };
  });
  return [{ line: reference, file: split.name, at: split.lineOf(["test_qa_ids"]) }, ...generated];
}

/** What judges gave the answers, and what the model that wrote them chose among options. */
export function makeJudgedLines(person: Person, telling: Settings): FileLine[] {
  const [first] = person.answers.filter(({ metrics }) => metrics?.value.personality_similarity);
  return person.answers.flatMap((answers) => {
    const { metrics } = answers;
    return metrics
      ? [
          ...makeTraits(person, answers, metrics, telling, answers === first),
          ...makeJudged(person, answers, metrics, telling),
          ...makeChosen(person, answers, metrics, telling),
        ]
      : [];
  });
}

type Metrics = PlacedJson<Content<"metrics">>;

const judgeOf = ({ judge, judgeVersion }: Settings) => ({
  model: judge,
  method: "judge",
  version: judgeVersion,
});

/** What was really answered is judged once, however many methods stand beside it. */
function makeTraits(
  person: Person,
  { method }: Answers,
  metrics: Metrics,
  telling: Settings,
  isFirst: boolean,
): FileLine[] {
  const found = metrics.value.personality_similarity;
  if (!found) return [];
  const run = { ...judgeOf(telling), track: tracks.personality };
  const sides = [
    ...(isFirst ? [{ side: "reference", id: idOf(person.id, "reference") } as const] : []),
    { side: "generated", id: idOf(person.id, "generated", method) } as const,
  ];
  return sides.map(({ side, id }) => ({
    line: { ...run, case: id, traits: found[side].trait_runs },
    file: metrics.name,
    at: metrics.lineOf(["personality_similarity", side]),
  }));
}

/** What a judge gave each answer. */
function makeJudged(person: Person, answers: Answers, metrics: Metrics, telling: Settings): FileLine[] {
  const questionOf = new Map(
    answers.file.value.generated_responses.map((one) => [one.response_id, one.qa_id]),
  );
  const lineOf = (
    list: "content_similarity" | "factual_consistency",
    track: string,
    { response_id: id, explanation }: { response_id: string; explanation?: string | undefined },
    i: number,
    said: { rating: number } | { label: string },
  ): FileLine => ({
    line: {
      ...judgeOf(telling),
      track,
      case: answerId(person, questionOf.get(id) ?? "", answers.method),
      ...said,
      ...(explanation && { response: explanation }),
    },
    file: metrics.name,
    at: metrics.lineOf([list, i]),
  });
  const { content_similarity: rated, factual_consistency: labelled } = metrics.value;
  return [
    ...rated.map((one, i) => lineOf("content_similarity", tracks.similarity, one, i, { rating: one.score })),
    ...labelled.map((one, i) =>
      lineOf("factual_consistency", tracks.consistency, one, i, { label: one.label }),
    ),
  ];
}

function makeChosen(person: Person, { method }: Answers, metrics: Metrics, { model }: Settings): FileLine[] {
  return mcqFiles.flatMap(({ track, kind, judged }) => {
    const questions = new Map(person.files[kind]?.value.mcqs.map((one) => [one.mcq_id, one.options]));
    return (metrics.value.mcq_evaluation?.[judged] ?? []).map(
      ({ mcq_id: id, selected_option_id: option }, i) => {
        const choice = questions.get(id)?.find((one) => one.option_id === option)?.text;
        return {
          line: {
            model,
            method,
            track,
            case: idOf(person.id, id),
            ...(choice === undefined ? { failed: true } : { choice }),
          },
          file: metrics.name,
          at: metrics.lineOf(["mcq_evaluation", judged, i]),
        };
      },
    );
  });
}
