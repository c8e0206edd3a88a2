import type { ImportProblem } from "#lib/files/import-problems.ts";
import type { Answers, Person } from "#lib/interviews/people.ts";
import { findRepeated, type Placed } from "#lib/files/placed-json.ts";
import type { Content } from "#lib/interviews/schema.ts";

// Whether what judges and models said is about answers and options that are there.

type Metrics = Placed<Content<"metrics">>;
const mcqs = [
  ["three_option", "mcqs_3_option"],
  ["four_option", "mcqs_4_option"],
] as const;

export const checkMetrics = (person: Person, answers: Answers, metrics: Metrics): ImportProblem[] => [
  ...checkJudged(answers, metrics),
  ...checkSummary(person, metrics),
  ...mcqs.flatMap(([key, name]) => checkChosen(person, metrics, key, name)),
];

/** Beside each method a judge tells the traits of the same real answers: there is one such judgement of a person. */
export function checkReferences({ answers }: Person): ImportProblem[] {
  const told = answers.flatMap(({ metrics }) =>
    metrics?.value.personality_similarity ? [{ metrics, found: metrics.value.personality_similarity }] : [],
  );
  const [first, ...others] = told.map(({ metrics, found }) => ({
    metrics,
    runs: JSON.stringify(found.reference.trait_runs),
  }));
  return others
    .filter(({ runs }) => runs !== first?.runs)
    .map(({ metrics }) =>
      metrics.blame(
        ["personality_similarity", "reference", "trait_runs"],
        `The same judge found other traits in the same answers in ${first?.metrics.name}. Keep one of the two in both files.`,
      ),
    );
}

function checkJudged({ file }: Answers, metrics: Metrics): ImportProblem[] {
  const answered = new Set(file.value.generated_responses.map(({ response_id: id }) => id));
  return (["content_similarity", "factual_consistency"] as const).flatMap((key) => {
    const ids = metrics.value[key].map(({ response_id: id }) => id);
    const at = (i: number) => [key, i, "response_id"];
    const strange = ids.flatMap((id, i) =>
      answered.has(id)
        ? []
        : [metrics.blame(at(i), `${file.name} has no answer with this id. Correct it, or leave this out.`)],
    );
    return [...findRepeated(metrics, ids, (id) => id, at), ...strange];
  });
}

/** What was said of facts is about a case only where there are facts. */
const checkSummary = ({ files }: Person, metrics: Metrics): ImportProblem[] =>
  files.fact_summary || metrics.value.factual_consistency.length === 0
    ? []
    : [
        metrics.blame(
          ["factual_consistency"],
          "There is no fact_summary.json that answers could be held against. Add it, or leave this out.",
        ),
      ];

function checkChosen(
  { files }: Person,
  metrics: Metrics,
  key: (typeof mcqs)[number][0],
  name: (typeof mcqs)[number][1],
): ImportProblem[] {
  const all = metrics.value.mcq_evaluation?.[key] ?? [];
  const options = new Map(
    files[name]?.value.mcqs.map((one) => [one.mcq_id, one.options.map(({ option_id: id }) => id)]),
  );
  const at = (i: number, field: string) => ["mcq_evaluation", key, i, field];
  const noQuestion = `${name}.json has no question with this id. Correct it, or leave this out.`;
  const noOption =
    "The question has no option with this id. Correct it, or write null for an answer that named none.";
  const strange = all.flatMap(({ mcq_id: id, selected_option_id: option }, i) => {
    const there = options.get(id);
    if (!there) return [metrics.blame(at(i, "mcq_id"), noQuestion)];
    return option === null || there.includes(option)
      ? []
      : [metrics.blame(at(i, "selected_option_id"), noOption)];
  });
  return [
    ...findRepeated(
      metrics,
      all,
      ({ mcq_id: id }) => id,
      (i) => at(i, "mcq_id"),
    ),
    ...strange,
  ];
}
