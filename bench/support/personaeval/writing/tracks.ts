import type { Language } from "#bench/support/personaeval/writing/prose.ts";

export const trackNames = ["Literary", "Drama", "Expertise"] as const;
export type TrackName = (typeof trackNames)[number];
export type Counts = Readonly<Record<TrackName, number>>;

/** The public release's. */
export const releaseCounts: Counts = { Literary: 26_208, Drama: 1_658, Expertise: 699 };

export function scaleCounts(scale: number): Counts {
  const scaled = (name: TrackName) => Math.max(10, Math.round(releaseCounts[name] * scale));
  return { Literary: scaled("Literary"), Drama: scaled("Drama"), Expertise: scaled("Expertise") };
}

type TrackFile = {
  language: Language;
  options: number;
  /** Columns for options, of which the last may stay empty. */
  optionColumns: number;
  /** Characters in the two turns together: from, and how many more at most. */
  length: readonly [least: number, spread: number];
  profileLength: number;
  lineEnd: "\n" | "\r\n";
  byteOrderMark: boolean;
  quotesAll: boolean;
};

/** The three files differ as files do that several people made. */
export const trackFiles: Readonly<Record<TrackName, TrackFile>> = {
  Literary: {
    language: "en",
    options: 4,
    optionColumns: 5,
    length: [2150, 2200],
    profileLength: 480,
    lineEnd: "\n",
    byteOrderMark: false,
    quotesAll: false,
  },
  Drama: {
    language: "zh",
    options: 4,
    optionColumns: 4,
    length: [700, 700],
    profileLength: 160,
    lineEnd: "\n",
    byteOrderMark: true,
    quotesAll: false,
  },
  Expertise: {
    language: "en",
    options: 5,
    optionColumns: 5,
    length: [1900, 2000],
    profileLength: 480,
    lineEnd: "\r\n",
    byteOrderMark: false,
    quotesAll: true,
  },
};

export function columnsOf(track: TrackName): string[] {
  const options = Array.from({ length: trackFiles[track].optionColumns }, (_, index) => `option${index + 1}`);
  return ["prompt", "gt", ...options, ...options.map((option) => `${option}_profile`)];
}
