import { z } from "zod";

/** Where a page ended: the list it is of, and the sort key of its last row. New rows elsewhere don't move it. */
export const writeCursor = (list: string, after: unknown): string =>
  Buffer.from(JSON.stringify([list, after])).toString("base64url");

/** Null for what isn't a cursor of this list. */
export function readCursor<T extends z.ZodType>(list: string, after: T, cursor: string): z.output<T> | null {
  const written = Buffer.from(cursor, "base64url").toString("utf8");
  try {
    const read = z.tuple([z.literal(list), after]).safeParse(JSON.parse(written));
    return read.success ? (read.data[1] as z.output<T>) : null;
  } catch {
    return null;
  }
}
