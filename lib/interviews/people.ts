import { readFile } from "node:fs/promises";
import { aboutFile, type ImportProblem } from "#lib/files/file-problems.ts";
import { type PlacedJson, readPlacedJson } from "#lib/files/json-document.ts";
import {
  folderOf,
  interviewFileOf,
  interviewFiles,
  isRegistry,
  registryFile,
  type Content,
  type InterviewFile,
} from "#lib/interviews/schema.ts";

/** `method`: how the answers of a file of generated ones were made, which the file itself doesn't say. */
export type InterviewInput = { name: string; path: string; method?: string | null };
type JsonFile<F extends InterviewFile> = PlacedJson<Content<F>>;
type Any = { [F in InterviewFile]: { kind: F; file: JsonFile<F>; method: string | null } }[InterviewFile];

/** What one method answered, and what judges made of it. */
export type Answers = {
  method: string;
  file: JsonFile<"generated_responses">;
  metrics: JsonFile<"metrics"> | null;
};
/** What is the same whoever answers. */
const shared = [
  "prepared_input",
  "split",
  "fact_summary",
  "atomic_qas",
  "mcqs_3_option",
  "mcqs_4_option",
] as const;
type SharedFile = (typeof shared)[number];

export type Person = {
  id: string;
  /** What sort of person, where the collection says so. */
  category: string | null;
  files: Pick<{ [F in InterviewFile]: JsonFile<F> }, "prepared_input" | "split"> &
    Partial<{ [F in SharedFile]: JsonFile<F> }>;
  answers: readonly Answers[];
};
type PersonFolder = {
  id: string;
  from: string;
  files: Partial<{ [F in SharedFile]: JsonFile<F> }>;
  answers: Answers[];
};
export type People = { people: readonly Person[]; problems: readonly ImportProblem[] };

/** Reads the folders of several people, whatever order their files come in. */
export async function readPeople(given: readonly InterviewInput[]): Promise<People> {
  const problems: ImportProblem[] = [];
  const folders = new Map<string, Any[]>();
  const categories = new Map<string, string>();
  for (const { name, path, method = null } of given) {
    const kind = interviewFileOf(name);
    const read = readPlacedJson(name, await readFile(path), kind ? interviewFiles[kind] : registryFile);
    if (!kind && !isRegistry(name))
      problems.push(aboutFile(name, "This is none of the files of a person’s folder. Leave it out."));
    else if (!read.ok) problems.push(...read.problems);
    else if (kind) {
      const one = { kind, file: read.file, method } as Any;
      const folder = folderOf(name) || `person ${one.file.value.personality_id}`;
      folders.set(folder, [...(folders.get(folder) ?? []), one]);
    } else {
      const { profile_registry: registry } = read.file.value as {
        profile_registry: { personality_id: string; role: string }[];
      };
      for (const { personality_id: id, role } of registry) categories.set(id, role);
    }
  }
  const gathered = new Map<string, PersonFolder>();
  for (const [folder, files] of folders) problems.push(...gather(gathered, folder, files));
  // A file that can't be read is missing too: saying so as well helps nobody.
  if (problems.length === 0) problems.push(...findMissing([...gathered.values()]));
  const inOrder = [...gathered.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const people = inOrder.flatMap(({ id, files, answers }): Person[] => {
    const { prepared_input: input, split } = files;
    if (!input || !split) return [];
    return [
      {
        id,
        category: categories.get(id) ?? null,
        files: { ...files, prepared_input: input, split },
        answers,
      },
    ];
  });
  return { people, problems };
}

/** Puts what one folder holds with what there is of its person already. */
function gather(all: Map<string, PersonFolder>, folder: string, files: readonly Any[]): ImportProblem[] {
  const id = files[0]?.file.value.personality_id ?? "";
  const stranger = files.find(({ file }) => file.value.personality_id !== id);
  if (stranger)
    return [
      stranger.file.blame(
        ["personality_id"],
        `Other files of this folder are about ${id}. A folder holds one person.`,
      ),
    ];
  const twice = files.find(({ kind }, index) => files.findIndex((one) => one.kind === kind) < index);
  if (twice)
    return [
      twice.file.blame(
        [],
        `There is a second ${twice.kind}.json about ${id} without a folder of its own. Put each person’s files into a folder, and choose the folder.`,
      ),
    ];
  const person = all.get(id) ?? { id, from: folder, files: {}, answers: [] };
  all.set(id, person);
  return [...files.flatMap((one) => enter(person, one)), ...enterAnswers(person, files)];
}

const isShared = (kind: InterviewFile): kind is SharedFile => (shared as readonly string[]).includes(kind);

function enter({ id, files }: PersonFolder, { kind, file }: Any): ImportProblem[] {
  if (!isShared(kind)) return [];
  const before = files[kind];
  if (!before) Object.assign(files, { [kind]: file });
  else if (JSON.stringify(before.value) !== JSON.stringify(file.value))
    return [
      file.blame(
        ["personality_id"],
        `${id} comes twice, and ${before.name} says something else. Leave one of them out, or give the two people different ids.`,
      ),
    ];
  return [];
}

function enterAnswers(person: PersonFolder, files: readonly Any[]): ImportProblem[] {
  const responses = files.find((one) => one.kind === "generated_responses");
  const metrics = files.find((one) => one.kind === "metrics")?.file ?? null;
  const isAgain =
    person.answers.length > 0 ||
    files.some(({ kind, file }) => isShared(kind) && person.files[kind] !== file);
  if (!responses) {
    if (metrics)
      return [
        metrics.blame(
          [],
          "This judges answers, and generated_responses.json is missing beside it. Add it, or leave this file out.",
        ),
      ];
    return isAgain
      ? [
          aboutFile(
            files[0]?.file.name ?? "",
            `${person.id} comes twice, and the second time without other answers. Leave one of the two folders out.`,
          ),
        ]
      : [];
  }
  const { file, method } = responses;
  if (!method)
    return [
      file.blame(
        [],
        "No method was named for the answers in this file, and the file names none. Say how they were made.",
      ),
    ];
  const same = person.answers.find((one) => one.method === method);
  if (same)
    return [
      file.blame(
        ["personality_id"],
        `${person.id} comes twice with the method ${method}, here and in ${same.file.name}. Name another method, or leave one out.`,
      ),
    ];
  person.answers.push({ method, file, metrics });
  return [];
}

/** What each person needs, and what others have. */
function findMissing(all: readonly PersonFolder[]): ImportProblem[] {
  const has = ({ files, answers }: PersonFolder): InterviewFile[] => [
    ...shared.filter((kind) => files[kind]),
    ...(answers.length > 0 ? (["generated_responses"] as const) : []),
    ...(answers.some(({ metrics }) => metrics) ? (["metrics"] as const) : []),
  ];
  const wanted = new Set<InterviewFile>(["prepared_input", "split", ...all.flatMap(has)]);
  return all.flatMap((person) => {
    const there = has(person);
    return [...wanted]
      .filter((kind) => !there.includes(kind))
      .map((kind) =>
        aboutFile(
          person.from,
          kind === "prepared_input" || kind === "split"
            ? `${person.id} has no ${kind}.json, without which nothing can be made of the rest. Add it, or leave this person out.`
            : `${person.id} has no ${kind}.json, and other people have one. Add it, or leave this person out.`,
        ),
      );
  });
}
