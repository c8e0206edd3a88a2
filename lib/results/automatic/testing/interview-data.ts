import { seededNumbers } from "#lib/results/automatic/testing/seeded-numbers.ts";

// Folders of several people in InterviewSim's layout, and everything in them as plain lists, to compute figures from again.

export const methods = ["Simple", "Chrono-100"] as const;
export const labels = ["Entailment", "Neutral", "Contradiction"] as const;
const levels = ["Low", "Neutral", "High"] as const;
const traits = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"] as const;
export const types = ["correct", "opposite_negation", "near_miss", "plausible_misconception"] as const;

type Answer = { method: string; person: number; score: number; label: string };
export type Choice = {
  method: string;
  person: number;
  format: 3 | 4;
  /** Types in the order of the file, and how long each option is. */
  types: readonly string[];
  lengths: readonly number[];
  /** Null where the call named no option. */
  chosen: number | null;
  training: number;
};
type Profile = { method: string; person: number; reference: number[]; generated: number[] };

type Data = {
  answers: Answer[];
  choices: Choice[];
  profiles: Profile[];
  folders: { name: string; method: string; files: Record<string, object> }[];
};

export function makeInterviews({ people = 3, held = 40, seed = 1 } = {}): Data {
  const { below, shuffle } = seededNumbers(seed);
  const data: Data = { answers: [], choices: [], profiles: [], folders: [] };
  for (let person = 0; person < people; person++) {
    const id = `PERSON_${person}`;
    const head = { schema_version: "1.0", personality_id: id };
    const training = 2 + 3 * person;
    const pairs = Array.from({ length: training + held }, (_, at) => ({
      qa_id: `QA_${person}_${at}`,
      question: `Question ${at} to person ${person}?`,
      response: `Answer ${at} of person ${person}, ${below(1000)}.`,
      tags: ["work"],
    }));
    const asked = pairs.slice(training);
    const mcqsOf = (format: 3 | 4) =>
      asked.map((pair, at) => {
        const order = shuffle(types.slice(0, format));
        const options = order.map((kind, place) => ({
          option_id: `O_${format}_${at}_${place}`,
          text: `${kind} ${"x".repeat(1 + below(30))} ${at}.${place}`,
          kind,
        }));
        return {
          mcq_id: `MCQ_${format}_${person}_${at}`,
          personality_id: id,
          qa_id: pair.qa_id,
          atomic_qa_id: `ATOM_${person}_${at}`,
          option_count: format,
          question: pair.question,
          correct_option_id: options.find(({ kind }) => kind === "correct")?.option_id,
          rationale: "As it was said.",
          options,
        };
      });
    const mcqs = { 3: mcqsOf(3), 4: mcqsOf(4) };
    const profile = () => traits.map(() => below(3));
    const reference = profile();
    const asRuns = (found: readonly number[]) =>
      Object.fromEntries(
        traits.map((trait, at) => [trait, Array.from({ length: 3 }, () => levels[found[at] ?? 0])]),
      );
    for (const method of methods) {
      const generated = profile();
      data.profiles.push({ method, person, reference, generated });
      const judged = asked.map((_, at) => ({
        response_id: `R_${person}_${at}`,
        score: 1 + below(5),
        label: labels[below(3)] ?? "Neutral",
      }));
      data.answers.push(...judged.map(({ score, label }) => ({ method, person, score, label })));
      const choose = (format: 3 | 4) =>
        mcqs[format].map(({ mcq_id: mcq, options }) => {
          const chosen = below(12) === 0 ? null : below(format);
          data.choices.push({
            method,
            person,
            format,
            types: options.map(({ kind }) => kind),
            lengths: options.map(({ text }) => text.length),
            chosen,
            training,
          });
          return { mcq_id: mcq, selected_option_id: chosen === null ? null : options[chosen]?.option_id };
        });
      data.folders.push({
        name: `${method}/${id}`,
        method,
        files: {
          prepared_input: {
            ...head,
            personality: { profile: `Short ${id}`, long_profile: `Long ${id}` },
            interviews: [{ interview_id: `I_${person}`, sequence: 1, qa_pairs: pairs }],
          },
          split: {
            ...head,
            train_qa_ids: pairs.slice(0, training).map(({ qa_id: qa }) => qa),
            test_qa_ids: asked.map(({ qa_id: qa }) => qa),
          },
          fact_summary: { ...head, summary: `Facts of ${id}`, facts: [] },
          generated_responses: {
            ...head,
            generated_responses: asked.map((pair, at) => ({
              response_id: `R_${person}_${at}`,
              personality_id: id,
              qa_id: pair.qa_id,
              response: `By ${method}: ${below(1_000_000)}`,
            })),
          },
          atomic_qas: {
            ...head,
            atomic_qas: asked.map((pair, at) => ({
              atomic_qa_id: `ATOM_${person}_${at}`,
              personality_id: id,
              qa_id: pair.qa_id,
              question: pair.question,
              answer: pair.response,
            })),
          },
          mcqs_3_option: { ...head, mcqs: mcqs[3] },
          mcqs_4_option: { ...head, mcqs: mcqs[4] },
          metrics: {
            ...head,
            content_similarity: judged.map(({ response_id, score }) => ({ response_id, score })),
            factual_consistency: judged.map(({ response_id, label }) => ({ response_id, label })),
            personality_similarity: {
              reference: { trait_runs: asRuns(reference) },
              generated: { trait_runs: asRuns(generated) },
              alignment: 0,
            },
            mcq_evaluation: { three_option: choose(3), four_option: choose(4) },
          },
        },
      });
    }
  }
  return data;
}
