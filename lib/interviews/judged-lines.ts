import { answerId, idOf, mcqFiles, tracks, type FileLine, type Settings } from "#lib/interviews/lines.ts";
import type { Answers, Person } from "#lib/interviews/people.ts";
import type { PlacedJson } from "#lib/files/placed-json.ts";
import type { Content } from "#lib/interviews/schema.ts";

/** What judges gave the answers, and what the model that wrote them chose among options. */
export function makeJudgedLines(person: Person, telling: Settings): FileLine[] {
  const [first] = person.answers.filter(({ metrics }) => metrics?.value.personality_similarity);
  return person.answers.flatMap((answers) => {
    const { metrics } = answers;
    return metrics
      ? [
          ...makeTraits(person, answers, metrics, telling, answers === first),
          ...makeJudged(person, answers, metrics, telling),
          ...makeConsistency(person, answers, metrics, telling),
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

const questionsOf = ({ file }: Answers) =>
  new Map(file.value.generated_responses.map((one) => [one.response_id, one.qa_id]));

function makeJudged(person: Person, answers: Answers, metrics: Metrics, telling: Settings): FileLine[] {
  const questionOf = questionsOf(answers);
  const run = { ...judgeOf(telling), track: tracks.similarity };
  return metrics.value.content_similarity.map(({ response_id: id, score, explanation }, i) => ({
    line: {
      ...run,
      case: answerId(person, questionOf.get(id) ?? "", answers.method),
      rating: score,
      ...(explanation && { response: explanation }),
    },
    file: metrics.name,
    at: metrics.lineOf(["content_similarity", i]),
  }));
}

function makeConsistency(person: Person, answers: Answers, metrics: Metrics, telling: Settings): FileLine[] {
  const questionOf = questionsOf(answers);
  const run = { ...judgeOf(telling), track: tracks.consistency };
  return metrics.value.factual_consistency.map(({ response_id: id, label, explanation }, i) => ({
    line: {
      ...run,
      case: answerId(person, questionOf.get(id) ?? "", answers.method),
      label,
      ...(explanation && { response: explanation }),
    },
    file: metrics.name,
    at: metrics.lineOf(["factual_consistency", i]),
  }));
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
