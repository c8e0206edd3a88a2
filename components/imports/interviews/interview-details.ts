import { filesIn, interviewsGroup, type Files } from "#components/imports/file-groups.ts";
import type { ReadyItem } from "#components/imports/item.ts";
import { interviewFileOf, type InterviewFile } from "#lib/interviews/schema.ts";

/** What none of the files of interviews says, as it is typed. */
export type InterviewDetails = {
  model: string;
  judge: string;
  judgeVersion: string;
  profile: string;
  pairs: string;
};
export const emptyDetails: InterviewDetails = {
  model: "",
  judge: "",
  judgeVersion: "",
  profile: "short",
  pairs: "10",
};

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
