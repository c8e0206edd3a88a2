import type { AppConfig } from "next-intl";
import type { ReadingWords } from "#components/reading/words.ts";
import type { KindCells } from "#components/task-kinds/cells.ts";
import type { KindNames } from "#components/task-kinds/kind.ts";
import { decodeLevels } from "#lib/task-kinds/traits/decoded.ts";
import { levelsOf, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";

/** With those that only this kind has. */
export type TraitsWords = ReadingWords &
  Pick<AppConfig["Messages"]["sitting"]["reading"], "find"> &
  AppConfig["Messages"]["taskKinds"]["traits"]["sitting"]["reading"];

export const levelKeys = ["low", "neutral", "high"] as const;

const letters = ["O", "C", "E", "A", "N"] as const;
const signs = ["↓", "–", "↑", "–"] as const;

/** In any language, the letters of the Big Five: O↑ C– E↓ A↑ N↓. A trait without a level is left out. */
const formatProfile = (levels: readonly (number | null)[]): string =>
  levels.flatMap((level, at) => (level === null ? [] : `${letters[at]}${signs[level] ?? ""}`)).join(" ");

const formatValue = (value: object) => formatProfile(levelsOf(value as TraitsValue)) || null;

export const traitsNames: KindNames = { formatDecision: formatValue, formatByPlace: formatValue };

const formatCode = (_of: unknown, code: number) => formatProfile(decodeLevels(code) ?? []);

export const traitsCells: KindCells = { formatCategory: formatCode, numberCategory: formatCode };
