import type { MadeCase } from "#bench/support/personaeval/writing/cases.ts";
import { trackFiles, type TrackName } from "#bench/support/personaeval/writing/tracks.ts";

type Changes = {
  prompt?: string;
  /** How a name is written; pandas reads "NA" as nothing and writes it back as nothing. */
  nameOf?: (name: string) => string;
};

/** The fields of a case in the benchmark's own columns, as they stand in a line. */
export function caseFields(
  track: TrackName,
  made: MadeCase,
  write: (text: string) => string,
  { prompt = made.prompt, nameOf = (name) => name }: Changes = {},
): string {
  const columns = trackFiles[track].optionColumns;
  const names = made.names.map(nameOf);
  const filled = (texts: readonly string[]) =>
    Array.from({ length: columns }, (_, index) => texts[index] ?? "");
  return [prompt, names[made.gold] ?? "", ...filled(names), ...filled(made.profiles)].map(write).join(",");
}

export function caseLine(track: TrackName, made: MadeCase): string {
  const { quotesAll, lineEnd } = trackFiles[track];
  return caseFields(track, made, quotesAll ? quotedField : csvField) + lineEnd;
}

/** As Python's csv module writes a field by default: quotation marks only where they are needed. */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? quotedField(text) : text;
}

export const quotedField = (text: string): string => `"${text.replaceAll('"', '""')}"`;
