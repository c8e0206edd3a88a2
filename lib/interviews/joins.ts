import type { ImportProblem } from "#lib/files/file-problems.ts";
import type { Path, PlacedJson } from "#lib/files/json-document.ts";
import type { Answers, Person } from "#lib/interviews/people.ts";
import type { Content } from "#lib/interviews/schema.ts";

// Whether a person's files belong together: everything that one of them refers to stands in another, once.

type File = PlacedJson<unknown>;

export function checkJoins(person: Person): ImportProblem[] {
  const { files, answers } = person;
  return [
    ...checkInterviews(person),
    ...checkSplit(person),
    ...(files.mcqs_3_option ? checkMcqs(person, files.mcqs_3_option) : []),
    ...(files.mcqs_4_option ? checkMcqs(person, files.mcqs_4_option) : []),
    ...checkReferences(person),
    ...answers.flatMap((one) => [
      ...checkResponses(person, one),
      ...(one.metrics ? checkMetrics(person, one, one.metrics) : []),
    ]),
  ];
}

/** Every question and answer of the interviews, by its id, in the order of the interviews. */
export function listPairs({ files }: Person) {
  const { interviews } = files.prepared_input.value;
  return interviews.toSorted((a, b) => a.sequence - b.sequence).flatMap(({ qa_pairs: pairs }) => pairs);
}

const blameIf = (isWrong: boolean, { blame }: File, path: Path, problem: string): ImportProblem[] =>
  isWrong ? [blame(path, problem)] : [];

/** Says of each id but the first that it stands there twice. */
function findRepeated(file: File, ids: readonly string[], pathOf: (index: number) => Path): ImportProblem[] {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    const isTwice = seen.has(id);
    seen.add(id);
    return blameIf(isTwice, file, pathOf(index), "This id stands twice in the file. Each needs its own.");
  });
}

/** The same of a key of what stands in a list of the file. */
const findRepeatedIn = <K extends string>(
  file: File,
  list: Path,
  items: readonly Readonly<Record<K, string | number>>[],
  key: K,
): ImportProblem[] =>
  findRepeated(
    file,
    items.map((one) => String(one[key])),
    (i) => [...list, i, key],
  );

function checkInterviews({ files: { prepared_input: file } }: Person): ImportProblem[] {
  const { interviews } = file.value;
  const places = interviews.flatMap(({ qa_pairs: pairs }, i) =>
    pairs.map(({ qa_id: id }, j) => ({ id, path: ["interviews", i, "qa_pairs", j, "qa_id"] })),
  );
  return [
    ...findRepeatedIn(file, ["interviews"], interviews, "interview_id"),
    ...findRepeatedIn(file, ["interviews"], interviews, "sequence"),
    ...findRepeated(
      file,
      places.map(({ id }) => id),
      (i) => places[i]?.path ?? [],
    ),
  ];
}

function checkSplit(person: Person): ImportProblem[] {
  const { split } = person.files;
  const known = new Set(listPairs(person).map(({ qa_id: id }) => id));
  const training = new Set(split.value.train_qa_ids);
  return (["train_qa_ids", "test_qa_ids"] as const).flatMap((key) => {
    const ids = split.value[key];
    const strange = "prepared_input.json has no question with this id. Correct it, or add the question.";
    const both = "This question is among those for training as well. Keep it in one of the two lists.";
    return [
      ...findRepeated(split, ids, (i) => [key, i]),
      ...ids.flatMap((id, i) => blameIf(!known.has(id), split, [key, i], strange)),
      ...ids.flatMap((id, i) => blameIf(key === "test_qa_ids" && training.has(id), split, [key, i], both)),
    ];
  });
}

/** What stands in a list of a file but is about somebody else, or about a question that isn't held out. */
function checkItems(
  { id, files }: Person,
  file: File,
  list: string,
  items: readonly { qa_id: string; personality_id?: string | undefined }[],
): ImportProblem[] {
  const held = new Set(files.split.value.test_qa_ids);
  return items.flatMap(({ qa_id: question, personality_id: whose = id }, i) => [
    ...blameIf(
      whose !== id,
      file,
      [list, i, "personality_id"],
      `This is about somebody else than the file, which is about ${id}. A folder holds one person.`,
    ),
    ...blameIf(
      !held.has(question),
      file,
      [list, i, "qa_id"],
      "No question with this id is among the test_qa_ids of split.json. Correct the id, or leave this out.",
    ),
  ]);
}

function checkMcqs(person: Person, file: PlacedJson<Content<"mcqs_3_option">>): ImportProblem[] {
  const { mcqs } = file.value;
  const atomic = person.files.atomic_qas;
  const known = atomic && new Set(atomic.value.atomic_qas.map(({ atomic_qa_id: id }) => id));
  return [
    ...findRepeatedIn(file, ["mcqs"], mcqs, "mcq_id"),
    ...checkItems(person, file, "mcqs", mcqs),
    ...mcqs.flatMap(({ options, correct_option_id: correct, atomic_qa_id: from }, i): ImportProblem[] => {
      const at = (...path: Path) => ["mcqs", i, ...path];
      const right = options.flatMap(({ kind }, j) => (kind === "correct" ? [j] : []));
      const named = options.findIndex(({ option_id: id }) => id === correct);
      return [
        ...findRepeatedIn(file, at("options"), options, "option_id"),
        ...blameIf(
          right.length === 0,
          file,
          at("options"),
          "None of the options is of the kind correct. One has to be.",
        ),
        ...right
          .slice(1)
          .map((j) =>
            file.blame(at("options", j, "kind"), "A second option is of the kind correct. Only one can be."),
          ),
        ...blameIf(
          right.length === 1 && named !== right[0],
          file,
          at("correct_option_id"),
          "This isn’t the option of the kind correct. Let both name the same.",
        ),
        ...blameIf(
          known !== undefined && from !== undefined && !known.has(from),
          file,
          at("atomic_qa_id"),
          "atomic_qas.json has no entry with this id. Correct it, or add the entry.",
        ),
      ];
    }),
  ];
}

function checkResponses(person: Person, { file }: Answers): ImportProblem[] {
  const list = "generated_responses";
  const all = file.value[list];
  return [
    ...findRepeatedIn(file, [list], all, "response_id"),
    ...findRepeatedIn(file, [list], all, "qa_id"),
    ...checkItems(person, file, list, all),
  ];
}

/** Beside each method a judge tells the traits of the same real answers: there is one such judgement of a person. */
function checkReferences({ answers }: Person): ImportProblem[] {
  const [first, ...others] = answers.flatMap(({ metrics }) => {
    const told = metrics?.value.personality_similarity;
    return metrics && told ? [{ metrics, runs: JSON.stringify(told.reference.trait_runs) }] : [];
  });
  return others.flatMap(({ metrics, runs }) =>
    blameIf(
      runs !== first?.runs,
      metrics,
      ["personality_similarity", "reference", "trait_runs"],
      `The same judge found other traits in the same answers in ${first?.metrics.name}. Keep one of the two in both files.`,
    ),
  );
}

const mcqs = [
  ["three_option", "mcqs_3_option"],
  ["four_option", "mcqs_4_option"],
] as const;

/** Whether what judges and models said is about answers and options that are there. */
function checkMetrics(
  { files }: Person,
  { file }: Answers,
  metrics: PlacedJson<Content<"metrics">>,
): ImportProblem[] {
  const { factual_consistency: consistency, mcq_evaluation: chosen } = metrics.value;
  const answered = new Set(file.value.generated_responses.map(({ response_id: id }) => id));
  const noAnswer = `${file.name} has no answer with this id. Correct it, or leave this out.`;
  const noOption =
    "The question has no option with this id. Correct it, or write null for an answer that named none.";
  return [
    ...(["content_similarity", "factual_consistency"] as const).flatMap((key) => {
      const all: readonly { response_id: string }[] = metrics.value[key];
      return [
        ...findRepeatedIn(metrics, [key], all, "response_id"),
        ...all.flatMap(({ response_id: id }, i) =>
          blameIf(!answered.has(id), metrics, [key, i, "response_id"], noAnswer),
        ),
      ];
    }),
    // What was said of facts is about a case only where there are facts.
    ...blameIf(
      !files.fact_summary && consistency.length > 0,
      metrics,
      ["factual_consistency"],
      "There is no fact_summary.json that answers could be held against. Add it, or leave this out.",
    ),
    ...mcqs.flatMap(([key, name]) => {
      const all = chosen?.[key] ?? [];
      const options = new Map(
        files[name]?.value.mcqs.map((one) => [one.mcq_id, one.options.map(({ option_id: id }) => id)]),
      );
      const noQuestion = `${name}.json has no question with this id. Correct it, or leave this out.`;
      return [
        ...findRepeatedIn(metrics, ["mcq_evaluation", key], all, "mcq_id"),
        ...all.flatMap(({ mcq_id: id, selected_option_id: option }, i) => {
          const there = options.get(id);
          const at = (field: string) => ["mcq_evaluation", key, i, field];
          if (!there) return [metrics.blame(at("mcq_id"), noQuestion)];
          return blameIf(
            option !== null && !there.includes(option),
            metrics,
            at("selected_option_id"),
            noOption,
          );
        }),
      ];
    }),
  ];
}
