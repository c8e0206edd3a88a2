import type { Locale } from "#lib/i18n/locale.ts";
import type { ScaleWords } from "#lib/task-kinds/scale.ts";

/** In the language asked for, or in the one there is. */
export const sayIn = (said: ScaleWords, language: Locale): string =>
  said[language] ?? said.en ?? said["zh-CN"] ?? "";
