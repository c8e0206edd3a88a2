import { z } from "zod";
import { markLimits, type Mark } from "#lib/reading/marks.ts";
import { fileWords } from "#lib/task-kinds/file-words.ts";

const count = z.int().min(0).max(10_000_000);
const point = z.strictObject({ piece: count, offset: count });

/** Marks as a screen sends them with what was decided. */
export const marksSchema: z.ZodType<Mark[]> = z
  .array(z.strictObject({ from: point, to: point, quote: fileWords.max(markLimits.quote + 1) }))
  .max(markLimits.marks);
