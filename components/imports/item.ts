import type { Uploaded } from "#components/imports/send-file.ts";

export type Purpose = "cases" | "results";

/** What somebody says a file is; at first what was guessed. */
export type Fields = {
  purpose: Purpose;
  track: string;
  language: string;
  model: string;
  method: string;
  version: string;
  ranAt: string;
};

export type Item = {
  key: string;
  name: string;
  bytes: number;
  state: "waiting" | "sending" | "failed" | "ready";
  sent: number;
  problem: { error: string; message: string | null } | null;
  upload: Uploaded | null;
  fields: Fields;
};

const noFields: Fields = {
  purpose: "cases",
  track: "",
  language: "",
  model: "",
  method: "zero-shot",
  version: "",
  ranAt: "",
};

export const itemOfFile = (key: string, { name, size }: File): Item => ({
  key,
  name,
  bytes: size,
  state: "waiting",
  sent: 0,
  problem: null,
  upload: null,
  fields: noFields,
});

export function itemOfUpload(upload: Uploaded, key = upload.id): Item {
  const { purpose, track, language, model } = upload.guess;
  const fields = {
    ...noFields,
    purpose,
    track: track ?? "",
    language: language ?? "",
    model: model ?? "",
  };
  const { fileName: name, bytes } = upload;
  return { key, name, bytes, state: "ready", sent: bytes, problem: null, upload, fields };
}

/** Lines of the product's own format may name track and model themselves. */
export const mayBeUnnamed = ({ upload }: Item): boolean => upload?.guess.format === "jsonl";

/** The fields that somebody still has to fill in. */
export function missingFields(item: Item): ("track" | "model")[] {
  if (mayBeUnnamed(item)) return [];
  const { purpose, track, model } = item.fields;
  return [
    ...(track.trim() === "" ? (["track"] as const) : []),
    ...(purpose === "results" && model.trim() === "" ? (["model"] as const) : []),
  ];
}

/** What the action wants to know of a file. */
export function describeFile({ upload, fields }: Item): Record<string, string | null> {
  const uploadId = upload?.id ?? "";
  const track = fields.track.trim() || null;
  if (fields.purpose === "cases") return { uploadId, track, language: fields.language.trim() || null };
  const { method, version, ranAt } = fields;
  return { uploadId, track, model: fields.model.trim() || null, method, version, ranAt: ranAt || null };
}

const units = ["B", "kB", "MB", "GB", "TB"];

/** 1,536 → "1.5 kB" */
export function bytesInWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
