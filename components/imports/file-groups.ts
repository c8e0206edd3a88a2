import { type InterviewFile, interviewFileOf } from "#lib/interviews/schema.ts";
import { type EpochMethod, replicateNumber } from "#lib/model-runs/schema.ts";
import type { UploadedFile } from "#lib/uploads/schema.ts";

/** Said once for all files of one run of a model. */
export type Run = { model: string; method: string; version: string; replicate: string; ranAt: string };
/** `guessed` is the model and method that the names of its files tell; whatever its fields say by now, others of that name join it. */
export type RunGroup = Run & { id: string; guessed: string };

/** Runs of one model by the names of their files, in the order of the files. */
export function groupByModel({ items, runs }: Files): RunGroup[][] {
  const first = (run: RunGroup) => items.findIndex(({ group }) => group === run.id);
  const inOrder = runs.toSorted((a, b) => first(a) - first(b));
  return [...Map.groupBy(inOrder, ({ guessed, id }) => modelOf(guessed) ?? id).values()];
}

export type Files = {
  items: readonly Item[];
  runs: readonly RunGroup[];
  /** How many groups there ever were: each has a name of its own. */
  made: number;
};

/** Where all files of cases stand. */
export const casesGroup = "cases";
/** And all files of interviews. */
const interviewsGroup = "interviews";

/** A file that has come: among the cases, or with the others of its model. */
export function place(files: Files, upload: UploadedFile, key = upload.id): Files {
  const { purpose } = upload.guess;
  const guessed = guessedRun(upload);
  const known = purpose === "results" ? files.runs.find((run) => run.guessed === guessed)?.id : purpose;
  const opened = known === undefined ? openRun(files, guessed, upload.guess) : files;
  const item = itemOfUpload(upload, known ?? opened.runs.at(-1)?.id ?? casesGroup, key);
  const isThere = files.items.some((one) => one.key === key);
  const items = isThere ? files.items.map((one) => (one.key === key ? item : one)) : [...files.items, item];
  return withResults({ ...opened, items });
}

/** What the harness wrote beside samples stands with them, and names their model, whichever of both comes first. */
function withResults(files: Files): Files {
  const written = files.items.filter(isReady).filter(({ upload }) => upload.guess.harness !== undefined);
  const [results, samples] = [true, false].map((is) =>
    written.filter(({ upload }) => upload.guess.harness?.isResults === is),
  );
  const joined = (results ?? []).reduce((all, { key, upload }) => {
    const { date } = upload.guess.harness ?? {};
    const group = samples?.find((one) => one.upload.guess.harness?.date === date)?.group;
    if (group === undefined) return all;
    const named = (run: RunGroup) =>
      run.id === group && run.model === "" ? { ...run, model: upload.guess.model ?? "" } : run;
    return {
      ...all,
      items: all.items.map((item) => (item.key === key ? { ...item, group } : item)),
      runs: all.runs.map(named),
    };
  }, files);
  return tidy(joined);
}

// Samples that name no model are one run where they were written at one moment.
const guessedRun = ({ guess: { model, method, harness } }: UploadedFile) =>
  JSON.stringify([model, method ?? null, ...(model === null && harness ? [harness.date] : [])]);
const modelOf = (guessed: string): string | null =>
  guessed === "" ? null : (JSON.parse(guessed) as [string | null])[0];

type RunGuess = Partial<Pick<UploadedFile["guess"], "model" | "method">>;

function openRun(files: Files, guessed: string, { model, method }: RunGuess = {}): Files {
  const run = {
    id: `run-${files.made}`,
    guessed,
    model: model ?? "",
    method: method ?? "zero-shot",
    version: "",
    replicate: "",
    ranAt: "",
  };
  return { ...files, runs: [...files.runs, run], made: files.made + 1 };
}

/** To another group; without one, to a new one of its own. A group that nothing stands in is gone. */
export function move(files: Files, key: string, to: string | null): Files {
  const opened = to === null ? openRun(files, "") : files;
  const group = to ?? opened.runs.at(-1)?.id ?? casesGroup;
  return tidy({
    ...opened,
    items: files.items.map((item) => (item.key === key && isReady(item) ? { ...item, group } : item)),
  });
}

export const tidy = (files: Files): Files => ({
  ...files,
  runs: files.runs.filter(({ id }) => files.items.some(({ group }) => group === id)),
});

export const filesIn = ({ items }: Files, group: string): ReadyItem[] =>
  items.filter(isReady).filter((item) => item.group === group);

/** Its files don't name it themselves, and nobody has. */
export const lacksModel = (files: Files, { id, model }: RunGroup): boolean =>
  model.trim() === "" && filesIn(files, id).some((item) => !mayNameModel(item));

/** What is written there is no number that a replicate has. */
export const isReplicateWrong = ({ replicate }: Run): boolean =>
  !replicateNumber.safeParse(replicate.trim()).success;

/** Something of the run, or of one of its files, is to be filled in. */
export const isAsking = (files: Files, run: RunGroup): boolean =>
  lacksModel(files, run) ||
  isReplicateWrong(run) ||
  filesIn(files, run.id).some((item) => lacksTrack(item) || lacksFilter(item));

export const isIncomplete = (files: Files): boolean =>
  files.items.some((item) => isReady(item) && (lacksTrack(item) || lacksFilter(item))) ||
  files.runs.some((run) => lacksModel(files, run) || isReplicateWrong(run));

/** What the actions want to know of each file. */
export function toImportRequest(files: Files) {
  const trackOf = ({ fields }: ReadyItem) => fields.track.trim() || null;
  return {
    cases: filesIn(files, casesGroup).map((item) => ({
      uploadId: item.upload.id,
      track: trackOf(item),
      language: item.fields.language.trim() || null,
    })),
    interviews: filesIn(files, interviewsGroup).map((item) => ({
      uploadId: item.upload.id,
      track: null,
      language: null,
      method: item.fields.method.trim() || null,
    })),
    results: files.runs.flatMap((run) =>
      filesIn(files, run.id).map((item) => ({
        uploadId: item.upload.id,
        track: trackOf(item),
        model: run.model.trim() || null,
        method: run.method,
        version: run.version,
        replicate: run.replicate.trim() || null,
        ranAt: run.ranAt || null,
        filter: item.fields.filter || null,
        epochs: item.fields.epochs,
      })),
    ),
  };
}

/** What somebody says a file is; at first what was guessed. */
export type Fields = {
  track: string;
  language: string;
  /** Of answers from an interview: how they were made. */
  method: string;
  /** Of a log with several: under which its answers count. */
  filter: string;
  /** Of a log that asked each case several times: what becomes of them. */
  epochs: EpochMethod;
};

export type Item = {
  key: string;
  name: string;
  bytes: number;
  state: "waiting" | "sending" | "failed" | "ready";
  sent: number;
  problem: { error: string; message: string | null } | null;
  upload: UploadedFile | null;
  fields: Fields;
  /** Which group it stands in; none until it is here. */
  group: string | null;
};
export type ReadyItem = Item & { state: "ready"; upload: UploadedFile; group: string };

export const isReady = (item: Item): item is ReadyItem => item.state === "ready";

/** A file that was chosen or dropped, with the folders it lies in. */
export type PickedFile = { name: string; file: File };

export const itemOfFile = (key: string, { name, file }: PickedFile): Item => ({
  key,
  name,
  bytes: file.size,
  state: "waiting",
  sent: 0,
  problem: null,
  upload: null,
  fields: { track: "", language: "", method: "", filter: "", epochs: "runs" },
  group: null,
});

function itemOfUpload(upload: UploadedFile, group: string, key = upload.id): ReadyItem {
  const { track, language } = upload.guess;
  const given = { track: track ?? "", language: language ?? "" };
  const fields = { ...given, method: "", filter: "", epochs: "runs" } as const;
  const { fileName: name, bytes } = upload;
  return { key, name, bytes, state: "ready", sent: bytes, problem: null, upload, fields, group };
}

const nameNothing: readonly (string | undefined)[] = ["csv", "document"];

/** Lines of the product's own format may name their track themselves; files of interviews make several. */
export const mayBeUnnamed = ({ upload }: Item): boolean => !nameNothing.includes(upload?.guess.format);

/** Its lines name the model, or may: a log that names none is asked for it. */
export const mayNameModel = (item: Item): boolean =>
  mayBeUnnamed(item) && item.upload?.guess.isUnnamed !== true;

export const lacksTrack = (item: Item): boolean => !mayBeUnnamed(item) && item.fields.track.trim() === "";

/** Which of several answers to the same case counts, nobody can guess. */
export const lacksFilter = ({ upload, fields }: Item): boolean =>
  (upload?.guess.filters ?? []).length > 1 && fields.filter === "";

const units = ["B", "kB", "MB", "GB", "TB"];

/** 1,536 → "1.5 kB" */
export function bytesInWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}

/** What none of the files of interviews says, as it is typed. */
export const emptyDetails = { model: "", judge: "", judgeVersion: "", profile: "short", pairs: "10" };
export type InterviewDetails = typeof emptyDetails;

export type PersonFiles = { person: string; items: readonly ReadyItem[] };

export const kindOf = ({ name }: ReadyItem): InterviewFile | null => interviewFileOf(name);

/** Files of interviews by whom they are about; what is about nobody (the list of all) comes last, under no name. */
export function groupByPerson(files: Files): PersonFiles[] {
  const all = Map.groupBy(filesIn(files, interviewsGroup), ({ upload }) => upload.guess.person ?? "");
  return [...all]
    .map(([person, items]) => ({ person, items }))
    .sort((a, b) => Number(a.person === "") - Number(b.person === "") || (a.person < b.person ? -1 : 1));
}

/** Who is to be named before a check makes sense. */
export function listMissing(files: Files, { model, judge }: InterviewDetails) {
  const items = filesIn(files, interviewsGroup);
  const has = (kind: InterviewFile) => items.some((item) => kindOf(item) === kind);
  return {
    model: has("generated_responses") && model.trim() === "",
    judge: has("metrics") && judge.trim() === "",
    method: items.some(lacksMethod),
  };
}

export const lacksMethod = (item: ReadyItem): boolean =>
  kindOf(item) === "generated_responses" && item.fields.method.trim() === "";
