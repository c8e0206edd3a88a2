import type { ImportProblem } from "#lib/files/file-problems.ts";
import type { Answers, Person } from "#lib/interviews/people.ts";
import { findRepeated, type Path, type PlacedJson } from "#lib/files/json-document.ts";
import type { Content } from "#lib/interviews/schema.ts";

// Whether a person's files belong together: everything that one of them refers to stands in another, once.

type Mcqs = PlacedJson<Content<"mcqs_3_option">>;

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

function checkInterviews({ files: { prepared_input: file } }: Person): ImportProblem[] {
  const { interviews } = file.value;
  const places = interviews.flatMap(({ qa_pairs: pairs }, i) =>
    pairs.map(({ qa_id: id }, j) => ({ id, path: ["interviews", i, "qa_pairs", j, "qa_id"] })),
  );
  return [
    ...findRepeated(
      file,
      interviews,
      (one) => one.interview_id,
      (i) => ["interviews", i, "interview_id"],
    ),
    ...findRepeated(
      file,
      interviews,
      (one) => String(one.sequence),
      (i) => ["interviews", i, "sequence"],
    ),
    ...findRepeated(
      file,
      places,
      ({ id }) => id,
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
    const strange = ids.flatMap((id, i) =>
      known.has(id)
        ? []
        : [
            split.blame(
              [key, i],
              "prepared_input.json has no question with this id. Correct it, or add the question.",
            ),
          ],
    );
    const both =
      key === "train_qa_ids"
        ? []
        : ids.flatMap((id, i) =>
            training.has(id)
              ? [
                  split.blame(
                    [key, i],
                    "This question is among those for training as well. Keep it in one of the two lists.",
                  ),
                ]
              : [],
          );
    return [
      ...findRepeated(
        split,
        ids,
        (id) => id,
        (i) => [key, i],
      ),
      ...strange,
      ...both,
    ];
  });
}

/** What stands in a list of a file but is about somebody else, or about a question that isn't held out. */
function checkItems(
  { id, files }: Person,
  { blame }: PlacedJson<unknown>,
  list: string,
  items: readonly { qa_id: string; personality_id?: string | undefined }[],
): ImportProblem[] {
  const held = new Set(files.split.value.test_qa_ids);
  return items.flatMap(({ qa_id: question, personality_id: whose = id }, i) => [
    ...(whose === id
      ? []
      : [
          blame(
            [list, i, "personality_id"],
            `This is about somebody else than the file, which is about ${id}. A folder holds one person.`,
          ),
        ]),
    ...(held.has(question)
      ? []
      : [
          blame(
            [list, i, "qa_id"],
            "No question with this id is among the test_qa_ids of split.json. Correct the id, or leave this out.",
          ),
        ]),
  ]);
}

function checkMcqs(person: Person, file: Mcqs): ImportProblem[] {
  const { mcqs } = file.value;
  const atomic = person.files.atomic_qas;
  const known = atomic && new Set(atomic.value.atomic_qas.map(({ atomic_qa_id: id }) => id));
  const inside = mcqs.flatMap(
    ({ options, correct_option_id: correct, atomic_qa_id: from }, i): ImportProblem[] => {
      const at = (...path: Path) => ["mcqs", i, ...path];
      const right = options.flatMap(({ kind }, j) => (kind === "correct" ? [j] : []));
      const named = options.findIndex(({ option_id: id }) => id === correct);
      return [
        ...findRepeated(
          file,
          options,
          ({ option_id: id }) => id,
          (j) => at("options", j, "option_id"),
        ),
        ...(right.length === 0
          ? [file.blame(at("options"), "None of the options is of the kind correct. One has to be.")]
          : []),
        ...right
          .slice(1)
          .map((j) =>
            file.blame(at("options", j, "kind"), "A second option is of the kind correct. Only one can be."),
          ),
        ...(right.length === 1 && named !== right[0]
          ? [
              file.blame(
                at("correct_option_id"),
                "This isn’t the option of the kind correct. Let both name the same.",
              ),
            ]
          : []),
        ...(known && from !== undefined && !known.has(from)
          ? [
              file.blame(
                at("atomic_qa_id"),
                "atomic_qas.json has no entry with this id. Correct it, or add the entry.",
              ),
            ]
          : []),
      ];
    },
  );
  return [
    ...findRepeated(
      file,
      mcqs,
      ({ mcq_id: id }) => id,
      (i) => ["mcqs", i, "mcq_id"],
    ),
    ...checkItems(person, file, "mcqs", mcqs),
    ...inside,
  ];
}

function checkResponses(person: Person, { file }: Answers): ImportProblem[] {
  const all = file.value.generated_responses;
  return [
    ...findRepeated(
      file,
      all,
      ({ response_id: id }) => id,
      (i) => ["generated_responses", i, "response_id"],
    ),
    ...findRepeated(
      file,
      all,
      ({ qa_id: id }) => id,
      (i) => ["generated_responses", i, "qa_id"],
    ),
    ...checkItems(person, file, "generated_responses", all),
  ];
}

// Whether what judges and models said is about answers and options that are there.

type Metrics = PlacedJson<Content<"metrics">>;
const mcqs = [
  ["three_option", "mcqs_3_option"],
  ["four_option", "mcqs_4_option"],
] as const;

const checkMetrics = (person: Person, answers: Answers, metrics: Metrics): ImportProblem[] => [
  ...checkJudged(answers, metrics),
  ...checkSummary(person, metrics),
  ...mcqs.flatMap(([key, name]) => checkChosen(person, metrics, key, name)),
];

/** Beside each method a judge tells the traits of the same real answers: there is one such judgement of a person. */
function checkReferences({ answers }: Person): ImportProblem[] {
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
