import type { EpochMethod } from "#lib/model-runs/schema.ts";
import type { UploadedFile } from "#components/imports/send-file.ts";

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

export function itemOfUpload(upload: UploadedFile, group: string, key = upload.id): ReadyItem {
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
